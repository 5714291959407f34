import {
  type CategoryTally,
  type CreditEntry,
  isCard,
  type MonthTally,
  type TallyPlan,
} from "./month_tally.ts";

/** One category's month, in milliunits. */
export interface CategoryFigures {
  readonly budgeted: number;
  readonly activity: number;
  readonly balance: number;
  /** Subtracted from the next month's Ready to Assign. */
  readonly cashOverspent: number;
  /** Unfunded credit card debt. */
  readonly creditOverspent: number;
}

/** One month of a plan, in milliunits. */
export interface MonthFigures {
  readonly month: string;
  readonly income: number;
  readonly budgeted: number;
  /** Total activity of categories, except YNAB's internal ones. */
  readonly activity: number;
  /** Ready to Assign before subtracting assignments in later months. */
  readonly readyToAssign: number;
  readonly cashOverspent: number;
  readonly categories: ReadonlyMap<string, CategoryFigures>;
}

export interface MonthOpening {
  readonly month: string;
  readonly previous: MonthFigures | null;
  readonly tally: MonthTally;
  /** Milliunits assigned, by category id. */
  readonly assigned: ReadonlyMap<string, number> | undefined;
}

export function closeMonth(opening: MonthOpening, plan: TallyPlan): MonthFigures {
  const { month, previous, tally } = opening;
  const toCards = new Map(tally.cards);
  const categories = closeOrdinary(opening, plan, toCards);
  closeCards(opening, plan, { toCards, categories });
  let budgeted = 0;
  let cashOverspent = 0;
  let activity = 0;
  for (const [id, figures] of categories) {
    budgeted += figures.budgeted;
    cashOverspent += figures.cashOverspent;
    if (!plan.categories.get(id)?.internal) activity += figures.activity;
  }
  categories.set(plan.inflowCategoryId, inflowFigures(opening, plan));
  const brought = previous === null ? 0 : previous.readyToAssign - previous.cashOverspent;
  return {
    month,
    income: tally.income,
    budgeted,
    activity,
    readyToAssign: brought + tally.income + tally.overpaid - budgeted,
    cashOverspent,
    categories,
  };
}

function closeOrdinary(
  { previous, tally, assigned }: MonthOpening,
  plan: TallyPlan,
  toCards: Map<string, number>,
): Map<string, CategoryFigures> {
  const addToCard = (id: string, amount: number): void => {
    toCards.set(id, (toCards.get(id) ?? 0) + amount);
  };
  const categories = new Map<string, CategoryFigures>();
  for (const id of plan.categories.keys()) {
    if (id === plan.inflowCategoryId || plan.cardCategoryIds.has(id)) continue;
    const carried = carriedFrom(previous, id);
    const opened = { carried, budgeted: assigned?.get(id) ?? 0, tally: tally.categories.get(id) };
    categories.set(id, closeCategory(opened, addToCard));
  }
  return categories;
}

function closeCards(
  { previous, assigned }: MonthOpening,
  plan: TallyPlan,
  { toCards, categories }: {
    readonly toCards: ReadonlyMap<string, number>;
    readonly categories: Map<string, CategoryFigures>;
  },
): void {
  for (const account of plan.accounts.values()) {
    if (!isCard(account)) continue;
    const id = account.payment_category_id ?? "";
    const budgeted = assigned?.get(id) ?? 0;
    const activity = toCards.get(account.id) ?? 0;
    const balance = carriedFrom(previous, id) + budgeted + activity;
    const cashOverspent = Math.max(0, -balance);
    categories.set(id, { budgeted, activity, balance, cashOverspent, creditOverspent: 0 });
  }
}

/** In YNAB, the balance of the inflow category is the income of all months. */
function inflowFigures({ previous, tally }: MonthOpening, plan: TallyPlan): CategoryFigures {
  const before = previous?.categories.get(plan.inflowCategoryId)?.balance ?? 0;
  return {
    budgeted: 0,
    activity: tally.income,
    balance: before + tally.income,
    cashOverspent: 0,
    creditOverspent: 0,
  };
}

function carriedFrom(previous: MonthFigures | null, categoryId: string): number {
  return Math.max(0, previous?.categories.get(categoryId)?.balance ?? 0);
}

/** A category at the start of a month. Amounts are in milliunits. */
interface CategoryOpening {
  /** Balance of the previous month, or 0 if that was negative. */
  readonly carried: number;
  readonly budgeted: number;
  readonly tally: CategoryTally | undefined;
}

/**
 * Closes a category's month.
 *
 * Cash spending uses the available money first. The remaining money funds credit spending in date
 * order. A card refund makes the refunded money available for credit spending again.
 */
function closeCategory(
  { carried, budgeted, tally }: CategoryOpening,
  addToCard: (accountId: string, amount: number) => void,
): CategoryFigures {
  const cash = tally?.cash ?? 0;
  const credit = tally?.credit ?? [];
  const available = carried + budgeted + cash;
  const creditOverspent = fund(credit, Math.max(0, available), addToCard);
  const creditActivity = credit.reduce((sum, { amount }) => sum + amount, 0);
  const balance = available + creditActivity;
  return {
    budgeted,
    activity: cash + creditActivity,
    balance,
    cashOverspent: Math.max(0, -balance - creditOverspent),
    creditOverspent,
  };
}

function fund(
  credit: readonly CreditEntry[],
  available: number,
  addToCard: (accountId: string, amount: number) => void,
): number {
  let pool = available;
  for (const { amount } of credit) {
    if (amount > 0) pool += amount;
  }
  let unfunded = 0;
  for (const { accountId, amount } of credit) {
    const funded = amount > 0 ? -amount : Math.min(-amount, pool);
    if (amount < 0) {
      pool -= funded;
      unfunded -= amount + funded;
    }
    if (funded !== 0) addToCard(accountId, funded);
  }
  return unfunded;
}
