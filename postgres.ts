/**
 * A store in PostgreSQL that any number of servers can share: pass the result of
 * {@linkcode openDatabase} to `createServerFactory` or `createHttpHandler` as `database`.
 * PostgreSQL has its own entry point, so that only programs that use it download the driver.
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
 * Connects to PostgreSQL and creates the schema `budget_tool_server` if it doesn't exist. Close all
 * servers that use the database before you close it.
 *
 * @param url The database's URL, with user and password, such as `postgres://me:secret@db/budget`.
 * @returns The database.
 * @throws {TypeError} If the URL is invalid.
 * @throws {Error} If the database can't be reached, or was written by a newer version.
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
