import { UpstreamError, waitWords } from "./upstream_error.ts";

const WINDOW_MS = 3_600_000;
const LIMIT = 200;
/**
 * Number of requests reserved for a confirmed change: its final check, steps, compensation and
 * undo.
 */
const RESERVED = 10;
/** How long a 429 without a usable Retry-After pauses requests. */
const CLOSED_BY_DEFAULT_MS = 600_000;

/** Whether a request may be sent, and if not, the wait in milliseconds. */
export type Reservation =
  | { readonly ok: true; readonly used: number }
  | {
    readonly ok: false;
    readonly used: number;
    readonly freeInMs: number;
    /**
     * Why no request may be sent: requests are paused (`true`), or the window's requests are used
     * up (`false`).
     */
    readonly isClosed: boolean;
  };

/** How much of a window has been used. */
export interface LedgerUse {
  /** Requests counted within the window. */
  readonly used: number;
  /** How long requests remain paused, in milliseconds; 0 if they aren't paused. */
  readonly closedForMs: number;
}

/** A request to count in a ledger. */
export interface Taking {
  /** Length of the rolling window, which ends now, in milliseconds. */
  readonly windowMs: number;
  /** Maximum number of requests in the window. */
  readonly limit: number;
}

/**
 * Counts sent requests. The store implements this interface for several processes. The store uses
 * its own clock, because the processes' clocks may differ.
 */
export interface RequestLedger {
  /**
   * Counts a request, unless requests are paused or the window already has `limit` requests. The
   * check and the count are one atomic step.
   */
  tryTake(taking: Taking): Promise<Reservation>;
  /**
   * Pauses all requests for a time in milliseconds. Never shortens an earlier pause, unless a clock
   * that was ahead set it.
   */
  close(forMs: number, windowMs: number): Promise<void>;
  /** Returns how much of the window has been used, without counting anything. */
  use(windowMs: number): Promise<LedgerUse>;
}

/** Decides whether a request may be sent now. */
export class RequestBudget {
  readonly #ledger: RequestLedger;

  constructor(ledger: RequestLedger) {
    this.#ledger = ledger;
  }

  /** Counts one request, or rejects it before it is sent. */
  async take(isReserved: boolean): Promise<void> {
    const limit = isReserved ? LIMIT : LIMIT - RESERVED;
    const taken = await this.#ledger.tryTake({ windowMs: WINDOW_MS, limit });
    if (taken.ok) return;
    const retryAfterMs = taken.freeInMs;
    if (taken.isClosed) {
      throw new UpstreamError(
        "YNAB accepts no more requests for now: " +
          `the next request may be sent in ${waitWords(retryAfterMs)}`,
        { code: "rate_limited", retryAfterMs },
      );
    }
    throw new UpstreamError(
      `This call would exceed YNAB's limit of ${LIMIT} requests an hour: the next request is ` +
        `available in ${waitWords(retryAfterMs)}`,
      { code: "rate_limited", retryAfterMs },
    );
  }

  /** Pauses requests after a 429, for every client that shares the ledger. */
  async close(retryAfterMs: number | null): Promise<number> {
    // The window is an hour, so a longer wait is never necessary, and an absurd Retry-After must
    // not block the server forever.
    const waitMs = Math.min(retryAfterMs ?? CLOSED_BY_DEFAULT_MS, WINDOW_MS);
    await this.#ledger.close(waitMs, WINDOW_MS);
    return waitMs;
  }

  /**
   * Returns how many requests a change may still send, so that a change that needs more is rejected
   * before it starts.
   */
  async free(): Promise<number> {
    const { used, closedForMs } = await this.#ledger.use(WINDOW_MS);
    return closedForMs > 0 ? 0 : Math.max(0, LIMIT - used);
  }
}

/**
 * How far in the future a request's time may be, in milliseconds. A later time means that the clock
 * was set back after the request was counted.
 */
const CLOCK_SLACK_MS = 60_000;

/** State of a ledger; times in milliseconds since 1970. */
export interface LedgerState {
  /** Times of sent requests, in no guaranteed order. */
  readonly sent: readonly number[];
  /** End of the pause; 0 if requests aren't paused. */
  readonly closedUntil: number;
}

/** The current time in milliseconds since 1970, and the window that ends at that time. */
interface Window {
  readonly now: number;
  readonly windowMs: number;
}

export function withOneMore(
  state: LedgerState,
  { now, windowMs, limit }: Taking & Window,
): { readonly state: LedgerState; readonly reservation: Reservation } {
  const window = { now, windowMs };
  const sent = sentWithin(state, window).toSorted((one, other) => one - other);
  const closedUntil = closingAt(state.closedUntil, window);
  // The next request must wait until the oldest of the last `limit` requests leaves the window.
  const oldest = sent[sent.length - limit];
  const roomAt = oldest === undefined ? 0 : oldest + windowMs;
  const freeAt = Math.max(closedUntil, roomAt);
  if (freeAt > now) {
    const isClosed = closedUntil >= roomAt;
    const reservation = { ok: false, used: sent.length, freeInMs: freeAt - now, isClosed } as const;
    return { state, reservation };
  }
  const used = sent.length + 1;
  return { state: { sent: [...sent, now], closedUntil }, reservation: { ok: true, used } };
}

export function closedFor(
  { sent, closedUntil }: LedgerState,
  { now, windowMs, forMs }: Window & { readonly forMs: number },
): LedgerState {
  const before = closingAt(closedUntil, { now, windowMs });
  return { sent, closedUntil: Math.max(before, now + forMs) };
}

export function useOf(state: LedgerState, window: Window): LedgerUse {
  const closedUntil = closingAt(state.closedUntil, window);
  const closedForMs = Math.max(0, closedUntil - window.now);
  return { used: sentWithin(state, window).length, closedForMs };
}

/** Creates a ledger that lasts as long as the process. */
export function memoryLedger(now: () => number = Date.now): RequestLedger {
  let state: LedgerState = { sent: [], closedUntil: 0 };
  return {
    tryTake(taking): Promise<Reservation> {
      const taken = withOneMore(state, { ...taking, now: now() });
      state = taken.state;
      return Promise.resolve(taken.reservation);
    },
    close(forMs, windowMs): Promise<void> {
      state = closedFor(state, { now: now(), windowMs, forMs });
      return Promise.resolve();
    },
    use: (windowMs) => Promise.resolve(useOf(state, { now: now(), windowMs })),
  };
}

/**
 * Times of requests within a window, except times too far in the future, which a clock that was
 * ahead recorded.
 */
function sentWithin({ sent }: LedgerState, { now, windowMs }: Window): readonly number[] {
  return sent.filter((at) => at > now - windowMs && at <= now + CLOCK_SLACK_MS);
}

/** A pause never exceeds a window. A longer pause was set by a wrong clock and is ignored. */
function closingAt(until: number, { now, windowMs }: Window): number {
  return until > now + windowMs + CLOCK_SLACK_MS ? 0 : until;
}
