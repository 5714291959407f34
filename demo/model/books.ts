import { addMonths, firstOfMonth, monthsBetween } from "../../domain/base/month.ts";
import { closeMonth, type ClosingPlan, type MonthFigures, shownAge } from "./close_month.ts";
import type { PlanRecords } from "./records.ts";

/** The parts of a plan that its figures are computed from. */
interface BooksPlan extends ClosingPlan {
  readonly records: Pick<PlanRecords, "first_month" | "assignments">;
}

/** A plan's figures as of a certain day. The first element of `months` is for `firstMonth`. */
export interface PlanFigures {
  readonly firstMonth: string;
  readonly currentMonth: string;
  readonly months: readonly MonthFigures[];
  /** Ready to Assign as shown to the user, by month. */
  readonly toBeBudgeted: readonly number[];
  readonly ageOfMoney: readonly (number | null)[];
  readonly accounts: MonthFigures["accounts"];
}

/** Computes a plan's figures. Recomputes only the months that changed since the last call. */
export class Books {
  readonly #plan: BooksPlan;
  /** Figures for the months computed so far, starting with the plan's first month. */
  #closed: readonly MonthFigures[] = [];
  #figures: PlanFigures | null = null;

  constructor(plan: BooksPlan) {
    this.#plan = plan;
  }

  /** Discards the figures for a month and for all later months. */
  changedSince(month: string): void {
    const unchanged = Math.max(0, monthsBetween(this.#plan.records.first_month, month));
    this.#closed = this.#closed.slice(0, unchanged);
    this.#figures = null;
  }

  /** Returns the figures for all months. The last month is the one after the month of `today`. */
  at(today: string): PlanFigures {
    const currentMonth = firstOfMonth(today);
    if (this.#figures?.currentMonth !== currentMonth) this.#figures = this.#compute(currentMonth);
    return this.#figures;
  }

  #compute(currentMonth: string): PlanFigures {
    const { first_month: firstMonth } = this.#plan.records;
    const count = Math.max(1, monthsBetween(firstMonth, currentMonth) + 2);
    const closed = [...this.#closed];
    while (closed.length < count) {
      const month = addMonths(firstMonth, closed.length);
      closed.push(closeMonth(month, closed.at(-1) ?? null, this.#plan));
    }
    this.#closed = closed;
    const months = closed.slice(0, count);
    return {
      firstMonth,
      currentMonth,
      months,
      toBeBudgeted: readyToAssignByMonth(months),
      ageOfMoney: months.map(({ month, age }) => month > currentMonth ? null : shownAge(age)),
      accounts: months.at(-1)?.accounts ?? new Map(),
    };
  }
}

/**
 * Subtracts amounts assigned in later months from each month's Ready to Assign, stopping at 0.
 *
 * Overspending in a month reduces Ready to Assign only in the months that follow. A negative Ready
 * to Assign is shown only in its own month.
 */
function readyToAssignByMonth(months: readonly MonthFigures[]): number[] {
  const shown: number[] = [];
  let lowestLater = Infinity;
  for (const { readyToAssign, cashOverspent } of months.toReversed()) {
    const lowest = Math.min(readyToAssign, lowestLater + cashOverspent);
    shown.push(readyToAssign > 0 ? Math.max(0, lowest) : readyToAssign);
    lowestLater = lowest;
  }
  return shown.reverse();
}
