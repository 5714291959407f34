/**
 * Validity of a cached value by its age.
 *
 * @module
 */

/** When something was known to be true. */
export interface Validation extends Pick<Moment, "at" | "sequence"> {
  /** The plan's touches then; absent where that is not known. */
  readonly touches?: number;
}

/**
 * Gives the validation of what a store has kept.
 *
 * @param kept When its read began.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(keptValidation({ readAt: 5, touches: 2 }), { at: 5, sequence: 0, touches: 2 });
 * ```
 */
export function keptValidation(
  { readAt, touches }: { readonly readAt: number; readonly touches?: number },
): Validation {
  return { at: readAt, sequence: 0, ...(touches === undefined ? {} : { touches }) };
}

/** What a caller asks of the data. */
export interface FreshnessNeed {
  /** When the caller asked. */
  readonly asked: Moment;
  readonly maxAgeMs: number;
  /** Whether only what was read after the caller asked will do. */
  readonly isFreshOnly: boolean;
}

/**
 * Tells whether something validated at one moment will do for a caller.
 *
 * @param validation When it was last known to be true.
 * @param need What the caller asks.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const asked = { at: 10_000, sequence: 2, utcDay: "2024-01-01" };
 * const need = { asked, maxAgeMs: 5_000, isFreshOnly: false };
 * assertEquals(isFreshEnough({ at: 6_000, sequence: 1 }, need), true);
 * assertEquals(isFreshEnough({ at: 4_000, sequence: 1 }, need), false);
 * ```
 */
export function isFreshEnough(validation: Validation, need: FreshnessNeed): boolean {
  if (validation.sequence > need.asked.sequence) return true;
  if (need.isFreshOnly) return false;
  // A clock that was set back must not keep old data for ever.
  const ageMs = need.asked.at - validation.at;
  return ageMs >= 0 && ageMs < need.maxAgeMs;
}

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
