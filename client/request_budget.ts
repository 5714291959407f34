import { UpstreamError, waitWords } from "./upstream_error.ts";

/** Length of the rolling window for counting requests, in milliseconds. */
export const WINDOW_MS = 3_600_000;
const LIMIT = 200;
/** Number of requests reserved for changes, including undoing them and reverting failed ones. */
const RESERVED = 10;
/** How long a 429 response without a usable Retry-After header pauses requests, in milliseconds. */
const CLOSED_BY_DEFAULT_MS = 600_000;

export interface Refusal {
  readonly freeInMs: number;
  /**
   * The reason why a request must wait: `true` means that requests are paused; `false` means that
   * the window's request limit has been reached.
   */
  readonly isClosed: boolean;
}

export interface LedgerUse {
  readonly used: number;
  /** How long requests remain paused, in milliseconds; 0 if they aren't paused. */
  readonly closedForMs: number;
}

/**
 * Counts sent requests. The store implements this interface, so that processes can share one
 * request count. Times come from the store's clock, because the processes' clocks may differ.
 */
export interface RequestLedger {
  /**
   * Returns a refusal if requests are paused or the window already has `limit` requests. Otherwise,
   * counts the request and returns `null`. The check and the count are one atomic step.
   */
  tryTake(limit: number): Promise<Refusal | null>;
  /**
   * Pauses all requests for the given number of milliseconds. Doesn't shorten an earlier pause,
   * unless that pause was set while the store's clock was ahead.
   */
  close(forMs: number): Promise<void>;
  /**
   * Returns the request count and how much time is left in the pause. Unlike `tryTake`, doesn't
   * count a request.
   */
  use(): Promise<LedgerUse>;
}

export async function takeRequest(ledger: RequestLedger, isReserved: boolean): Promise<void> {
  const refusal = await ledger.tryTake(isReserved ? LIMIT : LIMIT - RESERVED);
  if (refusal === null) return;
  const { freeInMs: retryAfterMs, isClosed } = refusal;
  const wait = waitWords(retryAfterMs);
  throw new UpstreamError(
    isClosed
      ? `YNAB isn't accepting requests right now: try again in ${wait}`
      : `This call would exceed YNAB's limit of ${LIMIT} requests an hour: the next request can ` +
        `be sent in ${wait}`,
    { code: "rate_limited", retryAfterMs },
  );
}

/** Pauses requests after a 429, for every client that shares the ledger. */
export async function closeRequests(
  ledger: RequestLedger,
  retryAfterMs: number | null,
): Promise<number> {
  // The window is an hour, so a longer wait is never necessary, and an absurd Retry-After must not
  // block the server forever.
  const waitMs = Math.min(retryAfterMs ?? CLOSED_BY_DEFAULT_MS, WINDOW_MS);
  await ledger.close(waitMs);
  return waitMs;
}

/**
 * Returns how many requests a change may still send. To avoid a change that stops halfway, the tool
 * `assign_month` refuses a change if too few requests are left for the change and its undo. For the
 * same reason, `undo_operation` refuses an undo that needs more requests than are left.
 */
export async function freeRequests(ledger: RequestLedger): Promise<number> {
  const { used, closedForMs } = await ledger.use();
  return closedForMs > 0 ? 0 : Math.max(0, LIMIT - used);
}

/**
 * How far in the future a request's time may be, in milliseconds. A time further in the future than
 * this limit means that the clock was set back after the request was counted.
 */
const CLOCK_SLACK_MS = 60_000;

/** State of a request ledger; times are in milliseconds since 1970. */
export interface LedgerState {
  readonly sent: readonly number[];
  /** End of the pause; 0 if requests aren't paused. */
  readonly closedUntil: number;
}

/** Returns why no request can be sent now; `null` if one can. */
export function refusalAt(state: LedgerState, now: number, limit: number): Refusal | null {
  const sent = sentWithin(state, now).toSorted((one, other) => one - other);
  const closedUntil = closingAt(state, now);
  // The next request must wait until the oldest of the last `limit` requests leaves the window.
  const oldest = sent[sent.length - limit];
  const roomAt = oldest === undefined ? 0 : oldest + WINDOW_MS;
  const freeAt = Math.max(closedUntil, roomAt);
  return freeAt > now ? { freeInMs: freeAt - now, isClosed: closedUntil >= roomAt } : null;
}

export function withOneMore(state: LedgerState, now: number): LedgerState {
  return { sent: [...sentWithin(state, now), now], closedUntil: closingAt(state, now) };
}

export function closedFor(state: LedgerState, now: number, forMs: number): LedgerState {
  return { sent: state.sent, closedUntil: Math.max(closingAt(state, now), now + forMs) };
}

export function useOf(state: LedgerState, now: number): LedgerUse {
  const closedForMs = Math.max(0, closingAt(state, now) - now);
  return { used: sentWithin(state, now).length, closedForMs };
}

/**
 * Times of requests within the window, except times too far in the future, which were recorded
 * while the clock was ahead.
 */
function sentWithin({ sent }: LedgerState, now: number): readonly number[] {
  return sent.filter((at) => at > now - WINDOW_MS && at <= now + CLOCK_SLACK_MS);
}

/**
 * Returns the end of the pause. A pause is never longer than the window; a pause that seems longer
 * was set while the clock was wrong, so it is ignored.
 */
function closingAt({ closedUntil }: LedgerState, now: number): number {
  return closedUntil > now + WINDOW_MS + CLOCK_SLACK_MS ? 0 : closedUntil;
}
