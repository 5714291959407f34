import { sumOf } from "../base/money.ts";
import type { MoneyFormat } from "../base/money_format.ts";
import type { MonthRecord } from "../base/plan_records.ts";
import {
  categoryFields,
  type GroupChoice,
  visibleCategories,
} from "../reports/month_categories.ts";
import { refillOf, underfundedOf } from "../targets/target_words.ts";
import { comingByCategory, type ComingPayment, inMonth } from "./coming_payments.ts";

/** A category's money and needs in a month, in milliunits. */
export interface CategoryNeed {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
  /** Excludes money assigned in the coming month. */
  readonly available: number;
  readonly assigned: number;
  /** Amount that schedules and recurring charges will take. */
  readonly coming: number;
  readonly target: number;
  /** Amount that the target and payments need beyond the available and assigned amounts. */
  readonly short: number;
  /** Amount that neither payments nor the target need. */
  readonly free: number;
}

export interface NeedsQuestion {
  /** The requested month and, if it is a coming month, the current month as well. */
  readonly month: MonthRecord;
  readonly current: MonthRecord | null;
  /** From today through the end of the requested month. */
  readonly payments: readonly ComingPayment[];
  readonly format: MoneyFormat;
  /** Categories in the order of the YNAB app. */
  readonly inOrder?: GroupChoice["inOrder"];
}

/** Lists categories that have or need money, with the largest shortfalls first. */
export function categoryNeeds(
  { month, current, payments, format, inOrder }: NeedsQuestion,
): readonly CategoryNeed[] {
  const coming = comingByCategory(inMonth(payments, month.month));
  const before = current === null ? null : {
    balances: new Map(current.categories.map(({ id, balance }) => [id, balance])),
    coming: comingByCategory(inMonth(payments, current.month)),
  };
  // A bill needs money even if its category is hidden.
  const shown = month.categories.map((one) => coming.has(one.id) ? { ...one, hidden: false } : one);
  return visibleCategories({ ...month, categories: shown }, { inOrder }).map((category) => {
    const { id } = category;
    const carried = before === null ? category.balance : before.balances.get(id) ?? 0;
    const taken = before?.coming.get(id) ?? 0;
    const available = before === null ? carried : Math.max(0, carried - taken);
    const underfunded = underfundedOf(category, format) ?? 0;
    // A refill target also has to replace what is spent before the month begins.
    const refill = before === null
      ? 0
      : refillOf(category, { month: month.month, carried: available, format });
    const own = {
      available,
      // In the current month, the available amount already includes the assigned amount.
      assigned: before === null ? 0 : category.budgeted,
      coming: coming.get(id) ?? 0,
      target: Math.max(underfunded, refill),
    };
    const left = own.available + own.assigned - own.coming;
    return {
      ...categoryFields(category),
      ...own,
      short: Math.max(own.target, 0 - left, 0),
      free: Math.max(left, 0),
    };
  })
    .filter((one) => one.available !== 0 || one.assigned !== 0 || one.coming > 0 || one.target > 0)
    .sort((a, b) => b.short - a.short);
}

export interface NeedsTotals {
  readonly coming: number;
  readonly targets: number;
  readonly short: number;
}

export function totalsOf(needs: readonly CategoryNeed[]): NeedsTotals {
  return {
    coming: sumOf(needs.map(({ coming }) => coming)),
    targets: sumOf(needs.map(({ target }) => target)),
    short: sumOf(needs.map(({ short }) => short)),
  };
}
