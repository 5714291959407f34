import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { connectionSettings } from "../../../remote/postgres/connection_url.ts";
import { codeOf, Database, isRefused } from "../../../remote/postgres/database.ts";
import type { Query } from "../../../remote/postgres/driver_shape.ts";
import { migrate } from "../../../remote/postgres/schema.ts";
import { BlockedStoreError } from "../../../sync/store/store_errors.ts";
import { postgresForTests } from "../../_postgres_server.ts";

const refused: Readonly<Record<string, boolean>> = {
  // Nobody was there.
  ECONNREFUSED: true,
  // The socket of a database on this machine that does not run.
  ENOENT: true,
  ENOTFOUND: true,
  "57P03": true,
  // The database has looked at it.
  "23505": true,
  "40001": true,
  "57014": true,
  // The connection or database ended, or the outcome is unknown.
  ECONNRESET: false,
  ETIMEDOUT: false,
  "08006": false,
  "40003": false,
  "57P01": false,
  "57P02": false,
  // A log that can't be written ends the database: the commit may be in it all the same.
  "53100": false,
  "58030": false,
  XX000: false,
};

Deno.test("isRefused() returns true only when the database or no server answered", () => {
  for (const [code, expected] of Object.entries(refused)) {
    assertEquals(isRefused(Object.assign(new Error(), { code })), expected, code);
  }
  for (const error of [new Error("Query read timeout"), null, undefined]) {
    assertEquals(isRefused(error), false);
  }
});

Deno.test("a newer version's schema is left untouched", async () => {
  const sent: string[] = [];
  const query: Query = (sql) => {
    sent.push(sql);
    return Promise.resolve({ rows: [{ version: 99 }], rowCount: 1 });
  };
  const error = await assertRejects(() => migrate({ query }), BlockedStoreError);
  assertEquals([error.reason, sent.length], ["newer", 1]);
});

const postgres = await postgresForTests("the clock of PostgreSQL");
if (postgres !== null) {
  Deno.test("a database returns its own time in milliseconds since 1970", async () => {
    const database = new Database({ settings: connectionSettings(postgres) });
    const { rows: [row] } = await database.query(`SELECT ${database.now} AS now`);
    await database.close();
    // Of a server elsewhere the clock may differ, but not by a day.
    assert(Math.abs(Number(row?.["now"]) - Date.now()) < 86_400_000);
  });

  const failing = (code: string): string =>
    `DO $$ BEGIN RAISE EXCEPTION 'overtaken' USING ERRCODE = '${code}'; END $$`;
  /** Fails a given number of times with a code; returns the runs and pauses. */
  const overtaken = async (
    code: string,
    times: number,
  ): Promise<{
    readonly result: unknown;
    readonly tries: number;
    readonly pauses: readonly number[];
  }> => {
    const pauses: number[] = [];
    const database = new Database({
      settings: connectionSettings(postgres),
      delay: (ms) => Promise.resolve(void pauses.push(ms)),
      random: () => 0.5,
    });
    let tries = 0;
    const result = await database.inTransaction(async (query) => {
      if (tries++ < times) await query(failing(code));
      return "done";
    }).catch(codeOf);
    await database.close();
    return { result, tries, pauses };
  };

  for (const [what, code] of [["a conflict", "40001"], ["a deadlock", "40P01"]] as const) {
    Deno.test(`a transaction is retried with exponential backoff after ${what}`, async () => {
      assertEquals(await overtaken(code, 3), { result: "done", tries: 4, pauses: [5, 10, 20] });
      const { pauses, ...given } = await overtaken(code, 99);
      assertEquals([given, pauses.at(-1)], [{ result: code, tries: 8 }, 320]);
    });
  }

  Deno.test("a transaction isn't retried after any other error", async () => {
    assertEquals(await overtaken("23505", 1), { result: "23505", tries: 1, pauses: [] });
  });

  Deno.test("a connection is reused only after a database rejection", async () => {
    const database = new Database({ settings: connectionSettings(postgres) });
    const processOf = async (query = database.query): Promise<unknown> =>
      (await query("SELECT pg_backend_pid() AS id")).rows[0]?.["id"];
    const first = await processOf();
    await database.inTransaction((query) => query(failing("23505"))).catch(() => {});
    assertEquals(await processOf(), first);
    const broken = new Error("nobody knows what goes on");
    await database.inTransaction(() => Promise.reject(broken)).catch(() => {});
    assertNotEquals(await processOf(), first);
    await database.close();
  });
}
