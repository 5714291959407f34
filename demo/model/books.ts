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
import type { StoredTransaction } from "./records.ts";

/** Inputs of the computation. */
export interface BooksSource {
  firstMonth(): string;
  readonly tallyPlan: TallyPlan;
  rowsOf(month: string): Iterable<StoredTransaction>;
  assignedIn(month: string): ReadonlyMap<string, number>;
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

const noCards: ReadonlyMap<string, number> = new Map();

export class Books {
  readonly #source: BooksSource;
  /** Indexed by months since the first one. Each month depends on the previous ones. */
  #tallies: MonthTally[] = [];
  #months: MonthFigures[] = [];
  #ages: MoneyAge[] = [];
  #figures: PlanFigures | null = null;

  /** Creates the books of a plan without computing anything yet. */
  constructor(source: BooksSource) {
    this.#source = source;
  }

  rowsChanged(month: string): void {
    this.#tallies = this.#tallies.slice(0, this.#monthsBefore(month));
    this.assignedChanged(month);
  }

  assignedChanged(month: string): void {
    const unchanged = this.#monthsBefore(month);
    this.#months = this.#months.slice(0, unchanged);
    this.#ages = this.#ages.slice(0, unchanged);
    this.#figures = null;
  }

  structureChanged(): void {
    this.rowsChanged(this.#source.firstMonth());
  }

  /** Returns the figures as of a day, through the following month. */
  at(today: string): PlanFigures {
    const currentMonth = firstOfMonth(today);
    if (this.#figures?.currentMonth !== currentMonth) this.#figures = this.#compute(currentMonth);
    return this.#figures;
  }

  #monthsBefore(month: string): number {
    return Math.max(0, monthsBetween(this.#source.firstMonth(), month));
  }

  #compute(currentMonth: string): PlanFigures {
    const firstMonth = this.#source.firstMonth();
    const count = Math.max(1, monthsBetween(firstMonth, currentMonth) + 2);
    for (let index = this.#months.length; index < count; index++) this.#close(index);
    const months = this.#months.slice(0, count);
    return {
      firstMonth,
      currentMonth,
      months,
      toBeBudgeted: readyToAssignByMonth(months),
      ageOfMoney: months.map(({ month }, index) =>
        month > currentMonth ? null : shownAge(this.#ages[index] ?? noMoney)
      ),
      accounts: this.#balances(count),
    };
  }

  #close(index: number): void {
    const { tallyPlan } = this.#source;
    const month = addMonths(this.#source.firstMonth(), index);
    const tally = this.#tally(index);
    this.#months[index] = closeMonth({
      month,
      previous: this.#months[index - 1] ?? null,
      tally,
      assigned: this.#source.assignedIn(month),
    }, tallyPlan);
    this.#ages[index] = ageMoney(this.#ages[index - 1] ?? noMoney, tally.flows);
  }

  #tally(index: number): MonthTally {
    const source = this.#source;
    return this.#tallies[index] ??= tallyMonth(
      source.rowsOf(addMonths(source.firstMonth(), index)),
      source.tallyPlan,
      this.#tallies[index - 1]?.cardBalances ?? noCards,
    );
  }

  #balances(count: number): Map<string, AccountTally> {
    const balances = new Map<string, AccountTally>();
    for (let index = 0; index < count; index++) {
      const { accounts } = this.#tally(index);
      for (const [id, { cleared, uncleared }] of accounts) {
        const sums = balances.get(id);
        if (sums === undefined) balances.set(id, { cleared, uncleared });
        else {
          sums.cleared += cleared;
          sums.uncleared += uncleared;
        }
      }
    }
    return balances;
  }
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

/** Figures of one month, in milliunits. */
interface AssignableMonth {
  readonly readyToAssign: number;
  readonly cashOverspent: number;
}

/**
 * Subtracts amounts assigned in later months from each month's Ready to Assign, but not below 0.
 *
 * Overspending counts only from the following month on. A negative Ready to Assign is shown only in
 * its own month.
 */
function readyToAssignByMonth(months: readonly AssignableMonth[]): number[] {
  const shown: number[] = [];
  let lowestLater = Infinity;
  for (const month of months.toReversed()) {
    const { readyToAssign, cashOverspent } = month;
    const lowest = Math.min(readyToAssign, lowestLater + cashOverspent);
    shown.push(readyToAssign > 0 ? Math.max(0, lowest) : readyToAssign);
    lowestLater = lowest;
  }
  return shown.reverse();
}
