/**
 * Points in time with a logical clock, so that they can be told apart even when the wall
 * clock stands still.
 *
 * @module
 */

/** A point in time. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Logical clock: rises with every moment of this process; 0 for what the store kept. */
  readonly sequence: number;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcDay: string;
}

/** What time it is, and what day it is taken to be. */
export interface Clock {
  readonly now: () => number;
  /** UTC day; a fixed one in demos and tests. */
  readonly utcDay: () => string;
}

/**
 * Gives the moments of one process.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const moments = new Moments({ now: () => 5, utcDay: () => "2024-01-01" });
 * assertEquals(moments.next(), { at: 5, sequence: 1, utcDay: "2024-01-01" });
 * ```
 */
export class Moments {
  readonly #clock: Clock;
  #sequence = 0;

  /** Makes a source of moments over a clock. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Gives this moment, later than all before. */
  next(): Moment {
    return { at: this.#clock.now(), sequence: ++this.#sequence, utcDay: this.#clock.utcDay() };
  }
}
