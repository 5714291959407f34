import { UpstreamError, waitWords } from "./upstream_error.ts";

const WINDOW_MS = 3_600_000;
const LIMIT = 200;
/** Reserved for the re-check of a confirmed change, its steps, compensation and undo. */
const RESERVED = 10;
/** How long a 429 without a usable Retry-After closes the budget. */
const CLOSED_BY_DEFAULT_MS = 600_000;

/** Whether a request may be sent, and if not, in how many milliseconds. */
export type Reservation =
  | { readonly ok: true; readonly used: number }
  | {
    readonly ok: false;
    readonly used: number;
    readonly freeInMs: number;
    /** Whether a pause has to end, rather than the window having to move on. */
    readonly isClosed: boolean;
  };

/** How much of a window is used. */
export interface LedgerUse {
  /** Requests counted within the window. */
  readonly used: number;
  /** For how many milliseconds nothing may be sent; 0 if requests aren't paused. */
  readonly closedForMs: number;
}

/** A request to a ledger. */
export interface Taking {
  /** A rolling window that ends now, in milliseconds. */
  readonly windowMs: number;
  /** How many requests may be counted within it. */
  readonly limit: number;
}

/**
 * A count of sent requests; the store implements it for several processes. It goes by a clock
 * of its own because the clocks of the processes may differ.
 */
export interface RequestLedger {
  /**
   * Counts one request, unless the ledger is closed or `limit` requests were counted within
   * the window. Checking and counting are one atomic step.
   */
  tryTake(taking: Taking): Promise<Reservation>;
  /**
   * Pauses all requests for a time in milliseconds. Never shortens an earlier pause, unless a
   * clock that ran ahead set it.
   */
  close(forMs: number, windowMs: number): Promise<void>;
  /** Returns how much of the window is used, without counting anything. */
  use(windowMs: number): Promise<LedgerUse>;
}

/** Decides whether a request may be sent now. */
export class RequestBudget {
  readonly #ledger: RequestLedger;

  constructor({ ledger }: { readonly ledger: RequestLedger }) {
    this.#ledger = ledger;
  }

  /** Takes one request, or refuses without sending any. */
  async take(isReserved: boolean): Promise<void> {
    const limit = isReserved ? LIMIT : LIMIT - RESERVED;
    const taken = await this.#ledger.tryTake({ windowMs: WINDOW_MS, limit });
    if (taken.ok) return;
    const retryAfterMs = taken.freeInMs;
    if (taken.isClosed) {
      throw new UpstreamError(
        "YNAB accepts no more requests for now: " +
          `the next one may be sent in ${waitWords(retryAfterMs)}`,
        { code: "rate_limited", retryAfterMs },
      );
    }
    throw new UpstreamError(
      `YNAB's limit of ${LIMIT} requests an hour leaves none for this now: ` +
        `the next one is available in ${waitWords(retryAfterMs)}`,
      { code: "rate_limited", retryAfterMs },
    );
  }

  /** Closes the budget after a 429, for every client of the ledger. */
  async close(retryAfterMs: number | null): Promise<number> {
    // The window is an hour, so longer waits are never needed, and an absurd
    // Retry-After must not block the server forever.
    const waitMs = Math.min(retryAfterMs ?? CLOSED_BY_DEFAULT_MS, WINDOW_MS);
    await this.#ledger.close(waitMs, WINDOW_MS);
    return waitMs;
  }

  /**
   * Counts the requests that a change may still send, so that one that needs more
   * can be refused before it starts.
   */
  async free(): Promise<number> {
    const { used, closedForMs } = await this.#ledger.use(WINDOW_MS);
    return closedForMs > 0 ? 0 : Math.max(0, LIMIT - used);
  }
}

/** A request from further ahead was counted by a clock that was set back since; in milliseconds. */
const CLOCK_SLACK_MS = 60_000;

/** State of a ledger; times in milliseconds since 1970. */
export interface LedgerState {
  /** When requests were sent, in no promised order. */
  readonly sent: readonly number[];
  /** Until when nothing may be sent; 0 if nothing closes it. */
  readonly closedUntil: number;
}

/** The time in milliseconds since 1970, and the window that ends then. */
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
  // The request that has to leave the window before another one fits.
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

/** Makes a ledger that lives as long as the process. */
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

/** Requests within a window, except those counted by a clock that ran ahead. */
function sentWithin({ sent }: LedgerState, { now, windowMs }: Window): readonly number[] {
  return sent.filter((at) => at > now - windowMs && at <= now + CLOCK_SLACK_MS);
}

/** A pause never exceeds a window; a longer one was set by a wrong clock and is ignored. */
function closingAt(until: number, { now, windowMs }: Window): number {
  return until > now + windowMs + CLOCK_SLACK_MS ? 0 : until;
}
