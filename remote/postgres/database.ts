import * as driver from "pg";
import { delay } from "../../client/timers.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import { UnansweredCommitError } from "../../sync/store/store_errors.ts";
import type {
  Answered,
  DriverClient,
  DriverModule,
  DriverPool,
  DriverSettings,
  Query,
} from "./driver_shape.ts";

const { Pool } = driver as unknown as DriverModule;

/** Connections at most. */
const CONNECTIONS = 8;
/** How long a connection may take, the waiting for a free one included, in milliseconds. */
const CONNECTING_MS = 10_000;
/** How long an answer may take, in milliseconds. */
const ANSWERING_MS = 25_000;

/** Serialization failure, and deadlock: others wrote at the same moment. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const TRIES = 8;
/** The longest first pause after a conflict, in milliseconds; each may be twice the one before. */
const PAUSE_MS = 10;

/** How the codes look that the database itself gives. */
const SQLSTATE = /^[\dA-Z]{5}$/u;

/** No database responded. */
const NEVER_CONNECTED: readonly string[] = ["ECONNREFUSED", "ENOENT", "ENOTFOUND"];

/** The time of the database, in milliseconds since 1970. */
const CLOCK = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)";

/** How pauses are made, so that those who met at one moment don't meet again. */
interface Pausing {
  readonly delay?: typeof delay;
  /** Gives a number from 0 on, and below 1. */
  readonly random?: () => number;
}

/** How a database is opened. */
export interface DatabaseOptions extends Pausing {
  readonly settings: DriverSettings;
  /** Gives an expression for the time in milliseconds since 1970; the database's own clock. */
  readonly clock?: () => string;
}

/** A database. */
export class Database {
  readonly #pool: DriverPool;
  readonly #clock: () => string;
  readonly #pausing: Pausing;
  #ending: Promise<void> | null = null;

  /** Makes it; it is connected to when it is first asked. */
  constructor({ settings, clock = (): string => CLOCK, ...pausing }: DatabaseOptions) {
    this.#clock = clock;
    this.#pausing = pausing;
    this.#pool = new Pool({
      ...settings,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECTING_MS,
      query_timeout: ANSWERING_MS,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // Without a listener, losing an idle connection would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  /** An expression for the time in milliseconds since 1970. */
  get now(): string {
    return this.#clock();
  }

  /** Asks one statement, a transaction of its own. */
  readonly query: Query = (sql, values) =>
    untilNoConflict(() => this.#pool.query(sql, values), this.#pausing);

  /**
   * Runs statements in one transaction.
   *
   * @throws {UnansweredCommitError} When the commit was not answered.
   * @throws What the driver does, and nothing is written then.
   */
  async inTransaction<Result>(
    run: (query: Query) => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return await untilNoConflict(async () => {
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
    }, this.#pausing);
  }

  /** Lets go of every connection; calling it twice does no harm. */
  close(): Promise<void> {
    return this.#ending ??= this.#pool.end();
  }
}

/**
 * Whether the database refused a statement, so that it certainly had no effect.
 * Errors about the connection, a shutdown or an unknown completion don't prove that,
 * nor do disk errors: one at a commit stops the database, which may have written it.
 */
export function isRefused(error: unknown): boolean {
  const code = String(codeOf(error));
  if (NEVER_CONNECTED.includes(code)) return true;
  return SQLSTATE.test(code) && !/^(?:08|53|58|XX|57P0[12]|40003)/u.test(code);
}

/** Database errors have a five-character code; after other errors the state is unknown. */
async function isRolledBack(client: DriverClient, error: unknown): Promise<boolean> {
  if (!SQLSTATE.test(String(codeOf(error)))) return false;
  return await client.query("ROLLBACK").then(() => true, () => false);
}

async function untilNoConflict<Result>(
  run: () => Promise<Result>,
  { delay: wait = delay, random = Math.random }: Pausing,
): Promise<Result> {
  for (let tries = 1;; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !CONFLICTS.includes(codeOf(error))) throw error;
      await wait(random() * PAUSE_MS * 2 ** (tries - 1));
    }
  }
}

/** Returns an error's code: five characters if it comes from the database (SQLSTATE). */
export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}

/** Gives bytes as they were written; none where there are none. */
export function bytesIn(value: unknown): Bytes {
  if (!(value instanceof Uint8Array)) return new Uint8Array();
  const { buffer, byteOffset, byteLength } = value;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Whether a statement has written something. */
export function hasWritten({ rowCount }: Answered): boolean {
  return (rowCount ?? 0) > 0;
}
