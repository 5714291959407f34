/**
 * What a recurring bill is, and the rows that it leaves.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addMonths } from "../_calendar.ts";
import type { Random } from "../_random.ts";
import type { AccountKey } from "./accounts.ts";
import { bookedOn, type Cadence, dueDates } from "./cadence.ts";
import type { CategoryKey } from "./category_table.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

/** A bill that comes again and again. */
export interface Bill {
  readonly payee: string;
  /** Bank label template; absent where no bank delivers the row. */
  readonly label?: string;
  readonly category: CategoryKey;
  readonly account: AccountKey;
  readonly cadence: Cadence;
  /** Milliunits, positive; a function where it varies. */
  readonly amount: number | ((due: string, draws: Random) => number);
  /** Days by which the booking may be late. */
  readonly jitter?: number;
  /** The last month of the bill, counted from the plan's first. */
  readonly lastMonth?: number;
  /** A new price from some months before the current one on. */
  readonly raise?: { readonly monthsAgo: number; readonly amount: number };
}

/**
 * Drafts the rows of one bill over the plan's span.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const gym = {
 *   payee: "Gym",
 *   category: "gym",
 *   account: "checking",
 *   cadence: { everyMonths: 1, month: 1, day: 5 },
 *   amount: 44_000,
 * } as const;
 * assertEquals(billDrafts(setting, gym).length, 36);
 * ```
 */
export function billDrafts(setting: Setting, bill: Bill): Draft[] {
  const end = bill.lastMonth === undefined
    ? setting.today
    : addMonths(setting.start, bill.lastMonth + 1);
  return dueDates(bill.cadence, setting.start, end < setting.today ? end : setting.today)
    .map((due) => billDraft(setting, bill, due))
    .filter((draft) => draft.date <= setting.today);
}

function billDraft(setting: Setting, bill: Bill, due: string): Draft {
  const source = `bill/${bill.payee}/${bill.category}`;
  const draws = drawsFor(setting, `${source}/${due}`);
  const date = bookedOn(due, bill.jitter ?? 1, draws);
  return {
    source,
    date,
    account: bill.account,
    amount: -amountOf(setting, bill, due, draws),
    payee: bill.payee,
    category: bill.category,
    ...(bill.label === undefined ? {} : { label: bankLabel(bill.label, date, draws) }),
  };
}

function amountOf(setting: Setting, bill: Bill, due: string, draws: Random): number {
  if (bill.raise !== undefined && due >= addMonths(setting.thisMonth, -bill.raise.monthsAgo)) {
    return bill.raise.amount;
  }
  return typeof bill.amount === "number" ? bill.amount : bill.amount(due, draws);
}
