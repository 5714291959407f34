import { assertEquals } from "@std/assert";
import { DEFAULT_API_URL } from "../../../client/base_url.ts";
import { openRootKey } from "../../../remote/hosted/operator_keys.ts";
import { HostedDatabase } from "../../../remote/hosted/hosted_database.ts";
import { createSealer, openJson } from "../../../sync/store/sealer.ts";
import { type HostedWorld, SEAL_KEY } from "./_hosted_world.ts";

type Stored = Pick<HostedWorld, "database">;

/** All rows of every table, with bytes as text. */
export async function everyRow({ database }: Stored): Promise<readonly string[]> {
  const tables = await database.all(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'budget_tool_server'",
  );
  const all = await Promise.all(tables.map(async ({ table_name: table }) => {
    const rows = await database.all(`SELECT * FROM budget_tool_server.${table}`);
    return rows.map((row) =>
      JSON.stringify(
        { table, ...row },
        (_, value) => value?.type === "Buffer" ? Uint8Array.from(value.data).toHex() : value,
      )
    );
  }));
  return all.flat();
}

/** Decrypts the sign-in rows, as someone with the operator's key could. */
export async function readableSignIns(
  { database }: Stored,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { secret } = await openRootKey(new HostedDatabase(database), [SEAL_KEY]);
  const sealer = await createSealer({ secret, baseUrl: DEFAULT_API_URL });
  const rows = await database.all("SELECT name, body FROM budget_tool_server.sign_ins");
  return await Promise.all(rows.map(({ name, body }) =>
    openJson<Readonly<Record<string, unknown>>>(
      sealer,
      Uint8Array.from(body as Uint8Array),
      `sign-in\n${name}`,
    )
  ));
}

/**
 * Returns the database rows for the vaults and their users. Omits sign-ins, which expire with their
 * grants. Also omits the sweeper's rows: after a vault is deleted, they keep listing it for one
 * day, but under a pseudonym that can be resolved only with the vault's key.
 */
export async function rowsOfVaults(world: Stored): Promise<readonly string[]> {
  const others = /"table":"(?:server_keys|versions|sign_ins|authorizations)"|"owner":"sweeper"/u;
  const rows = (await everyRow(world)).filter((row) => !others.test(row));
  return rows.map((row) => row.slice(0, 200));
}

/** Waits until exactly the given number of vaults (0 by default) still have rows. */
export async function untilDeleted(world: Stored, vaults = 0): Promise<void> {
  let left: readonly string[] = ["not read yet"];
  const owners = (): number =>
    new Set(left.flatMap((row) => /"owner":"([^"]+)"/u.exec(row)?.[1] ?? [])).size;
  for (let tries = 0; tries < 100; tries++) {
    left = await rowsOfVaults(world);
    if (owners() === vaults) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assertEquals(owners(), vaults, left.join("\n"));
}
