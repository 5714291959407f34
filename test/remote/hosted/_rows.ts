import { connectionSettings } from "../../../remote/postgres/connection_url.ts";
import { Database } from "../../../remote/postgres/database.ts";
import type { HostedWorld } from "./_hosted_world.ts";

/** All rows of every table, with bytes as text. */
export async function everyRow(database: Database): Promise<readonly string[]> {
  const { rows: tables } = await database.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'budget_tool_server'",
  );
  const all = await Promise.all(tables.map(async ({ table_name: table }) => {
    const { rows } = await database.query(`SELECT * FROM budget_tool_server.${table}`);
    return rows.map((row) =>
      JSON.stringify(
        { table, ...row },
        (_, value) => value?.type === "Buffer" ? Uint8Array.from(value.data).toHex() : value,
      )
    );
  }));
  return all.flat();
}

/** Opens the database beside the server. */
export async function opened<Result>(
  world: HostedWorld,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = new Database({ settings: connectionSettings(world.databaseUrl) });
  return await run(database).finally(() => database.close());
}
