import type { AssignedAmount } from "../../domain/assigning/assignable.ts";
import { coverOverspending } from "../../domain/assigning/cover_overspending.ts";
import { asLastMonth, asSpentOnAverage } from "../../domain/assigning/like_before.ts";
import { fundTargets } from "../../domain/assigning/underfunded.ts";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import {
  liveLines,
  type MonthRecord,
  type ScheduledRecord,
} from "../../domain/base/plan_records.ts";
import { type DayWindow, occurrencesOf } from "../../domain/schedules/occurrences.ts";

/** What categories are to have, and what else there is to say. */
export interface WantedMonth {
  readonly assignments: readonly AssignedAmount[];
  /** Such as how much overspending stays. */
  readonly warnings: readonly string[];
  /** What is said where nothing changes. */
  readonly otherwise: string;
}

/** What limits a proposal, and how the plan writes money. */
export interface ModeOptions {
  /** Milliunits. */
  readonly limit: number;
  readonly format: MoneyFormat;
}

/** What else covering has to know. */
export interface CoverModeOptions extends ModeOptions {
  /** Live schedules. */
  readonly schedules: readonly ScheduledRecord[];
  /** The rest of the month. */
  readonly window: DayWindow;
}

/** Gives targets what they ask for. */
export function underfundedMonth(month: MonthRecord, { limit, format }: ModeOptions): WantedMonth {
  const assignments = fundTargets(month, { limit, format });
  const asked = fundTargets({ ...month, to_be_budgeted: Infinity }, { limit: Infinity, format });
  const total = (some: WantedMonth["assignments"]): number =>
    sumOf(some.map(({ category, assigned }) => assigned - category.budgeted));
  const missing = total(asked) - total(assignments);
  return {
    assignments,
    warnings: missing === 0 ? [] : [
      `targets need ${money(missing, format)} more than this assigns`,
    ],
    otherwise: asked.length === 0 ? "No target needs more this month" : "Nothing is left to assign",
  };
}

/** Covers overspending. */
export function coveredMonth(
  month: MonthRecord,
  { limit, format, schedules, window }: CoverModeOptions,
): WantedMonth {
  const dueCategoryIds = new Set(
    schedules.filter((one) => occurrencesOf(one, window).length > 0).flatMap(categoriesPaid),
  );
  const { assignments, uncovered } = coverOverspending(month, { limit, format, dueCategoryIds });
  return {
    assignments,
    warnings: uncovered === 0 ? [] : [
      `${money(uncovered, format)} of overspending remains, because no category has more than it ` +
      "needs" +
      (limit === Infinity ? "" : " or limit_amount is reached"),
    ],
    otherwise: uncovered === 0
      ? "No category is overspent this month"
      : "No category has more than it needs",
  };
}

/** Categories that an occurrence takes money out of. */
function categoriesPaid(schedule: ScheduledRecord): readonly string[] {
  const lines = liveLines(schedule);
  return (lines.length > 0 ? lines : [schedule])
    .flatMap(({ amount, category_id: id }) => amount < 0 ? id ?? [] : []);
}

/** Assigns what was assigned in the month before. */
export function monthLikeLast(
  month: MonthRecord,
  before: MonthRecord,
  options: ModeOptions,
): WantedMonth {
  return {
    assignments: asLastMonth(month, before, options),
    warnings: [],
    otherwise: "The categories already have last month's amounts",
  };
}

/** Assigns what was spent on average. */
export function averageMonth(
  month: MonthRecord,
  before: readonly MonthRecord[],
  options: ModeOptions,
): WantedMonth {
  return {
    assignments: asSpentOnAverage(month, before, options),
    warnings: [],
    otherwise: "The categories already have their average spending",
  };
}

function money(amount: number, format: MoneyFormat): string {
  return writeMoney(fromMilliunits(amount), format);
}
