import type { RequestEvent } from "./request_event.ts";
import type { LoadProgress } from "./load_progress.ts";
import type { Sender } from "./_attempt.ts";
import { startCallLimit } from "./_call_limit.ts";
import { prepareRequest } from "./_prepared_request.ts";
import { after, delay } from "./timers.ts";
import { callWithTries } from "./_tries.ts";
import { parseBaseUrl } from "./base_url.ts";
import type { Calls, CoveredOperation, NoArgs } from "./calls.ts";
import { RequestBudget, type RequestLedger } from "./request_budget.ts";
import { memoryLedger } from "./request_ledger.ts";
import { UpstreamError } from "./upstream_error.ts";

const TIMEOUTS: Timeouts = { callMs: 30_000, firstLoadMs: 120_000 };
/** A header takes nothing else, and an error about one would repeat the token. */
const USABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Time limits in milliseconds. */
export interface Timeouts {
  /** A whole call: every try, the waiting between them, and reading the body. */
  readonly callMs: number;
  /** The same for `getTransactions` without a knowledge. */
  readonly firstLoadMs: number;
}

/** What a client is made of; only the address and the token are required. */
export interface UpstreamClientOptions {
  /** Such as `https://api.ynab.com/v1`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Shared with other processes by the store; otherwise in memory. */
  readonly ledger?: RequestLedger;
  /** The time in milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits before a repeated try; rejects when the signal is aborted. */
  readonly delay?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs something after a time, and returns what calls it off; for time limits. */
  readonly after?: (ms: number, run: () => void) => () => void;
  /** A number from 0 up to 1. */
  readonly random?: () => number;
  readonly timeouts?: Partial<Timeouts>;
  /** Our own version, for the `User-Agent`. */
  readonly version?: string;
  readonly onRequest?: (event: RequestEvent) => void;
}

/** How one call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Lets a read use the requests that are kept for changes; writes always may. */
  readonly reserve?: boolean;
  /** Called for every request just before it is sent. */
  readonly onRequest?: () => void;
  /** Hears how much of a first load has come. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** One method per covered operation; each throws an `UpstreamError`. */
export type UpstreamClient = {
  readonly [Id in CoveredOperation]: (
    ...call: Calls[Id]["args"] extends NoArgs ? [args?: Calls[Id]["args"], options?: CallOptions]
      : [args: Calls[Id]["args"], options?: CallOptions]
  ) => Promise<Calls[Id]["answer"]>;
};

type Call = <Id extends CoveredOperation>(
  operation: Id,
  args: Calls[Id]["args"],
  options?: CallOptions,
) => Promise<Calls[Id]["answer"]>;

/**
 * Makes a client.
 *
 * @throws {TypeError} When the base address is not acceptable.
 */
export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const call = callOf(options);
  return {
    getPlans: (args, how) => call("getPlans", args ?? {}, how),
    getAccounts: (args, how) => call("getAccounts", args, how),
    getCategories: (args, how) => call("getCategories", args, how),
    createCategory: (args, how) => call("createCategory", args, how),
    updateCategory: (args, how) => call("updateCategory", args, how),
    getPlanMonths: (args, how) => call("getPlanMonths", args, how),
    getPlanMonth: (args, how) => call("getPlanMonth", args, how),
    updateMonthCategory: (args, how) => call("updateMonthCategory", args, how),
    getScheduledTransactions: (args, how) => call("getScheduledTransactions", args, how),
    getTransactions: (args, how) => call("getTransactions", args, how),
    createTransaction: (args, how) => call("createTransaction", args, how),
    updateTransactions: (args, how) => call("updateTransactions", args, how),
    importTransactions: (args, how) => call("importTransactions", args, how),
    deleteTransaction: (args, how) => call("deleteTransaction", args, how),
    updateTransaction: (args, how) => call("updateTransaction", args, how),
    createScheduledTransaction: (args, how) => call("createScheduledTransaction", args, how),
    updateScheduledTransaction: (args, how) => call("updateScheduledTransaction", args, how),
    deleteScheduledTransaction: (args, how) => call("deleteScheduledTransaction", args, how),
    createCategoryGroup: (args, how) => call("createCategoryGroup", args, how),
    updateCategoryGroup: (args, how) => call("updateCategoryGroup", args, how),
    getPayees: (args, how) => call("getPayees", args, how),
    updatePayee: (args, how) => call("updatePayee", args, how),
    getMoneyMovements: (args, how) => call("getMoneyMovements", args, how),
    getMoneyMovementsByMonth: (args, how) => call("getMoneyMovementsByMonth", args, how),
    getMoneyMovementGroups: (args, how) => call("getMoneyMovementGroups", args, how),
    getMoneyMovementGroupsByMonth: (args, how) => call("getMoneyMovementGroupsByMonth", args, how),
    getPlanSettingsById: (args, how) => call("getPlanSettingsById", args, how),
  };
}

function callOf(options: UpstreamClientOptions): Call {
  const sender = senderOf(options);
  const limits = { ...TIMEOUTS, ...options.timeouts };
  return async (operation, args, how = {}) => {
    const { signal, reserve = false, onRequest, onProgress } = how;
    refuseUnusableToken(options.token);
    const request = prepareRequest(operation, args);
    const limitMs = request.isFirstLoad ? limits.firstLoadMs : limits.callMs;
    const limit = startCallLimit({ limitMs, signal, after: options.after ?? after });
    try {
      const data = await callWithTries(request, {
        sender,
        signal: limit.signal,
        isReserved: reserve || request.isWrite,
        delay: options.delay ?? delay,
        random: options.random ?? Math.random,
        onSend: () => onRequest?.(),
        onProgress: request.isFirstLoad ? onProgress : undefined,
        onOutcome: (outcome) => options.onRequest?.({ operation, ...outcome }),
      });
      // What an operation answers was checked where the body was read.
      return data as Calls[typeof operation]["answer"];
    } finally {
      limit.end();
    }
  };
}

function senderOf(options: UpstreamClientOptions): Sender {
  const { baseUrl, token, version, now = Date.now, ledger = memoryLedger(now) } = options;
  return {
    baseUrl: parseBaseUrl(baseUrl),
    token,
    userAgent: version === undefined ? "budget-tool-server" : `budget-tool-server/${version}`,
    fetch: options.fetch ?? globalThis.fetch,
    budget: new RequestBudget({ ledger }),
    now,
  };
}

function refuseUnusableToken(token: string): void {
  if (USABLE_TOKEN.test(token)) return;
  throw new UpstreamError(
    "The access token is empty or holds characters that no token has: check where it comes from",
    { code: "unauthorized" },
  );
}
