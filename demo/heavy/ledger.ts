/**
 * Collects the rows of a heavy plan and keeps the sums that later rows and the
 * assignments follow from.
 *
 * @module
 */

import { monthOf } from "../_calendar.ts";
import type { Random } from "../_random.ts";
import { plainRow, type RowFields } from "../_plain_row.ts";
import type { StoredTransaction } from "../_records.ts";
import type { HeavyAccount } from "./accounts.ts";
import type { HeavyCategories } from "./categories.ts";

/** A row of which only what matters is named. */
export type HeavyRow = Omit<RowFields, "id"> & { readonly id?: string };

/** A transfer; `category` where it leaves the budget. */
export interface HeavyTransfer {
  readonly date: string;
  readonly from: HeavyAccount;
  readonly to: HeavyAccount;
  /** Milliunits, positive. */
  readonly amount: number;
  readonly category?: string;
}

/** Rows in the order of their dates, with running sums. */
export class HeavyLedger {
  readonly rows: StoredTransaction[] = [];
  /** Milliunits by month and category; what a card's category must cover included. */
  readonly activity = new Map<string, Map<string, number>>();
  /** Milliunits by month that were spent in cash without a category. */
  readonly uncategorized = new Map<string, number>();
  readonly #limit: number;
  readonly #draws: Random;
  readonly #accounts: ReadonlyMap<string, HeavyAccount>;
  readonly #categories: HeavyCategories;
  readonly #balances = new Map<string, number>();
  #importCounts = new Map<string, number>();
  #importDate = "";

  /** Starts an empty ledger that takes no more than `limit` rows. */
  constructor(
    limit: number,
    { draws, accounts, categories }: {
      readonly draws: Random;
      readonly accounts: readonly HeavyAccount[];
      readonly categories: HeavyCategories;
    },
  ) {
    this.#limit = limit;
    this.#draws = draws;
    this.#accounts = new Map(accounts.map((account) => [account.stored.id, account]));
    this.#categories = categories;
  }

  /** Tells whether the ledger takes so many rows more. */
  hasRoom(rows: number): boolean {
    return this.rows.length + rows <= this.#limit;
  }

  /** Gives an account's balance in milliunits. */
  balanceOf(account: HeavyAccount): number {
    return this.#balances.get(account.stored.id) ?? 0;
  }

  /** Adds a row. */
  add(row: HeavyRow): StoredTransaction {
    const full = plainRow({
      id: this.#draws.uuid(),
      knowledge: this.rows.length + 2,
      ...row,
    });
    this.rows.push(full);
    if (!full.deleted) this.#count(full);
    return full;
  }

  /** Adds both rows of a transfer, if there is room. */
  transfer({ date, from, to, amount, category }: HeavyTransfer): void {
    if (amount <= 0 || !this.hasRoom(2)) return;
    const [outId, inId] = [this.#draws.uuid(), this.#draws.uuid()];
    const isLoan = to.stored.debt_interest_rates !== null;
    this.add({
      id: outId,
      date,
      amount: -amount,
      account_id: from.stored.id,
      payee_id: to.stored.transfer_payee_id,
      category_id: from.stored.on_budget && !to.stored.on_budget ? category ?? null : null,
      transfer_account_id: to.stored.id,
      transfer_transaction_id: inId,
    });
    this.add({
      id: inId,
      date,
      amount,
      account_id: to.stored.id,
      payee_id: from.stored.transfer_payee_id,
      category_id: to.stored.on_budget && !from.stored.on_budget ? category ?? null : null,
      transfer_account_id: from.stored.id,
      transfer_transaction_id: outId,
      debt_transaction_type: isLoan ? "payment" : null,
    });
  }

  /** Gives the next import id of a row. */
  importId({ account_id, amount, date }: HeavyRow): string {
    if (date !== this.#importDate) {
      this.#importDate = date;
      this.#importCounts = new Map();
    }
    const key = `${account_id}/${amount}`;
    const count = (this.#importCounts.get(key) ?? 0) + 1;
    this.#importCounts.set(key, count);
    return `YNAB:${amount}:${date}:${count}`;
  }

  #count(row: StoredTransaction): void {
    this.#balances.set(row.account_id, (this.#balances.get(row.account_id) ?? 0) + row.amount);
    const account = this.#accounts.get(row.account_id)?.stored;
    if (account?.on_budget !== true) return;
    const month = monthOf(row.date);
    for (const part of row.lines.length > 0 ? row.lines : [row]) {
      const other = this.#accounts.get(part.transfer_account_id ?? "")?.stored;
      if (other?.on_budget === true) continue;
      // Nothing pays for a card's opening debt and uncategorised rows but its own category.
      const category = part.category_id ?? account.payment_category_id;
      if (category !== null) this.#addActivity(month, category, part.amount);
      else addTo(this.uncategorized, month, part.amount);
    }
  }

  #addActivity(month: string, category: string, amount: number): void {
    if (category === this.#categories.uncategorized) {
      addTo(this.uncategorized, month, amount);
      return;
    }
    const sums = this.activity.get(month) ?? new Map<string, number>();
    this.activity.set(month, sums);
    addTo(sums, category, amount);
  }
}

function addTo(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}
