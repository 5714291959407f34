import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { Database, isRefused } from "../../../remote/postgres/database.ts";
import { codeOf, migrate, SCHEMA } from "../../../remote/postgres/schema.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { type Rows, Sql, sql, type Steps } from "../../../sync/store/sql.ts";
import { BlockedStoreError } from "../../../sync/store/store_errors.ts";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { aChange, storeOver, textsIn } from "../../sync/_sqlite_store.ts";

const refused: Readonly<Record<string, boolean>> = {
  // No server is listening.
  ECONNREFUSED: true,
  // The database on this machine is stopped, so its socket is missing.
  ENOENT: true,
  ENOTFOUND: true,
  "57P03": true,
  // The database rejected the statement.
  "23505": true,
  "40001": true,
  "57014": true,
  // The connection ended, the database stopped, or the outcome is unknown.
  ECONNRESET: false,
  ETIMEDOUT: false,
  "08006": false,
  "40003": false,
  "57P01": false,
  "57P02": false,
  // The database stopped because a write to its log failed, but the commit may have reached the
  // log anyway.
  "53100": false,
  "58030": false,
  XX000: false,
};

Deno.test("isRefused() returns true only if the database rejected the statement or was never reached", () => {
  for (const [code, expected] of Object.entries(refused)) {
    assertEquals(isRefused(Object.assign(new Error(), { code })), expected, code);
  }
  for (const error of [new Error("Query read timeout"), null, undefined]) {
    assertEquals(isRefused(error), false);
  }
});

const postgres = await postgresForTests("PostgreSQL's clock");
if (postgres !== null) {
  Deno.test("a schema from a newer version is left unchanged", async () => {
    await using own = await ownDatabase(postgres);
    await (await openPostgres(own.url)).close();
    const database = new Database(own.url);
    await database.all(sql`INSERT INTO ${SCHEMA}.versions VALUES (99)`);
    await database.all(sql`DROP TABLE ${SCHEMA}.leases`);
    const error = await assertRejects(() => openPostgres(own.url), BlockedStoreError);
    assertEquals(error.reason, "newer");
    await assertRejects(() => database.all(sql`SELECT * FROM ${SCHEMA}.leases`));
    await database.close();
  });

  Deno.test("a schema from an older version is migrated, and only data that can be reloaded is dropped", async () => {
    await using own = await ownDatabase(postgres);
    const database = new Database(own.url);
    await migrate(database);
    const older = [
      "UPDATE budget_tool_server.versions SET version = 3",
      "ALTER TABLE budget_tool_server.collections ADD deleted bytea NOT NULL",
      "ALTER TABLE budget_tool_server.months ADD utc_day text NOT NULL",
      "INSERT INTO budget_tool_server.months VALUES ('own', 'p', 'older', 1, '', '')",
      "CREATE TABLE budget_tool_server.reserved_ids (owner text)",
      "INSERT INTO budget_tool_server.touches VALUES ('own', 'plan p', 7)",
    ];
    for (const statement of older) await database.all(statement);
    const backend = await openPostgres(own.url);
    const store = storeOver(backend.of("own"), { now: Date.now });
    const of = { planId: "p", name: "accounts" } as const;
    assertNotEquals(await store.applyChange(of, aChange()), null);
    assertEquals(textsIn(await store.loadCollection(of, null)), [["all", "records"]]);
    assertEquals(await database.all(sql`SELECT * FROM ${SCHEMA}.months`), []);
    await assertRejects(() => database.all(sql`SELECT * FROM ${SCHEMA}.reserved_ids`));
    assertEquals(await store.touch("p"), 8);
    await backend.close();
    await database.close();
  });

  Deno.test("a database returns the time on its own clock, in milliseconds since 1970", async () => {
    const database = new Database(postgres);
    const [row] = await database.all(sql`SELECT ${database.now} AS now`);
    await database.close();
    // Allow a difference of a day, because a remote server's clock may be wrong.
    assert(Math.abs(Number(row?.["now"]) - Date.now()) < 86_400_000);
  });

  const failing = (code: string): Sql =>
    new Sql([`DO $$ BEGIN RAISE EXCEPTION 'overtaken' USING ERRCODE = '${code}'; END $$`]);
  /**
   * Runs a transaction that fails the given number of times, each time with the given code. Returns
   * the result and the number of runs.
   */
  const overtaken = async (
    code: string,
    times: number,
  ): Promise<{ readonly result: unknown; readonly tries: number }> => {
    const database = new Database(postgres);
    let tries = 0;
    const result = await database.transaction(function* (): Steps<string> {
      if (tries++ < times) yield failing(code);
      return "done";
    }).catch(codeOf);
    await database.close();
    return { result, tries };
  };

  for (const [what, code] of [["a conflict", "40001"], ["a deadlock", "40P01"]] as const) {
    Deno.test(`a transaction is retried up to seven times after ${what}`, async () => {
      assertEquals(await overtaken(code, 3), { result: "done", tries: 4 });
      assertEquals(await overtaken(code, 99), { result: code, tries: 8 });
    });
  }

  Deno.test("a transaction isn't retried after an error other than a conflict or deadlock", async () => {
    assertEquals(await overtaken("23505", 1), { result: "23505", tries: 1 });
  });

  Deno.test("after an error, a connection is reused only if the database reported the error", async () => {
    const database = new Database(postgres);
    const processOf = async (): Promise<unknown> =>
      (await database.all("SELECT pg_backend_pid() AS id"))[0]?.["id"];
    const first = await processOf();
    await database.transaction(function* (): Steps<Rows> {
      return yield failing("23505");
    }).catch(() => {});
    assertEquals(await processOf(), first);
    const broken = new Error("the outcome is unknown");
    await database.transaction(() => {
      throw broken;
    }).catch(() => {});
    assertNotEquals(await processOf(), first);
    await database.close();
  });
}
