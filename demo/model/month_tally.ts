import {
  hasLiveLines,
  type StoredAccount,
  type StoredCategory,
  type StoredTransaction,
} from "./records.ts";
import type { Rows } from "./rows.ts";

/** Facts about the plan that the sums depend on. */
export interface TallyPlan {
  readonly accounts: ReadonlyMap<string, StoredAccount>;
  readonly categories: ReadonlyMap<string, StoredCategory>;
  readonly cardCategoryIds: ReadonlySet<string>;
  readonly inflowCategoryId: string;
  readonly uncategorizedId: string;
  readonly rows: Pick<Rows, "isMatchedImport">;
}

/** Change in an account's balance, in milliunits. */
export interface AccountTally {
  cleared: number;
  uncleared: number;
}

/** Spending or a refund on a card, and the resulting change in its debt, in milliunits. */
export interface CreditEntry {
  readonly accountId: string;
  readonly amount: number;
}

/** Activity of one category, separated into cash and credit accounts. */
export interface CategoryTally {
  cash: number;
  readonly credit: CreditEntry[];
}

/** Money flowing into or out of the cash accounts, in milliunits. */
export interface CashFlow {
  readonly date: string;
  readonly amount: number;
}

export interface MonthTally {
  readonly accounts: ReadonlyMap<string, AccountTally>;
  readonly categories: ReadonlyMap<string, CategoryTally>;
  /** Inflow that goes to Ready to Assign, in milliunits. */
  readonly income: number;
  /** Milliunits paid to cards in excess of their debt, which go to Ready to Assign. */
  readonly overpaid: number;
  /** Amounts added by transfers to each card's payment category, by account id. */
  readonly cards: ReadonlyMap<string, number>;
  /** Balance of each card at the end of the month, by account id. */
  readonly cardBalances: ReadonlyMap<string, number>;
  /** Flows by date. Inflows precede outflows of the same date. */
  readonly flows: readonly CashFlow[];
}

/**
 * Whether spending from an account counts as credit spending: the account has a payment category.
 */
export function isCard(account: StoredAccount): boolean {
  return account.on_budget && account.payment_category_id !== null;
}

/**
 * Sums one month's transactions by date, starting from the card balances at the end of the previous
 * month.
 *
 * A card's debt counts as credit, and a positive balance as cash, as in a checking account (YNAB's
 * help, article 728). Inflow on a card reduces its debt. It changes neither Ready to Assign nor the
 * payment category, except for the amount that exceeds the debt (article 1090).
 */
export function tallyMonth(
  rows: Iterable<StoredTransaction>,
  plan: TallyPlan,
  cardBalances: ReadonlyMap<string, number> = new Map(),
): MonthTally {
  const tally = new Tally(plan, cardBalances);
  for (const row of rows) {
    if (!row.deleted && !plan.rows.isMatchedImport(row)) tally.add(row);
  }
  return tally.finish();
}

/**
 * The parts of an amount that change a card's balance above zero (cash) and below zero (credit), in
 * milliunits.
 */
interface Portions {
  readonly cash: number;
  readonly credit: number;
}

class Tally {
  readonly #plan: TallyPlan;
  readonly #accounts = new Map<string, AccountTally>();
  readonly #categories = new Map<string, CategoryTally>();
  readonly #cards = new Map<string, number>();
  readonly #cardBalances: Map<string, number>;
  readonly #flows: CashFlow[] = [];
  #income = 0;
  #overpaid = 0;

  constructor(plan: TallyPlan, cardBalances: ReadonlyMap<string, number>) {
    this.#plan = plan;
    this.#cardBalances = new Map(cardBalances);
  }

  add(row: StoredTransaction): void {
    const account = this.#plan.accounts.get(row.account_id);
    if (account === undefined) return;
    this.#addBalance(row);
    if (!account.on_budget) return;
    let flow = 0;
    for (const part of hasLiveLines(row) ? row.lines : [row]) {
      if (part.deleted) continue;
      const to = this.#plan.accounts.get(part.transfer_account_id ?? "");
      const portions = this.#divide(account, part.amount);
      if (!to?.on_budget) this.#addActivity(account, part.category_id, portions);
      else if (isCard(account)) this.#addCardTransfer(account.id, part.amount, portions);
      if (to === undefined || !to.on_budget || isCard(to)) flow += part.amount;
    }
    if (flow !== 0 && !isCard(account)) this.#flows.push({ date: row.date, amount: flow });
  }

  finish(): MonthTally {
    this.#flows.sort((one, other) =>
      one.date < other.date ? -1 : one.date > other.date ? 1 : other.amount - one.amount
    );
    return {
      accounts: this.#accounts,
      categories: this.#categories,
      income: this.#income,
      overpaid: this.#overpaid,
      cards: this.#cards,
      cardBalances: this.#cardBalances,
      flows: this.#flows,
    };
  }

  #addBalance({ account_id, amount, cleared }: StoredTransaction): void {
    let tally = this.#accounts.get(account_id);
    if (tally === undefined) this.#accounts.set(account_id, tally = { cleared: 0, uncleared: 0 });
    if (cleared === "uncleared") tally.uncleared += amount;
    else tally.cleared += amount;
  }

  #divide(account: StoredAccount, amount: number): Portions {
    if (!isCard(account)) return { cash: amount, credit: 0 };
    const before = this.#cardBalances.get(account.id) ?? 0;
    const after = before + amount;
    this.#cardBalances.set(account.id, after);
    const cash = Math.max(0, after) - Math.max(0, before);
    return { cash, credit: amount - cash };
  }

  /** A payment reduces the payment category's balance; a cash advance increases it. */
  #addCardTransfer(accountId: string, amount: number, { cash, credit }: Portions): void {
    const change = amount > 0 ? -amount : -credit;
    this.#cards.set(accountId, (this.#cards.get(accountId) ?? 0) + change);
    if (amount > 0) this.#overpaid += cash;
  }

  #addActivity(account: StoredAccount, categoryId: string | null, portions: Portions): void {
    const { cash, credit } = portions;
    if (categoryId === this.#plan.inflowCategoryId) {
      this.#income += cash;
      return;
    }
    const id = this.#countedCategory(categoryId);
    let tally = this.#categories.get(id);
    if (tally === undefined) this.#categories.set(id, tally = { cash: 0, credit: [] });
    tally.cash += cash;
    if (credit !== 0) tally.credit.push({ accountId: account.id, amount: credit });
  }

  /**
   * Returns Uncategorized for a card payment category, because such categories never have
   * transactions.
   */
  #countedCategory(id: string | null): string {
    const { categories, cardCategoryIds, uncategorizedId } = this.#plan;
    return id !== null && categories.has(id) && !cardCategoryIds.has(id) ? id : uncategorizedId;
  }
}
