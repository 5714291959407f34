/**
 * One category's month: what it holds at the end, and how it was overspent.
 *
 * @module
 */

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
 *
 * @param opening What the category starts with.
 * @param addToCard Called with what each credit entry moves to its card's payment category.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const toCards: [string, number][] = [];
 * const closing = closeCategory(
 *   {
 *     carried: 0,
 *     budgeted: 100_000,
 *     tally: { cash: -40_000, credit: [{ accountId: "visa", amount: -90_000 }] },
 *   },
 *   (accountId, amount) => toCards.push([accountId, amount]),
 * );
 * assertEquals(closing, {
 *   activity: -130_000,
 *   balance: -30_000,
 *   cashOverspent: 0,
 *   creditOverspent: 30_000,
 * });
 * assertEquals(toCards, [["visa", 60_000]]);
 * ```
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
