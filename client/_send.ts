import { readAnswer, UnreadableAnswer } from "./answers.ts";
import {
  connectionMeaning,
  failureCause,
  isConnectFailure,
  type Meaning,
} from "./_network_error.ts";
import { addressAdvice } from "./base_url.ts";
import { type CoveredOperation, type Operation, operations } from "./operations.ts";
import { type PreparedRequest, type WriteBody, writeBody } from "./_request.ts";
import { closeRequests, type RequestLedger, takeRequest } from "./request_budget.ts";
import {
  bodyText,
  isRefusal,
  isWebPage,
  type LoadProgress,
  MAX_BODY_BYTES,
  OversizedBody,
  retryAfterMs,
  SIGN_IN_ADVICE,
  statusError,
} from "./response.ts";
import { untilAborted } from "./timers.ts";
import { uncertainly, UpstreamError } from "./upstream_error.ts";

const TRANSIENT: readonly number[] = [502, 503, 504];
/**
 * HTTP status of an internal error. After an internal error, reads aren't retried, because they
 * would fail again; writes are retried, because the retry shows whether the first attempt was
 * applied.
 */
const INTERNAL_FAULT = 500;
const MAX_TRIES = 3;
/** Maximum pause before the second attempt; doubled before the third. */
const FIRST_WAIT_MS = 1_000;

const OVERSIZED: Meaning = {
  reason: `YNAB's response is too large to read (more than ${MAX_BODY_BYTES / 1e6} MB)`,
  advice: "try again later",
};

/** A sent request and its outcome, without any plan data. */
export interface RequestEvent {
  readonly operation: CoveredOperation;
  /** HTTP status; `null` if no complete response was received. */
  readonly status: number | null;
  readonly ms: number;
  readonly attempt: number;
  /** Why there was no response, such as `ENOTFOUND` or `UnknownIssuer`; absent if unknown. */
  readonly cause?: string;
}

export interface Sender {
  readonly baseUrl: string;
  readonly token: string;
  readonly userAgent: string;
  readonly fetch: typeof globalThis.fetch;
  /** Counts requests, including those of other processes that share the store. */
  readonly ledger: RequestLedger;
  readonly now: () => number;
  /** Pauses before a retry; rejects if the signal is aborted. */
  readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly onRequest: (event: RequestEvent) => void;
}

