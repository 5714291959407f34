import { type RequestEvent, send, type Sender } from "./_send.ts";
import { prepareRequest } from "./_request.ts";
import { parseBaseUrl } from "./base_url.ts";
import {
  type Bodies,
  type CoveredOperation,
  coveredOperations,
  type operations,
} from "./operations.ts";
import type { LoadProgress } from "./response.ts";
import { after, delay } from "./timers.ts";
import { UpstreamError, waitWords } from "./upstream_error.ts";
import type { answers } from "./answers.ts";
import type { TypeOf } from "./wire/check.ts";

export type { RequestEvent };

const TIMEOUTS: Timeouts = { callMs: 30_000, firstLoadMs: 120_000 };
/**
 * Characters allowed in a token. If a token had characters that a header can't contain, the runtime
 * would throw an error that reveals the token.
 */
const USABLE_TOKEN = /^[\x21-\x7e]+$/;

export interface Timeouts {
  /** Time limit for a whole call, including retries, pauses and reading the body. */
  readonly callMs: number;
  /** Time limit for a `getTransactions` call that passes no server knowledge. */
  readonly firstLoadMs: number;
}

type RequiredOptions = Pick<Sender, "baseUrl" | "token" | "ledger">;

export interface UpstreamClientOptions
  extends RequiredOptions, Partial<Omit<Sender, keyof RequiredOptions | "userAgent">> {
  /** Runs a function after a delay, and returns a function that cancels the timer. */
  readonly after?: (ms: number, run: () => void) => () => void;
  readonly timeouts?: Partial<Timeouts>;
  /** This package's version, for the `User-Agent` header. */
  readonly version?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Lets a read use the requests reserved for changes. Writes may always use the reserved requests.
   */
  readonly reserve?: boolean;
  readonly onRequest?: () => void;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** One method for each supported YNAB operation. Methods throw an `UpstreamError` if they fail. */
export type UpstreamClient = {
  readonly [Id in CoveredOperation]: (
    ...call: Record<never, never> extends Calls[Id]["args"]
      ? [args?: Calls[Id]["args"], options?: CallOptions]
      : [args: Calls[Id]["args"], options?: CallOptions]
  ) => Promise<Calls[Id]["answer"]>;
};

export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { version } = options;
  const sender: Sender = {
    ...{ fetch: globalThis.fetch, now: Date.now, delay, random: Math.random, onRequest: () => {} },
    ...options,
    baseUrl: parseBaseUrl(options.baseUrl),
    userAgent: version === undefined ? "budget-tool-server" : `budget-tool-server/${version}`,
  };
  const limits = { ...TIMEOUTS, ...options.timeouts };
  const call = async (
    operation: CoveredOperation,
    args: Calls[CoveredOperation]["args"] = {},
    { signal, reserve = false, onRequest, onProgress }: CallOptions = {},
  ): Promise<unknown> => {
    refuseUnusableToken(options.token);
    const request = prepareRequest(operation, { ...args });
    const limitMs = request.isFirstLoad ? limits.firstLoadMs : limits.callMs;
    const limit = startCallLimit({ limitMs, signal, after: options.after ?? after });
    try {
      return await send(sender, request, {
        signal: limit.signal,
        isReserved: reserve || request.isWrite,
        onSend: () => onRequest?.(),
        onProgress: request.isFirstLoad ? onProgress : undefined,
      });
    } finally {
      limit.end();
    }
  };
  const methods = coveredOperations.map((id) => [
    id,
    (args?: Calls[typeof id]["args"], how?: CallOptions) => call(id, args, how),
  ]);
  // Each response was validated when its body was read.
  return Object.fromEntries(methods);
}

function refuseUnusableToken(token: string): void {
  if (USABLE_TOKEN.test(token)) return;
  throw new UpstreamError(
    "The access token is empty or contains invalid characters: check where you set it",
    { code: "unauthorized" },
  );
}

interface CallLimit {
  /** The signal's reason is an `UpstreamError`. */
  readonly signal: AbortSignal;
  /** Clears the timer and removes the listener from the caller's signal. */
  readonly end: () => void;
}

function startCallLimit({ limitMs, after, signal }: {
  readonly limitMs: number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly signal: AbortSignal | undefined;
}): CallLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(abortedError(signal?.reason));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const clear = after(limitMs, () => controller.abort(timeoutError(limitMs)));
  return {
    signal: controller.signal,
    end(): void {
      clear();
      signal?.removeEventListener("abort", abort);
    },
  };
}

function abortedError(cause: unknown): UpstreamError {
  return new UpstreamError("The call was canceled", { code: "aborted", cause });
}

function timeoutError(limitMs: number): UpstreamError {
  return new UpstreamError(
    `YNAB did not answer within ${waitWords(limitMs)}: try again in a few minutes`,
    { code: "unavailable" },
  );
}

export type { CoveredOperation };

export type Calls = {
  readonly [Id in CoveredOperation]: {
    readonly args: ArgsOf<(typeof operations)[Id]>;
    readonly answer: AnswerOf<(typeof operations)[Id]>;
  };
};

/**
 * Arguments of a request for all of a plan's records, or for those that changed since a given value
 * of YNAB's server knowledge.
 */
export type ListArgs = Calls["getAccounts"]["args"];

/** The deleted schedule; `null` if a retry found that it had already been deleted. */
export type DeletedScheduled = Calls["deleteScheduledTransaction"]["answer"];

export type CategoryList = TypeOf<typeof answers.CategoryList>;
export type SavedCategory = TypeOf<typeof answers.SavedCategory>;
export type SavedCategoryGroup = TypeOf<typeof answers.SavedCategoryGroup>;
export type SavedPayee = TypeOf<typeof answers.SavedPayee>;
export type ImportedTransactions = TypeOf<typeof answers.ImportedTransactions>;

type Flat<Type> = { readonly [Field in keyof Type]: Type[Field] };

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type ArgsOf<Row> = Flat<
  & (Row extends { readonly path: infer Path } ? Record<ParameterOf<Path>, string> : unknown)
  & (Row extends { readonly query: readonly (infer Name)[] } ? QueryOf<Name> : unknown)
  & (Row extends { readonly body: infer Body } ? BodyOf<Body> : unknown)
>;

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Camel<Name> | ParameterOf<Rest>
  : never;

type QueryOf<Name> =
  & ("last_knowledge_of_server" extends Name ? {
      /** `server_knowledge` of the previous response; omit it to request the complete list. */
      readonly knowledge?: number;
    }
    : unknown)
  & ("since_date" extends Name ? {
      /**
       * Start date, `YYYY-MM-DD`; without one, YNAB would return only transactions from the
       * past year, even in a delta.
       */
      readonly sinceDate: string;
    }
    : unknown);

type BodyOf<Body> = {
  readonly [Field in keyof Body as Camel<Field>]: Bodies[Body[Field] & keyof Bodies];
};

type AnswerOf<Row> =
  | (Row extends { readonly answer: infer Name }
    ? TypeOf<(typeof answers)[Name & keyof typeof answers]>
    : never)
  | (Row extends { readonly gone: infer Gone } ? Gone : never);
