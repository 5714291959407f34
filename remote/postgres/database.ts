import * as driver from "pg";
import { delay } from "../../client/timers.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { UnansweredCommitError } from "../../sync/store/store_errors.ts";
import type { ConnectionSettings } from "./connection_url.ts";

/** One row of a result, by column. 64-bit integers are text. */
export type Row = Readonly<Record<string, unknown>>;

export interface QueryResult {
  readonly rows: readonly Row[];
  /** Number of rows written or found. */
  readonly rowCount: number | null;
}

/** Runs one statement with values bound to `$1` and so on. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** The part of a pooled `pg` client used here. */
interface DriverClient {
  readonly query: Query;
  on(event: "error", listener: (error: Error) => void): void;
  /** Returns the connection to the pool. A possibly broken connection is closed. */
  release(isBroken?: boolean): void;
}

/** The part of a `pg` pool used here. */
interface DriverPool {
  readonly query: Query;
  connect(): Promise<DriverClient>;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "connect", listener: (client: DriverClient) => void): void;
  end(): Promise<void>;
}

const { Pool } = driver as unknown as {
  readonly Pool: new (settings: ConnectionSettings & Record<string, unknown>) => DriverPool;
};

const MAX_CONNECTIONS = 8;
/** How long connecting may take, including the wait for a free connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a query may take, in milliseconds. */
const QUERY_TIMEOUT_MS = 25_000;

/** Codes of serialization failures and deadlocks, which concurrent writes cause. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const TRIES = 8;
/** Maximum first pause after a conflict, in milliseconds; doubled with each attempt. */
const PAUSE_MS = 10;

/** Format of the database's own error codes. */
const SQLSTATE = /^[\dA-Z]{5}$/u;

/** Error codes that mean that no database responded. */
const NEVER_CONNECTED: readonly string[] = ["ECONNREFUSED", "ENOENT", "ENOTFOUND"];

/** SQL for the database's current time in milliseconds since 1970. */
const CLOCK = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)";

export interface DatabaseOptions {
  readonly settings: ConnectionSettings;
  /**
   * Returns SQL for the current time in milliseconds since 1970; by default, of the database's
   * clock.
   */
  readonly clock?: () => string;
}

export class Database {
  readonly #pool: DriverPool;
  readonly #clock: () => string;
  #ending: Promise<void> | null = null;

  /** Connects on first use. */
  constructor({ settings, clock = (): string => CLOCK }: DatabaseOptions) {
    this.#clock = clock;
    this.#pool = new Pool({
      ...settings,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // Without a listener, losing an idle connection would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** SQL for the current time in milliseconds since 1970. */
  get now(): string {
    return this.#clock();
  }

  /** Runs one statement in its own transaction. */
  readonly query: Query = (sql, values) => retryConflicts(() => this.#pool.query(sql, values));

  /**
   * Runs statements in one transaction, and rolls it back unless `isKept` returns true.
   *
   * @throws {UnansweredCommitError} If the outcome of the commit is unknown. After any other error,
   * nothing was written.
   */
  async inTransaction<Result>(
    run: (query: Query) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return await retryConflicts(async () => {
      const client = await this.#pool.connect();
      let isBroken = true;
      let isCommitting = false;
      try {
        await client.query("BEGIN");
        const result = await run((sql, values) => client.query(sql, values));
        isCommitting = isKept(result);
        await client.query(isCommitting ? "COMMIT" : "ROLLBACK");
        isBroken = false;
        return result;
      } catch (error) {
        isBroken = !await isRolledBack(client, error);
        throw isCommitting && !isRefused(error)
          ? new UnansweredCommitError({ cause: error })
          : error;
      } finally {
        client.release(isBroken);
      }
    });
  }

  /** Closes all connections. Safe to call twice. */
  close(): Promise<void> {
    return this.#ending ??= this.#pool.end();
  }
}

/**
 * Whether the database rejected a statement, so that it certainly had no effect. Errors about the
 * connection, a shutdown, an unknown completion or the disk don't prove that: a disk error at a
 * commit stops the database, which may have written the commit.
 */
export function isRefused(error: unknown): boolean {
  const code = String(codeOf(error));
  if (NEVER_CONNECTED.includes(code)) return true;
  return SQLSTATE.test(code) && !/^(?:08|53|58|XX|57P0[12]|40003)/u.test(code);
}

/**
 * The database's own errors have a five-character code. After any other error, the state is
 * unknown.
 */
async function isRolledBack(client: DriverClient, error: unknown): Promise<boolean> {
  if (!SQLSTATE.test(String(codeOf(error)))) return false;
  return await client.query("ROLLBACK").then(() => true, () => false);
}

async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1;; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !CONFLICTS.includes(codeOf(error))) throw error;
      await delay(Math.random() * PAUSE_MS * 2 ** (tries - 1));
    }
  }
}

/** Returns an error's code, which has five characters (SQLSTATE) if it comes from the database. */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

/** Returns a column's bytes; empty for NULL. */
export function bytesIn(value: unknown): Bytes {
  if (!(value instanceof Uint8Array)) return new Uint8Array();
  const { buffer, byteOffset, byteLength } = value;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Runs statements about one owner, bound to `$1` in each of them. */
export class OwnerQueries {
  readonly #query: Query;
  readonly #owner: string;

  constructor(query: Query, owner: string) {
    this.#query = query;
    this.#owner = owner;
  }

  async all(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> {
    return (await this.#query(sql, [this.#owner, ...values])).rows;
  }

  async first(sql: string, ...values: readonly unknown[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0];
  }

  /** Returns whether the statement wrote a row. */
  async write(sql: string, ...values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await this.#query(sql, [this.#owner, ...values]);
    return (rowCount ?? 0) > 0;
  }
}