export interface SendOptions {
  /** Signal that aborts the call; its reason is an `UpstreamError`. */
  readonly signal: AbortSignal;
  /** Whether the call may use the requests reserved for changes. */
  readonly isReserved: boolean;
  readonly onSend: () => void;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

type Outcome = { readonly data: unknown; readonly status: number } | Failure;

interface Failure {
  readonly error: UpstreamError;
  readonly isTransient: boolean;
  /** Whether the request was a write that might have been applied even though it failed. */
  readonly isUncertain: boolean;
}

interface Received {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/**
 * Sends a request repeatedly until it succeeds, fails permanently, or has been attempted three
 * times.
 */
export async function send(
  sender: Sender,
  request: PreparedRequest,
  options: SendOptions,
): Promise<unknown> {
  const { signal, isReserved } = options;
  signal.throwIfAborted();
  await takeRequest(sender.ledger, isReserved);
  let isUncertain = false;
  for (let number = 1;; number++) {
    const outcome = await observedAttempt(sender, request, { ...options, number });
    if ("data" in outcome) return outcome.data;
    const absence = answerOfAbsence(request.operation, outcome.error, isUncertain);
    if (absence !== undefined) return absence;
    isUncertain ||= outcome.isUncertain;
    if (number === MAX_TRIES || !mayRepeat(request, outcome)) {
      throw isUncertain ? uncertainly(outcome.error) : outcome.error;
    }
    try {
      // Full jitter keeps clients that failed together from retrying together.
      const waitMs = sender.random() * FIRST_WAIT_MS * 2 ** (number - 1);
      await untilAborted(sender.delay(waitMs, signal), signal);
      await takeRequest(sender.ledger, isReserved);
    } catch {
      const error = cancellation(signal) ?? outcome.error;
      throw isUncertain ? uncertainly(error) : error;
    }
  }
}

/**
 * The result to return for a "not found" response. YNAB returns 404.2 for an empty list of plans or
 * schedules. If a delete got no response and its retry returns "not found", the delete has
 * succeeded.
 */
function answerOfAbsence(id: CoveredOperation, error: UpstreamError, isRepeated: boolean): unknown {
  const operation: Operation = operations[id];
  if (error.errorId !== "404.2") return undefined;
  if ("empty" in operation) return operation.empty;
  return isRepeated && "gone" in operation ? operation.gone : undefined;
}

function mayRepeat({ repeat }: PreparedRequest, { isTransient, isUncertain }: Failure): boolean {
  return isTransient && (repeat === "always" || !isUncertain);
}

/**
 * Returns the error for a canceled call. Returns `null` after a timeout, so that the caller reports
 * the previous attempt's failure, which is more informative.
 */
function cancellation(signal: AbortSignal): UpstreamError | null {
  const reason: unknown = signal.reason;
  return reason instanceof UpstreamError && reason.code === "aborted" ? reason : null;
}

async function observedAttempt(
  sender: Sender,
  request: PreparedRequest,
  { signal, number: attempt, onSend, onProgress }: SendOptions & { readonly number: number },
): Promise<Outcome> {
  ignoringErrors(onSend);
  const sentAt = sender.now();
  const outcome = await attemptOnce(sender, request, {
    signal,
    onProgress: (progress) => ignoringErrors(() => onProgress?.(progress)),
  });
  const ms = sender.now() - sentAt;
  const { operation } = request;
  const { status, cause: thrown } = "data" in outcome ? { ...outcome, cause: null } : outcome.error;
  const cause = status === null ? failureCause(thrown) : null;
  ignoringErrors(() =>
    sender.onRequest({ operation, status, ms, attempt, ...(cause === null ? {} : { cause }) })
  );
  return outcome;
}

function ignoringErrors(observe: () => void): void {
  try {
    observe();
  } catch {
    // An observer's error must not hide the outcome of a write.
  }
}

type Exchange = Pick<SendOptions, "signal" | "onProgress">;

/** Sends one request, which has already been counted against the request budget. */
async function attemptOnce(
  sender: Sender,
  request: PreparedRequest,
  { signal, onProgress }: Exchange,
): Promise<Outcome> {
  if (signal.aborted) return { error: signal.reason, isTransient: false, isUncertain: false };
  const body = request.isWrite ? writeBody(request.body) : null;
  let received: Received;
  try {
    const sent = exchange(sender, { request, body, signal, onProgress });
    received = await untilAborted(sent, signal);
  } catch (cause) {
    const mayHaveLeft = body?.seal() ?? false;
    const isUncertain = mayHaveLeft && !isConnectFailure(cause);
    if (signal.aborted) return { error: signal.reason, isTransient: false, isUncertain };
    const isTransient = !(cause instanceof OversizedBody);
    return { error: brokenError(cause, sender), isTransient, isUncertain };
  }
  return received.status >= 200 && received.status < 300
    ? success(sender, request, received)
    : await refused(sender, request, received);
}

async function exchange(
  { baseUrl, token, userAgent, fetch }: Sender,
  { request, body, signal, onProgress }: Exchange & {
    readonly request: PreparedRequest;
    readonly body: WriteBody | null;
  },
): Promise<Received> {
  const init: RequestInit & { readonly duplex?: "half" } = {
    method: request.method,
    headers: {
      "Accept": "application/json",
      "Authorization": `Bearer ${token}`,
      "User-Agent": userAgent,
      ...(request.body === "" ? {} : { "Content-Type": "application/json" }),
    },
    // Never send the token to a redirect target.
    redirect: "manual",
    credentials: "omit",
    signal,
    ...(body === null ? {} : { body: body.stream, duplex: "half" }),
  };
  const response = await fetch(baseUrl + request.path, init);
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, text: await bodyText(response, onProgress) };
}

function success(
  { baseUrl }: Sender,
  request: PreparedRequest,
  { status, text }: Received,
): Outcome {
  try {
    return { data: readAnswer(operations[request.operation].answer, text), status };
  } catch (cause) {
    const field = cause instanceof UnreadableAnswer ? cause.field : null;
    const where = field === null ? "" : ` (${field} is missing or has the wrong type)`;
    const words = isWebPage(text)
      ? `A web page came back instead of YNAB's response: ${addressAdvice(baseUrl, SIGN_IN_ADVICE)}`
      : `YNAB sent an unreadable response${where}: ${addressAdvice(baseUrl, "try again later")}`;
    const error = new UpstreamError(words, { code: "unavailable", status, cause });
    return { error, isTransient: request.isWrite, isUncertain: request.isWrite };
  }
}

async function refused(
  { baseUrl, ledger, now, token }: Sender,
  request: PreparedRequest,
  { status, retryAfter, text }: Received,
): Promise<Outcome> {
  const waitMs = status === 429
    ? await closeRequests(ledger, retryAfterMs(retryAfter, now()))
    : null;
  return {
    error: statusError({ status, text, token, baseUrl, retryAfterMs: waitMs }),
    isTransient: TRANSIENT.includes(status) || request.isWrite && status === INTERNAL_FAULT,
    isUncertain: request.isWrite && !isRefusal(status, text),
  };
}

function brokenError(cause: unknown, { baseUrl }: Sender): UpstreamError {
  const { reason, advice } = cause instanceof OversizedBody ? OVERSIZED : connectionMeaning(cause);
  const isDenied = cause instanceof Error && cause.name === "NotCapable";
  return new UpstreamError(
    isDenied
      ? `A Deno permission is missing: start the server with --allow-net=${new URL(baseUrl).host}`
      : `${reason}: ${addressAdvice(baseUrl, advice)}`,
    { code: "unavailable", cause },
  );
}
