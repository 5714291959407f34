const MINUTE_MS = 60_000;

/** Addresses that are told apart; the rest are counted as one. */
const MOST_ADDRESSES = 10_000;

/** A count per address, begun anew each minute. */
export class PerMinute {
  readonly #most: number;
  readonly #mostInAll: number;
  readonly #now: () => number;
  readonly #countOf = new Map<string, number>();
  #inAll = 0;
  #minute = 0;

  /**
   * Counts up to a limit of each address and, where who comes from many is to be held too,
   * one of all together; the clock is in milliseconds.
   */
  constructor(most: number, now: () => number, mostInAll: number = Infinity) {
    this.#most = most;
    this.#mostInAll = mostInAll;
    this.#now = now;
  }

  /** Counts once more. */
  add(address: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#countOf.clear();
      this.#inAll = 0;
    }
    this.#minute = minute;
    const isKnown = this.#countOf.has(address) || this.#countOf.size < MOST_ADDRESSES;
    const key = isKnown ? address : "";
    const count = (this.#countOf.get(key) ?? 0) + 1;
    this.#countOf.set(key, count);
    if (count > this.#most) return true;
    // What one address was refused takes nothing from the others.
    this.#inAll += 1;
    return this.#inAll > this.#mostInAll;
  }
}
