import { Database } from "../../../remote/postgres/database.ts";
import { backFromYnab, type HostedWorld } from "./_hosted_world.ts";

const WAITING = `
  CREATE SEQUENCE saved;
  CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.grant_name IS NULL AND nextval('saved') = 1 THEN
      PERFORM pg_advisory_xact_lock(1);
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER wait BEFORE INSERT ON budget_tool_server.sign_ins
    FOR EACH ROW EXECUTE FUNCTION wait()`;

/**
 * Starts a sign-in and pauses it after the redirect from YNAB, just before its grant is saved.
 * Returns a function that lets the sign-in continue.
 */
export async function waitingSignIn(world: HostedWorld): Promise<() => Promise<URL>> {
  const browser = world.browser();
  const back = await backFromYnab(world, browser);
  await world.database.all(WAITING);
  const gate = new Database(world.databaseUrl);
  await gate.all("SELECT pg_advisory_lock(1)");
  const finishing = browser.visit(back);
  const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  while ((await world.database.all(waiting)).length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return async () => {
    await gate.close();
    return (await finishing).url;
  };
}
