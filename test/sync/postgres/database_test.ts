import { assert, assertEquals } from "@std/assert";
import { connectionSettings } from "../../../sync/postgres/connection_url.ts";
import { Database, isRefused } from "../../../sync/postgres/database.ts";
import { postgresForTests } from "../../_postgres_server.ts";

const refused: Readonly<Record<string, boolean>> = {
  // Nobody was there.
  ECONNREFUSED: true,
  ENOTFOUND: true,
  "57P03": true,
  // The database has looked at it.
  "23505": true,
  "40001": true,
  "57014": true,
  // The connection or the database has ended, or nobody knows.
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

Deno.test("isRefused() is certain only where the database, or nobody, has answered", () => {
  for (const [code, expected] of Object.entries(refused)) {
    assertEquals(isRefused(Object.assign(new Error(), { code })), expected, code);
  }
  for (const error of [new Error("Query read timeout"), null, undefined]) {
    assertEquals(isRefused(error), false);
  }
});

const postgres = await postgresForTests("the clock of PostgreSQL");
if (postgres !== null) {
  Deno.test("a database tells its own time, in milliseconds since 1970", async () => {
    const database = new Database({ settings: connectionSettings(postgres) });
    const { rows: [row] } = await database.query(`SELECT ${database.now} AS now`);
    await database.close();
    // Of a server elsewhere the clock may differ, but not by a day.
    assert(Math.abs(Number(row?.["now"]) - Date.now()) < 86_400_000);
  });
}
