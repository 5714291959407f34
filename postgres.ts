/**
 * Stores in a PostgreSQL that any number of servers share: {@linkcode openDatabase} gives what
 * `createServerFactory` and `createHttpHandler` take as `database`. It is an entry of its own so
 * that nobody else fetches the driver.
 *
 * Unofficial, without warranty, and not financial advice.
 *
 * @module
 */

import type { SharedDatabase } from "./server/server_options.ts";
import { databaseUrlProblem } from "./remote/postgres/connection_url.ts";
import { openPostgres } from "./remote/postgres/open_postgres.ts";

export type { SharedDatabase } from "./server/server_options.ts";

/**
 * Connects to a PostgreSQL, and makes in it the schema `budget_tool_server` if it is not there.
 * Close it after all that works with it.
 *
 * @param url Where it is, with user and password, such as `postgres://me:secret@db/budget`.
 * @returns The database.
 * @throws {TypeError} When the URL can't be used.
 * @throws {Error} When the database can't be had, or a newer version has written to it.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { openDatabase } from "@budget-tools/server/postgres";
 *
 * await assertRejects(() => openDatabase("mysql://db/budget"), TypeError, "is no postgres: URL");
 * ```
 */
export async function openDatabase(url: string): Promise<SharedDatabase> {
  const problem = databaseUrlProblem(url);
  // Whatever else is in it is nobody's business.
  if (problem !== null) throw new TypeError(`The URL of the database ${problem}`);
  return await openPostgres(url);
}
