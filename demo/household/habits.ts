/**
 * How often a household shops, what it pays and what for.
 *
 * @module
 */

import type { AccountKey } from "./accounts.ts";
import type { CategoryKey } from "./category_table.ts";

/** How prices of a shop end. */
export type PriceEnding = "basket" | "menu" | "tag" | "whole";

/** One shop and the way it is used. */
export interface Habit {
  readonly payee: string;
  /** Bank label templates; empty where no bank sees the payment. */
  readonly labels: readonly string[];
  /** What is bought there, with weights. */
  readonly categories: readonly (readonly [CategoryKey, number])[];
  readonly accounts: readonly (readonly [AccountKey, number])[];
  readonly timesPerMonth: number;
  /** Dollars. */
  readonly from: number;
  readonly to: number;
  readonly ending: PriceEnding;
  /** Factor on the frequency on Saturdays and Sundays; 1 where absent. */
  readonly weekend?: number;
  /** Months (1 to 12) outside of which nothing is bought there; all where absent. */
  readonly months?: readonly number[];
}
