/**
 * Whether what was read still holds.
 *
 * @module
 */

import type { Moment } from "./moment.ts";

/** When something was known to be true. */
export type Proof = Pick<Moment, "at" | "tick">;

/** What a caller asks of the data. */
export interface FreshnessNeed {
  /** When the caller asked. */
  readonly asked: Moment;
  readonly maxAgeMs: number;
  /** Whether only what was read after the caller asked will do. */
  readonly isFreshOnly: boolean;
}

/**
 * Tells whether something proven at one moment will do for a caller.
 *
 * @param proven When it was last known to be true.
 * @param need What the caller asks.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const asked = { at: 10_000, tick: 2, utcDay: "2024-01-01" };
 * const need = { asked, maxAgeMs: 5_000, isFreshOnly: false };
 * assertEquals(isFreshEnough({ at: 6_000, tick: 1 }, need), true);
 * assertEquals(isFreshEnough({ at: 4_000, tick: 1 }, need), false);
 * ```
 */
export function isFreshEnough(proven: Proof, need: FreshnessNeed): boolean {
  if (proven.tick > need.asked.tick) return true;
  if (need.isFreshOnly) return false;
  // A clock that was set back must not keep old data for ever.
  const ageMs = need.asked.at - proven.at;
  return ageMs >= 0 && ageMs < need.maxAgeMs;
}
