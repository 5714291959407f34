import { lastOfMonth } from "../base/month.ts";
import { roundDownToCoin, roundUpToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import {
  assignableCategories,
  type AssignedAmount,
  grantInOrder,
  type ProposalLimits,
} from "./assignable.ts";
import { underfundedOf } from "../targets/target_words.ts";
import { compareTexts } from "../base/fold_text.ts";

/**
 * Proposes to fund targets. If Ready to Assign isn't enough, those due first get funded; it never
 * falls below zero.
 */
export function fundTargets(
  { month, to_be_budgeted: readyToAssign, categories }: MonthRecord,
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const wanted = assignableCategories(categories)
    .filter((category) => underfundedOf(category, format) !== null)
    .map((category) => ({ category, due: dueDay(category, month) }))
    .sort((a, b) => compareTexts(a.due, b.due))
    .map(({ category }) => ({
      category,
      assigned: roundUpToCoin(category.budgeted + (category.goal_under_funded ?? 0), format),
    }));
  return grantInOrder(wanted, roundDownToCoin(Math.min(readyToAssign, limit), format));
}

/** The target's due day, or the end of the month. */
function dueDay(
  { goal_target_date: date, goal_target_month: month, goal_day: day, goal_cadence: cadence }:
    MonthCategoryRecord,
  thisMonth: string,
): string {
  const due = date ?? month ?? null;
  if (due !== null) return due;
  const last = lastOfMonth(thisMonth);
  // `goal_day` of a weekly target is a weekday, so the first is days away.
  if (cadence === 2) return thisMonth;
  if (day === null || day === undefined || day < 1) return last;
  const inMonth = `${thisMonth.slice(0, 8)}${String(day).padStart(2, "0")}`;
  return inMonth < last ? inMonth : last;
}
