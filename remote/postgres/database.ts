import * as driver from "pg";
import { delay } from "../../client/timers.ts";
import {
  isList,
  type Rows,
  Sql,
  type SqlDatabase,
  type Steps,
  type TransactionOptions,
} from "../../sync/store/sql.ts";
import { UnansweredCommitError } from "../../sync/store/store_errors.ts";
import { type ConnectionSettings, connectionSettings } from "./connection_url.ts";
import { codeOf, SCHEMA } from "./schema.ts";

/** Runs one statement with values bound to `$1` and so on. */
type Query = (text: string, values?: readonly unknown[]) => Promise<{ readonly rows: Rows }>;

/** The part of a pooled `pg` client that this module uses. */
interface DriverClient {
  readonly query: Query;
  on(event: "error", listener: (error: Error) => void): void;
  /** Returns the connection to the pool, or closes it if it may be broken. */
  release(isBroken?: boolean): void;
}

/** The part of a `pg` pool that this module uses. */
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
/** Maximum time to connect, including the wait for a free connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 25_000;
/**
 * Begins a transaction. If this machine goes down, the database ends the transaction after 5
 * seconds, rather than after several hours, so that the transaction doesn't block other replicas.
 * `BEGIN` and `SET` are sent in one message.
 */
const BEGIN = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 5000";

/**
 * Error codes for serialization failures and deadlocks, which can result from concurrent writes.
 */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const TRIES = 8;
/** Upper limit of the first pause after a conflict, in milliseconds; doubles with each retry. */
const PAUSE_MS = 10;

const SQLSTATE = /^[\dA-Z]{5}$/u;

/** Error codes for a connection that couldn't be made. */
const NEVER_CONNECTED: readonly string[] = ["ECONNREFUSED", "ENOENT", "ENOTFOUND"];

/** SQL for the database's current time in milliseconds since 1970. */
const CLOCK = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)";

export interface DatabaseParts {
  /** Returns SQL for the time in milliseconds since 1970; uses the database's clock by default. */
  readonly clock?: () => string;
}

export class Database implements SqlDatabase {
  readonly schema: Sql = SCHEMA;
  readonly #pool: DriverPool;
  readonly #clock: () => string;
  #ending: Promise<void> | null = null;

  /** Creates a pool that connects on first use. */
  constructor(url: string, { clock = (): string => CLOCK }: DatabaseParts = {}) {
    this.#clock = clock;
    this.#pool = new Pool({
      ...connectionSettings(url),
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

  get now(): Sql {
    return new Sql([this.#clock()]);
  }

  all(statement: Sql | string): Promise<Rows> {
    return retryConflicts(() => rowsOf(this.#pool, statement));
  }

  /**
   * @throws {UnansweredCommitError} If the outcome of the commit is unknown. Any other error means
   * that nothing was written.
   */
  async transaction<Result>(
    steps: () => Steps<Result>,
    { isCommitted = (): boolean => true }: TransactionOptions<Result> = {},
  ): Promise<Result> {
    return await retryConflicts(async () => {
      const client = await this.#pool.connect();
      let isBroken = true;
      let isCommitting = false;
      try {
        await client.query(BEGIN);
        const running = steps();
        let step = running.next();
        while (step.done !== true) step = running.next(await rowsOf(client, step.value));
        isCommitting = isCommitted(step.value);
        await client.query(isCommitting ? "COMMIT" : "ROLLBACK");
        isBroken = false;
        return step.value;
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

  close(): Promise<void> {
    return this.#ending ??= this.#pool.end();
  }
}

/**
 * Whether an error proves that a statement had no effect, as most errors from the database do.
 * Others don't: for example, if a disk error during a commit stops the database, the commit may
 * already have been written.
 */
export function isRefused(error: unknown): boolean {
  const code = String(codeOf(error));
  if (NEVER_CONNECTED.includes(code)) return true;
  return SQLSTATE.test(code) && !/^(?:08|53|58|XX|57P0[12]|40003)/u.test(code);
}

/**
 * Rolls back a transaction and returns whether that succeeded. Only the database's own errors have
 * a five-character code; after any other error, the transaction's state is unknown.
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

async function rowsOf(
  connection: { readonly query: Query },
  statement: Sql | string,
): Promise<Rows> {
  const { texts, values } = typeof statement === "string" ? new Sql([statement]) : statement;
  // A list is passed as one parameter, because the number of parameters is limited.
  const text = texts.reduce((before, after, nth) =>
    `${before}${isList(values[nth - 1]) ? `(SELECT unnest($${nth}::text[]))` : `$${nth}`}${after}`
  );
  return (await connection.query(text, values)).rows;
}
