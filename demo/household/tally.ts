/**
 * What the plan's arithmetic has to know of the household to add its rows up.
 *
 * @module
 */

import type { StoredAccount, StoredCategory, StoredTransaction } from "../_records.ts";
import type { TallyPlan } from "../arithmetic/month_tally.ts";
import { idFor, type Setting } from "./setting.ts";

/** What a plan consists of before anything is assigned. */
export interface Unassigned {
  readonly accounts: readonly StoredAccount[];
  readonly categories: readonly StoredCategory[];
  readonly transactions: readonly StoredTransaction[];
}

/**
 * Prepares the household's records for the arithmetic.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { householdCategories } from "./categories.ts";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const categories = householdCategories(setting);
 * const tally = householdTally(setting, { accounts: [], categories, transactions: [] });
 * assert(tally.categories.has(tally.inflowCategoryId));
 * ```
 */
export function householdTally(setting: Setting, records: Unassigned): TallyPlan {
  const rows = new Map(records.transactions.map((row) => [row.id, row]));
  return {
    accounts: new Map(records.accounts.map((account) => [account.id, account])),
    categories: new Map(records.categories.map((category) => [category.id, category])),
    cardCategoryIds: new Set(
      records.accounts.flatMap(({ payment_category_id: id }) => id === null ? [] : [id]),
    ),
    inflowCategoryId: idFor(setting, "category/inflow"),
    uncategorizedId: idFor(setting, "category/uncategorized"),
    // The imported row of a matched pair repeats what the household entered.
    isCountedOut: ({ import_id, matched_transaction_id }) =>
      import_id !== null && matched_transaction_id !== null &&
      rows.get(matched_transaction_id)?.deleted === false,
  };
}
