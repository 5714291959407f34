/**
 * The request budget: upstream allows 200 requests per rolling hour and token.
 * What was sent is counted in a ledger, which processes with the same token share.
 *
 * @module
 */

import { waitWords } from "./wait_words.ts";
import { UpstreamError } from "./upstream_error.ts";

const WINDOW_MS = 3_600_000;
/** A request from so far ahead was counted by a clock that has been set back, in milliseconds. */
const CLOCK_SLACK_MS = 60_000;
const LIMIT = 200;
/** Kept for the re-check of a confirmed change, its steps, compensation and undo. */
const RESERVED = 10;
/** How long a 429 without a usable Retry-After closes the budget. */
const CLOSED_BY_DEFAULT_MS = 600_000;

/** A rolling window that ends now; both in milliseconds. */
export interface LedgerWindow {
  readonly now: number;
  readonly windowMs: number;
}

/** Whether a request may be sent, and if not, from when on one may. */
export type Reservation = { readonly ok: true } | { readonly ok: false; readonly freeAt: number };

/** How much of a window is used. */
export interface LedgerUse {
  /** Requests counted within the window. */
  readonly used: number;
  /** Time until which nothing may be sent; 0 when the ledger was never closed. */
  readonly closedUntil: number;
}

/** A count of sent requests; the store implements it for several processes. */
export interface RequestLedger {
  /**
   * Counts one request at `now`, unless the ledger is closed or `limit` requests
   * were counted within the window. Looking and counting are one atomic step.
   */
  tryTake(take: LedgerWindow & { readonly limit: number }): Promise<Reservation>;
  /**
   * Refuses every request before `until`; never shortens an earlier closing, but for one
   * that only a clock that ran ahead can have asked for.
   */
  close(until: number, window: LedgerWindow): Promise<void>;
  /** Tells how much of the window is used, without counting anything. */
  use(window: LedgerWindow): Promise<LedgerUse>;
}

/** What a {@linkcode RequestBudget} works with. */
export interface RequestBudgetOptions {
  readonly ledger: RequestLedger;
  /** The time in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Makes a ledger that lives as long as the process.
 *
 * @returns An empty ledger.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const ledger = memoryLedger();
 * const take = { now: 5_000, windowMs: 1_000, limit: 1 };
 *
 * assertEquals(await ledger.tryTake(take), { ok: true });
 * assertEquals(await ledger.tryTake(take), { ok: false, freeAt: 6_000 });
 * ```
 */
export function memoryLedger(): RequestLedger {
  let sent: readonly number[] = [];
  let closedUntil = 0;
  const within = (window: LedgerWindow): readonly number[] =>
    sent.filter((at) => isWithin(at, window));
  return {
    tryTake({ now, windowMs, limit }): Promise<Reservation> {
      sent = within({ now, windowMs });
      const oldest = sent[sent.length - limit];
      const closed = closingAt(closedUntil, { now, windowMs });
      const freeAt = Math.max(closed, oldest === undefined ? 0 : oldest + windowMs);
      if (freeAt > now) return Promise.resolve({ ok: false, freeAt });
      sent = [...sent, now];
      return Promise.resolve({ ok: true });
    },
    close(until, window): Promise<void> {
      closedUntil = Math.max(closingAt(closedUntil, window), until);
      return Promise.resolve();
    },
    use(window): Promise<LedgerUse> {
      const closed = closingAt(closedUntil, window);
      return Promise.resolve({ used: within(window).length, closedUntil: closed });
    },
  };
}

/**
 * Tells whether a request counts within a window.
 *
 * @param at When it was sent, in milliseconds since 1970.
 * @param window The window.
 */
export function isWithin(at: number, { now, windowMs }: LedgerWindow): boolean {
  return at > now - windowMs && at <= now + CLOCK_SLACK_MS;
}

/**
 * Gives until when a ledger is closed: nothing closes it for longer than a window.
 *
 * @param until What was asked for, in milliseconds since 1970.
 * @param window The window.
 * @returns The time, or 0 for one that only a wrong clock can have asked for.
 */
export function closingAt(until: number, { now, windowMs }: LedgerWindow): number {
  return until > now + windowMs + CLOCK_SLACK_MS ? 0 : until;
}

/** Decides whether a request may be sent now. */
export class RequestBudget {
  readonly #ledger: RequestLedger;
  readonly #now: () => number;

  /**
   * Makes a budget over a ledger.
   *
   * @param options The ledger and the clock.
   */
  constructor({ ledger, now = Date.now }: RequestBudgetOptions) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /**
   * Takes one request, or refuses without sending any.
   *
   * @param isReserved Whether the last requests of the hour may be used.
   * @throws {UpstreamError} `rate_limited`, with the time until one is free.
   */
  async take(isReserved: boolean): Promise<void> {
    const now = this.#now();
    const limit = isReserved ? LIMIT : LIMIT - RESERVED;
    const taken = await this.#ledger.tryTake({ now, windowMs: WINDOW_MS, limit });
    if (taken.ok) return;
    const retryAfterMs = taken.freeAt - now;
    const { closedUntil } = await this.#ledger.use({ now, windowMs: WINDOW_MS });
    if (closedUntil >= taken.freeAt) {
      throw new UpstreamError(
        "YNAB wants no more requests for now: " +
          `the next one may be sent in ${waitWords(retryAfterMs)}`,
        { code: "rate_limited", retryAfterMs },
      );
    }
    throw new UpstreamError(
      `YNAB's limit of ${LIMIT} requests an hour leaves none for this now: ` +
        `the next one is free in ${waitWords(retryAfterMs)}`,
      { code: "rate_limited", retryAfterMs },
    );
  }

  /**
   * Closes the budget after a 429, for every client of the ledger.
   *
   * @param retryAfterMs What the answer asked for; `null` when it did not say.
   * @returns How long the budget is closed, in milliseconds.
   */
  async close(retryAfterMs: number | null): Promise<number> {
    // The window is an hour: waiting longer is never needed, and a wild
    // Retry-After must not shut the server for ever.
    const waitMs = Math.min(retryAfterMs ?? CLOSED_BY_DEFAULT_MS, WINDOW_MS);
    const now = this.#now();
    await this.#ledger.close(now + waitMs, { now, windowMs: WINDOW_MS });
    return waitMs;
  }

  /**
   * Counts the requests that a change may still send, so that one that needs more
   * can be refused before it starts.
   *
   * @returns Free requests, the reserved ones included.
   */
  async free(): Promise<number> {
    const now = this.#now();
    const { used, closedUntil } = await this.#ledger.use({ now, windowMs: WINDOW_MS });
    return closedUntil > now ? 0 : Math.max(0, LIMIT - used);
  }
}
