import type { PlanFigures } from "./books.ts";
import type { CategoryFigures } from "./close_month.ts";
import type { StoredCategory } from "./records.ts";
import { categoryProgress } from "./targets.ts";

export interface StampPlan {
  readonly categories: ReadonlyMap<string, StoredCategory>;
  readonly smallest: number;
}

/** Tracks the server knowledge of a plan's figures. */
export class Stamps {
  readonly #initial: number;
  readonly #accounts = new Map<string, number>();
  readonly #months = new Map<string, number>();
  readonly #categories = new Map<string, Map<string, number>>();

  /** Starts with all figures last changed at `initial`. */
  constructor(initial: number) {
    this.#initial = initial;
  }

  ofAccount(id: string): number {
    return this.#accounts.get(id) ?? this.#initial;
  }

  ofMonth(month: string): number {
    return this.#months.get(month) ?? this.#initial;
  }

  ofCategory(month: string, id: string): number {
    return this.#categories.get(month)?.get(id) ?? this.#initial;
  }

  stampMonth(month: string, knowledge: number): void {
    this.#months.set(month, knowledge);
  }

  /** Sets the server knowledge of a category's month, and of the month itself. */
  stampCategory(month: string, id: string, knowledge: number): void {
    let stamps = this.#categories.get(month);
    if (stamps === undefined) this.#categories.set(month, stamps = new Map());
    stamps.set(id, knowledge);
    this.#months.set(month, knowledge);
  }

  /** Sets the server knowledge of the figures that a write changed. */
  stampChanges(
    { before, after }: { readonly before: PlanFigures; readonly after: PlanFigures },
    plan: StampPlan,
    knowledge: number,
  ): void {
    this.#stampAccounts(before, after, knowledge);
    const shift = before.firstMonth === after.firstMonth
      ? 0
      : after.months.findIndex(({ month }) => month === before.firstMonth);
    const firstChanged = after.months.findIndex((month, at) => month !== before.months[at]);
    for (const [index, { month }] of after.months.entries()) {
      const earlier = index - shift;
      if (!isSameSummary(before, earlier, after, index)) this.#months.set(month, knowledge);
      if (firstChanged < 0 || index < firstChanged) continue;
      for (const [id, figures] of after.months[index]?.categories ?? []) {
        const category = plan.categories.get(id);
        if (category === undefined) continue;
        const progressIn = (of: PlanFigures, at: number): string =>
          JSON.stringify(
            categoryProgress(category, { figures: of, index: at, smallest: plan.smallest }),
          );
        const isSame = isSameFigures(before.months[earlier]?.categories.get(id), figures) &&
          (category.target === null || progressIn(before, earlier) === progressIn(after, index));
        if (!isSame) this.stampCategory(month, id, knowledge);
      }
    }
  }

  #stampAccounts(before: PlanFigures, after: PlanFigures, knowledge: number): void {
    for (const id of new Set([...before.accounts.keys(), ...after.accounts.keys()])) {
      const was = before.accounts.get(id);
      const is = after.accounts.get(id);
      if (
        (was?.cleared ?? 0) !== (is?.cleared ?? 0) || (was?.uncleared ?? 0) !== (is?.uncleared ?? 0)
      ) this.#accounts.set(id, knowledge);
    }
  }
}

function isSameSummary(
  before: PlanFigures,
  earlier: number,
  after: PlanFigures,
  index: number,
): boolean {
  const was = before.months[earlier];
  const is = after.months[index];
  return was !== undefined && is !== undefined &&
    was.income === is.income && was.budgeted === is.budgeted && was.activity === is.activity &&
    before.toBeBudgeted[earlier] === after.toBeBudgeted[index] &&
    before.ageOfMoney[earlier] === after.ageOfMoney[index];
}

function isSameFigures(was: CategoryFigures | undefined, is: CategoryFigures): boolean {
  return was !== undefined && was.budgeted === is.budgeted && was.activity === is.activity &&
    was.balance === is.balance;
}
