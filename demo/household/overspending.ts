/**
 * Payments that no assignment covers, in cash and on credit, in the past and in
 * the current month.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays, addMonths } from "../_calendar.ts";
import type { CategoryKey } from "./category_table.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

interface Overspending {
  readonly monthsAgo: number;
  readonly category: CategoryKey;
  /** Milliunits, more than the category ever holds. */
  readonly amount: number;
  readonly memo: string;
}

const OVERSPENDING: readonly Overspending[] = [
  { monthsAgo: 0, category: "dining", amount: 418_750, memo: "Birthday dinner for eight" },
  { monthsAgo: 0, category: "health", amount: 265_000, memo: "Crown, our share" },
  { monthsAgo: 6, category: "health", amount: 192_000, memo: "Night guard" },
  { monthsAgo: 9, category: "dining", amount: 386_400, memo: "Anniversary" },
  { monthsAgo: 20, category: "health", amount: 214_000, memo: "Filling" },
  { monthsAgo: 20, category: "dining", amount: 402_150, memo: "Team farewell" },
];

/**
 * Tells which categories stayed overspent in a month.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(leftOverspent(9), ["dining"]);
 * ```
 */
export function leftOverspent(monthsAgo: number): CategoryKey[] {
  return OVERSPENDING.filter((one) => one.monthsAgo === monthsAgo).map(({ category }) => category);
}

/**
 * Drafts the payments: dining on the Visa, health from checking.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(overspendingDrafts(setting).some(({ date }) => date >= setting.thisMonth));
 * ```
 */
export function overspendingDrafts(setting: Setting): Draft[] {
  return OVERSPENDING.map(({ monthsAgo, category, amount, memo }) => {
    const date = monthsAgo === 0
      ? recent(setting)
      : addDays(addMonths(setting.thisMonth, -monthsAgo), 20);
    const isDining = category === "dining";
    const template = isDining
      ? "CASA MARAVILLA | PORTLAND OR"
      : "ALDER FAMILY DENTAL | 503-555-0142 OR";
    return {
      source: `overspending/${category}`,
      date,
      account: isDining ? "visa" : "checking",
      amount: -amount,
      payee: isDining ? "Casa Maravilla" : "Alder Family Dental",
      category,
      label: bankLabel(template, date, drawsFor(setting, `overspending/${date}`)),
      memo,
    };
  });
}

/** A few days ago, but within the current month. */
function recent(setting: Setting): string {
  const date = addDays(setting.today, -4);
  return date < setting.thisMonth ? setting.thisMonth : date;
}
