/**
 * Validity of a cached value by its age.
 *
 * @module
 */

import type { Moment } from "./moment.ts";

/** When something was known to be true. */
export type Validation = Pick<Moment, "at" | "sequence">;

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
