import { monthsBetween } from "../../domain/base/month.ts";
import type { PlanFigures } from "./books.ts";
import type { ClosingPlan } from "./close_month.ts";
import type { StoredAccount, StoredCategory } from "./records.ts";
import { categoryProgress } from "./targets.ts";

/** Tracks the `server_knowledge` value at which each of a plan's figures last changed. */
export class Stamps {
  readonly #initial: number;
  readonly #accounts = new Map<string, number>();
  readonly #months = new Map<string, number>();
  readonly #categories = new Map<string, Map<string, number>>();

  /** Starts as if all figures last changed when `server_knowledge` was `initial`. */
  constructor(initial: number) {
    this.#initial = initial;
  }

  /** Returns the `server_knowledge` value at the last change to an account or to its balances. */
  ofAccount({ id, knowledge }: StoredAccount): number {
    return Math.max(knowledge, this.#accounts.get(id) ?? this.#initial);
  }

  ofMonth(month: string): number {
    return this.#months.get(month) ?? this.#initial;
  }

  /** Like {@linkcode ofAccount}, but for a category or the category's figures for a month. */
  ofCategory(month: string, { id, knowledge }: StoredCategory): number {
    return Math.max(knowledge, this.#categories.get(month)?.get(id) ?? this.#initial);
  }

  stampMonth(month: string, knowledge: number): void {
    this.#months.set(month, knowledge);
  }

  /** Sets the `server_knowledge` value for a category in a month, and for the month itself. */
  stampCategory(month: string, id: string, knowledge: number): void {
    let stamps = this.#categories.get(month);
    if (stamps === undefined) this.#categories.set(month, stamps = new Map());
    stamps.set(id, knowledge);
    this.#months.set(month, knowledge);
  }

  /** Stamps changed figures with the `server_knowledge` value of the write that changed them. */
  stampChanges(
    { before, after }: { readonly before: PlanFigures; readonly after: PlanFigures },
    plan: Pick<ClosingPlan, "categories"> & { readonly smallest: number },
    knowledge: number,
  ): void {
    for (const id of new Set([...before.accounts.keys(), ...after.accounts.keys()])) {
      if (!isSame(balancesOf(before, id), balancesOf(after, id))) this.#accounts.set(id, knowledge);
    }
    const added = monthsBetween(after.firstMonth, before.firstMonth);
    for (const [index, { month, categories }] of after.months.entries()) {
      const earlier = index - added;
      if (!isSame(summaryOf(before, earlier), summaryOf(after, index))) {
        this.stampMonth(month, knowledge);
      }
      if (after.months[index] === before.months[earlier]) continue;
      for (
        const category of [...categories.keys()].flatMap((id) => plan.categories.get(id) ?? [])
      ) {
        const shownIn = (figures: PlanFigures, at: number): unknown => {
          const { budgeted, activity, balance } = figures.months[at]?.categories.get(category.id) ??
            {};
          const shown = { figures, index: at, smallest: plan.smallest };
          return [budgeted, activity, balance, categoryProgress(category, shown)];
        };
        if (!isSame(shownIn(before, earlier), shownIn(after, index))) {
          this.stampCategory(month, category.id, knowledge);
        }
      }
    }
  }
}

function balancesOf({ accounts }: PlanFigures, id: string): unknown {
  const { cleared = 0, uncleared = 0 } = accounts.get(id) ?? {};
  return [cleared, uncleared];
}

function summaryOf({ months, toBeBudgeted, ageOfMoney }: PlanFigures, at: number): unknown {
  const { income, budgeted, activity } = months[at] ?? {};
  return [income, budgeted, activity, toBeBudgeted[at], ageOfMoney[at]];
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
