import type { CategoryTally, CreditEntry } from "./month_tally.ts";

/** What a category starts its month with; amounts in milliunits. */
export interface CategoryOpening {
  /** Balance of the month before, never negative. */
  readonly carried: number;
  readonly budgeted: number;
  readonly tally: CategoryTally | undefined;
}

/** What a category ends its month with; amounts in milliunits. */
export interface CategoryClosing {
  readonly activity: number;
  readonly balance: number;
  /** Taken from the next month's Ready to Assign. */
  readonly cashOverspent: number;
  /** Debt on cards that no money was set aside for. */
  readonly creditOverspent: number;
}

/**
 * Closes a category's month.
 *
 * Cash spending takes the available money first; what is left pays for credit
 * spending in date order. A refund on a card is money that the category can
 * spend on credit again.
 */
export function closeCategory(
  { carried, budgeted, tally }: CategoryOpening,
  addToCard: (accountId: string, amount: number) => void,
): CategoryClosing {
  const cash = tally?.cash ?? 0;
  const credit = tally?.credit ?? [];
  const available = carried + budgeted + cash;
  const creditOverspent = fund(credit, Math.max(0, available), addToCard);
  const creditActivity = credit.reduce((sum, { amount }) => sum + amount, 0);
  const balance = available + creditActivity;
  return {
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
