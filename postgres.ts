/**
 * Stores in a PostgreSQL that any number of servers share: {@linkcode openDatabase} gives what
 * `createServerFactory` and `createHttpHandler` take as `database`. It is an entry of its own so
 * that only its users download the driver.
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
 * Connects to PostgreSQL and creates the schema `budget_tool_server` if it doesn't exist.
 * Close it after everything that uses it.
 *
 * @param url Where it is, with user and password, such as `postgres://me:secret@db/budget`.
 * @returns The database.
 * @throws {TypeError} When the URL can't be used.
 * @throws {Error} When the database can't be reached, or was written by a newer version.
 *
 * @example
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { openDatabase } from "@budget-tools/server/postgres";
 *
 * await assertRejects(
 *   () => openDatabase("mysql://db/budget"),
 *   TypeError,
 *   "is not a postgres: URL",
 * );
 * ```
 */
export async function openDatabase(url: string): Promise<SharedDatabase> {
  const problem = databaseUrlProblem(url);
  // The original error may contain secrets.
  if (problem !== null) throw new TypeError(`The database URL ${problem}`);
  return await openPostgres(url);
}
