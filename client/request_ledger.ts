import type { LedgerUse, RequestLedger, Reservation, Taking } from "./request_budget.ts";

/** A request from so far ahead was counted by a clock that has been set back, in milliseconds. */
const CLOCK_SLACK_MS = 60_000;

/** What a ledger holds; times in milliseconds since 1970. */
export interface LedgerState {
  /** When requests were sent, in no promised order. */
  readonly sent: readonly number[];
  /** Until when nothing may be sent; 0 if nothing closes it. */
  readonly closedUntil: number;
}

/** A ledger that has counted nothing. */
export const EMPTY_LEDGER: LedgerState = { sent: [], closedUntil: 0 };

/** The time in milliseconds since 1970, and the window that ends then. */
interface Window {
  readonly now: number;
  readonly windowMs: number;
}

/** Counts a request. */
export function withOneMore(
  state: LedgerState,
  { now, windowMs, limit }: Taking & Window,
): { readonly state: LedgerState; readonly reservation: Reservation } {
  const window = { now, windowMs };
  const sent = sentWithin(state, window).toSorted((one, other) => one - other);
  const closedUntil = closingAt(state.closedUntil, window);
  // The one that has to leave the window before there is room for another.
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

/** Closes a ledger. */
export function closedFor(
  { sent, closedUntil }: LedgerState,
  { now, windowMs, forMs }: Window & { readonly forMs: number },
): LedgerState {
  const before = closingAt(closedUntil, { now, windowMs });
  return { sent, closedUntil: Math.max(before, now + forMs) };
}

/** Tells how much of a window is used. */
export function useOf(state: LedgerState, window: Window): LedgerUse {
  const closedUntil = closingAt(state.closedUntil, window);
  const closedForMs = Math.max(0, closedUntil - window.now);
  return { used: sentWithin(state, window).length, closedForMs };
}

/** Makes a ledger that lives as long as the process. */
export function memoryLedger(now: () => number = Date.now): RequestLedger {
  let state = EMPTY_LEDGER;
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

/** Those of a window; of a clock that ran ahead none. */
function sentWithin({ sent }: LedgerState, { now, windowMs }: Window): readonly number[] {
  return sent.filter((at) => at > now - windowMs && at <= now + CLOCK_SLACK_MS);
}

/** Nothing closes a ledger for longer than a window: what does was asked for by a wrong clock. */
function closingAt(until: number, { now, windowMs }: Window): number {
  return until > now + windowMs + CLOCK_SLACK_MS ? 0 : until;
}
