import { daysBetween } from "../../domain/base/day.ts";
import { addMonths, firstOfMonth, monthsBetween } from "../../domain/base/month.ts";
import { closeMonth, type MonthFigures } from "./close_month.ts";
import {
  type AccountTally,
  type CashFlow,
  type MonthTally,
  tallyMonth,
  type TallyPlan,
} from "./month_tally.ts";
import type { PlanRecords } from "./records.ts";
import type { Rows } from "./rows.ts";

/** Plan whose figures are computed. */
interface BooksPlan extends TallyPlan {
  readonly records: Pick<PlanRecords, "first_month" | "assignments">;
  readonly rows: Pick<Rows, "ofMonth" | "isMatchedImport">;
}

/** A plan's computed figures on one day. The first of `months` is `firstMonth`. */
export interface PlanFigures {
  readonly firstMonth: string;
  readonly currentMonth: string;
  readonly months: readonly MonthFigures[];
  /** Ready to Assign as shown to the user, by month. */
  readonly toBeBudgeted: readonly number[];
  readonly ageOfMoney: readonly (number | null)[];
  readonly accounts: ReadonlyMap<string, Readonly<AccountTally>>;
}

/** A month's figures, which depend on the previous months. */
interface ClosedMonth {
  readonly tally: MonthTally;
  readonly figures: MonthFigures;
  readonly age: MoneyAge;
}

/** Computes a plan's figures; later calls recompute only the months that changed. */
export class Books {
  readonly #plan: BooksPlan;
  /** Indexed by months since the first one. */
  #closed: readonly ClosedMonth[] = [];
  #figures: PlanFigures | null = null;

  constructor(plan: BooksPlan) {
    this.#plan = plan;
  }

  /** Discards the figures of a month and all later ones. */
  changedSince(month: string): void {
    const unchanged = Math.max(0, monthsBetween(this.#plan.records.first_month, month));
    this.#closed = this.#closed.slice(0, unchanged);
    this.#figures = null;
  }

  /** Returns the figures as of a day, through the following month. */
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
      closed.push(this.#close(addMonths(firstMonth, closed.length), closed.at(-1)));
    }
    this.#closed = closed;
    const shown = closed.slice(0, count);
    const months = shown.map(({ figures }) => figures);
    return {
      firstMonth,
      currentMonth,
      months,
      toBeBudgeted: readyToAssignByMonth(months),
      ageOfMoney: shown.map(({ figures: { month }, age }) =>
        month > currentMonth ? null : shownAge(age)
      ),
      accounts: balancesAfter(shown.map(({ tally }) => tally)),
    };
  }

  #close(month: string, before: ClosedMonth | undefined): ClosedMonth {
    const { records: { assignments }, rows } = this.#plan;
    const tally = tallyMonth(rows.ofMonth(month), this.#plan, before?.tally.cardBalances);
    const assigned = assignments.get(month);
    const opening = { month, previous: before?.figures ?? null, tally, assigned };
    return {
      tally,
      figures: closeMonth(opening, this.#plan),
      age: ageMoney(before?.age ?? noMoney, tally.flows),
    };
  }
}

function balancesAfter(tallies: readonly MonthTally[]): Map<string, AccountTally> {
  const balances = new Map<string, AccountTally>();
  for (const { accounts } of tallies) {
    for (const [id, { cleared, uncleared }] of accounts) {
      const before = balances.get(id) ?? { cleared: 0, uncleared: 0 };
      balances.set(id, {
        cleared: before.cleared + cleared,
        uncleared: before.uncleared + uncleared,
      });
    }
  }
  return balances;
}

const OUTFLOWS_COUNTED = 10;

/** Money received on one day and not spent yet, in milliunits. */
interface MoneyBucket {
  readonly date: string;
  readonly left: number;
}

/** Unspent money and its age at the end of a month. */
interface MoneyAge {
  /** Oldest first. */
  readonly buckets: readonly MoneyBucket[];
  /** Ages of the last ten outflows in days, oldest first. */
  readonly ages: readonly number[];
}

/** State at the start of a plan. */
const noMoney: MoneyAge = { buckets: [], ages: [] };

/** Updates the age of money with a month's inflows and outflows, by date. */
function ageMoney(before: MoneyAge, flows: readonly CashFlow[]): MoneyAge {
  const buckets = [...before.buckets];
  const ages = [...before.ages];
  let head = 0;
  for (const { date, amount } of flows) {
    if (amount > 0) {
      buckets.push({ date, left: amount });
      continue;
    }
    let wanted = -amount;
    let weighted = 0;
    for (let oldest = buckets[head]; wanted > 0 && oldest !== undefined; oldest = buckets[head]) {
      const taken = Math.min(wanted, oldest.left);
      weighted += taken * daysBetween(oldest.date, date);
      wanted -= taken;
      if (taken === oldest.left) head++;
      else buckets[head] = { date: oldest.date, left: oldest.left - taken };
    }
    ages.push(weighted / -amount);
  }
  return { buckets: buckets.slice(head), ages: ages.slice(-OUTFLOWS_COUNTED) };
}

function shownAge({ ages }: MoneyAge): number | null {
  if (ages.length < OUTFLOWS_COUNTED) return null;
  return Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length);
}

/**
 * Subtracts amounts assigned in later months from each month's Ready to Assign, but not below 0.
 *
 * Overspending counts only from the following month on. A negative Ready to Assign is shown only in
 * its own month.
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
