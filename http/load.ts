/**
 * How much is under way: calls at once, and failed credentials in a minute.
 *
 * @module
 */

import type { HttpLimits } from "./limits.ts";

const MINUTE_MS = 60_000;

/** Addresses that are told apart; the rest are counted as one. */
const MOST_ADDRESSES = 10_000;

/** The load of one server. */
export class Load {
  readonly #limits: Pick<HttpLimits, "calls" | "callsOfOne" | "failures">;
  readonly #now: () => number;
  readonly #callsOf = new Map<string, number>();
  readonly #failuresOf = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #minute = 0;

  /** Counts against limits; the clock is in milliseconds. */
  constructor(limits: Pick<HttpLimits, "calls" | "callsOfOne" | "failures">, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Counts a call.
   *
   * @param id Who calls.
   * @returns Ends it, however often it is told to; or which limit it would break.
   */
  enter(id: string): (() => void) | "callsOfOne" | "calls" {
    const own = this.#callsOf.get(id) ?? 0;
    if (own >= this.#limits.callsOfOne) return "callsOfOne";
    if (this.#calls >= this.#limits.calls) return "calls";
    this.#calls += 1;
    this.#callsOf.set(id, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(id);
    };
  }

  /**
   * Counts failed credentials.
   *
   * @param address Where they came from.
   * @returns Whether there were too many in this minute.
   */
  fail(address: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#failuresOf.clear();
    this.#minute = minute;
    const isKnown = this.#failuresOf.has(address) || this.#failuresOf.size < MOST_ADDRESSES;
    const key = isKnown ? address : "";
    const count = (this.#failuresOf.get(key) ?? 0) + 1;
    this.#failuresOf.set(key, count);
    return count > this.#limits.failures;
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(id: string): void {
    this.#calls -= 1;
    const left = (this.#callsOf.get(id) ?? 1) - 1;
    if (left === 0) this.#callsOf.delete(id);
    else this.#callsOf.set(id, left);
    if (this.#calls === 0) this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}
