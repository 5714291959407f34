/**
 * Where and when the invented household lives: what every part of it is built
 * from.
 *
 * @module
 */

import { addMonths, monthOf } from "../_calendar.ts";
import { type Random, randomFrom, randomsFrom } from "../_random.ts";

/** Months of history, the current one included. */
const MONTHS_OF_HISTORY = 36;

/** The date and the seed that a plan is invented for. */
export interface Setting {
  readonly seed: number;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** First day of the first month of history. */
  readonly start: string;
  /** First day of the current month. */
  readonly thisMonth: string;
}

/**
 * Settles the span of a plan that ends today.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(settingOf({ today: "2026-11-20", seed: 1 }).start, "2023-12-01");
 * ```
 */
export function settingOf(options: { readonly today: string; readonly seed: number }): Setting {
  const thisMonth = monthOf(options.today);
  return { ...options, thisMonth, start: addMonths(thisMonth, 1 - MONTHS_OF_HISTORY) };
}

/**
 * Opens the sequence of draws of one purpose; it does not depend on the date.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const [early, late] = ["2025-01-01", "2026-01-01"].map((today) => settingOf({ today, seed: 1 }));
 * assertEquals(drawsFor(early!, "x").fraction(), drawsFor(late!, "x").fraction());
 * ```
 */
export function drawsFor(setting: Setting, purpose: string): Random {
  return randomFrom(`household/${setting.seed}/${purpose}`);
}

/**
 * Opens the sequences of draws of purposes that begin alike; what they begin with is mixed once.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(drawsForEach(setting, "x/")("y").uuid(), drawsFor(setting, "x/y").uuid());
 * ```
 */
export function drawsForEach(setting: Setting, beginning: string): (rest: string) => Random {
  return randomsFrom(`household/${setting.seed}/${beginning}`);
}

/** Ids by their keys: thousands of rows name the same accounts, payees and categories. */
const knownIds = new WeakMap<Setting, Map<string, string>>();

/**
 * Names a thing for ever: the same seed and key give the same id on every date.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(idFor(setting, "plan"), idFor({ ...setting, today: "2027-01-01" }, "plan"));
 * ```
 */
export function idFor(setting: Setting, key: string): string {
  let known = knownIds.get(setting);
  if (known === undefined) knownIds.set(setting, known = new Map());
  let id = known.get(key);
  if (id === undefined) known.set(key, id = drawsFor(setting, `id/${key}`).uuid());
  return id;
}
