import {
  hasLiveLines,
  type StoredAccount,
  type StoredCategory,
  type StoredTransaction,
} from "./records.ts";

/** Plan facts that the sums need. */
export interface TallyPlan {
  readonly accounts: ReadonlyMap<string, StoredAccount>;
  readonly categories: ReadonlyMap<string, StoredCategory>;
  readonly cardCategoryIds: ReadonlySet<string>;
  readonly inflowCategoryId: string;
  readonly uncategorizedId: string;
  /** Whether a row is the uncounted half of a matched pair. */
  isCountedOut(row: StoredTransaction): boolean;
}

/** Change of an account's balance, in milliunits. */
export interface AccountTally {
  cleared: number;
  uncleared: number;
}

/** One amount on a credit card, in milliunits. */
export interface CreditEntry {
  readonly accountId: string;
  readonly amount: number;
}

/** Activity of one category, separate for cash and credit accounts. */
export interface CategoryTally {
  cash: number;
  readonly credit: CreditEntry[];
}

/** Money into or out of the cash accounts, in milliunits. */
export interface CashFlow {
  readonly date: string;
  readonly amount: number;
}

export interface MonthTally {
  readonly accounts: ReadonlyMap<string, AccountTally>;
  readonly categories: ReadonlyMap<string, CategoryTally>;
  /** Milliunits added to Ready to Assign. */
  readonly income: number;
  /** What transfers add to each card's payment category, by account id. */
  readonly cards: ReadonlyMap<string, number>;
  /** By date; on one date the inflows first. */
  readonly flows: readonly CashFlow[];
}

/** Whether spending from an account is credit: it has a payment category. */
export function isCard(account: StoredAccount): boolean {
  return account.on_budget && account.payment_category_id !== null;
}

/** Sums the rows of one month, in date order. */
export function tallyMonth(rows: Iterable<StoredTransaction>, plan: TallyPlan): MonthTally {
  const tally = new Tally(plan);
  for (const row of rows) {
    if (!row.deleted && !plan.isCountedOut(row)) tally.add(row);
  }
  return tally.finish();
}

class Tally {
  readonly #plan: TallyPlan;
  readonly #accounts = new Map<string, AccountTally>();
  readonly #categories = new Map<string, CategoryTally>();
  readonly #cards = new Map<string, number>();
  readonly #flows: CashFlow[] = [];
  #income = 0;

  constructor(plan: TallyPlan) {
    this.#plan = plan;
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
      if (to?.on_budget) this.#addTransfer(account, part.amount);
      else this.#addActivity(account, part.category_id, part.amount);
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
      cards: this.#cards,
      flows: this.#flows,
    };
  }

  #addBalance({ account_id, amount, cleared }: StoredTransaction): void {
    let tally = this.#accounts.get(account_id);
    if (tally === undefined) this.#accounts.set(account_id, tally = { cleared: 0, uncleared: 0 });
    if (cleared === "uncleared") tally.uncleared += amount;
    else tally.cleared += amount;
  }

  /** A card payment uses up its category's money; a cash advance adds to it. */
  #addTransfer(account: StoredAccount, amount: number): void {
    if (isCard(account)) {
      this.#cards.set(account.id, (this.#cards.get(account.id) ?? 0) - amount);
    }
  }

  #addActivity(account: StoredAccount, categoryId: string | null, amount: number): void {
    if (categoryId === this.#plan.inflowCategoryId) {
      // On a card it reduces what is owed, and nothing else (YNAB's help, articles 1090, 1183).
      if (!isCard(account)) this.#income += amount;
      return;
    }
    const id = this.#countedCategory(categoryId);
    let tally = this.#categories.get(id);
    if (tally === undefined) this.#categories.set(id, tally = { cash: 0, credit: [] });
    if (isCard(account)) tally.credit.push({ accountId: account.id, amount });
    else tally.cash += amount;
  }

  /** Card payment categories never take rows, so a row that names one counts as having none. */
  #countedCategory(id: string | null): string {
    const { categories, cardCategoryIds, uncategorizedId } = this.#plan;
    return id !== null && categories.has(id) && !cardCategoryIds.has(id) ? id : uncategorizedId;
  }
}
