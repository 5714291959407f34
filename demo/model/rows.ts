import { compareTexts } from "../../domain/base/fold_text.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { StoredSplitLine, StoredTransaction } from "./records.ts";

/** A transaction, or one of its split lines; either can be one side of a transfer. */
export interface Side {
  readonly row: StoredTransaction;
  readonly line: StoredSplitLine | null;
}

/** A plan's transactions, by id and by month. All lookups include deleted transactions. */
export class Rows {
  readonly byId: Map<string, StoredTransaction>;
  readonly #list: StoredTransaction[];
  readonly #months: Map<string, StoredTransaction[]>;
  readonly #unsorted: Set<string>;
  readonly #rowsOfLines = new Map<string, StoredTransaction>();
  /**
   * Transactions by account and import id. An account never forgets an import id, even if the
   * transaction moves to another account.
   */
  readonly #imports = new Map<string, StoredTransaction>();
  readonly #monthChanged: (month: string) => void;

  /** Indexes `list` and tracks changed months. */
  constructor(list: StoredTransaction[], monthChanged: (month: string) => void) {
    this.#list = list;
    this.#monthChanged = monthChanged;
    this.byId = new Map(list.map((row) => [row.id, row]));
    this.#months = Map.groupBy(list, ({ date }) => firstOfMonth(date));
    this.#unsorted = new Set(this.#months.keys());
    for (const row of list) this.#link(row);
  }

  add(row: StoredTransaction): void {
    this.#list.push(row);
    this.byId.set(row.id, row);
    this.#put(row);
  }

  /** Undoes the last `add`. */
  undoAdd(row: StoredTransaction): void {
    this.#list.pop();
    this.byId.delete(row.id);
    const key = importKey(row.account_id, row.import_id);
    if (this.#imports.get(key) === row) this.#imports.delete(key);
    this.#take(row);
  }

  change(row: StoredTransaction, change: Partial<StoredTransaction>): void {
    this.#take(row);
    Object.assign(row, change);
    this.#put(row);
  }

  /** Finds a transaction or a split line by its id. */
  side(id: string): Side | null {
    const row = this.byId.get(id) ?? this.#rowsOfLines.get(id);
    if (row === undefined) return null;
    if (row.id === id) return { row, line: null };
    const line = row.lines.find((candidate) => candidate.id === id);
    return line === undefined ? null : { row, line };
  }

  /** Whether a transaction is a matched import, which doesn't count toward balances or activity. */
  isMatchedImport({ id, import_id, matched_transaction_id }: StoredTransaction): boolean {
    if (import_id === null || matched_transaction_id === null) return false;
    const other = this.byId.get(matched_transaction_id);
    if (other === undefined || other.deleted) return false;
    return other.import_id === null || other.id < id;
  }

  /** Returns an account's first transaction with a given import id. */
  imported(accountId: string, importId: string): StoredTransaction | undefined {
    return this.#imports.get(importKey(accountId, importId));
  }

  /** Returns one month's transactions, sorted by date. */
  ofMonth(month: string): readonly StoredTransaction[] {
    const rows = this.#months.get(month) ?? [];
    if (this.#unsorted.delete(month)) {
      rows.sort((one, other) =>
        compareTexts(one.date, other.date) || compareTexts(one.id, other.id)
      );
    }
    return rows;
  }

  /** Returns the transactions between two dates, inclusive; `null` means no limit. */
  between(since: string | null, until: string | null): readonly StoredTransaction[] {
    const [first, last] = [since ?? "", until ?? "9999"];
    return [...this.#months.keys()].sort()
      .filter((month) => month >= first.slice(0, 7) && month <= last)
      .flatMap((month) => this.ofMonth(month))
      .filter(({ date }) => date >= first && date <= last);
  }

  #link(row: StoredTransaction): void {
    for (const { id } of row.lines) this.#rowsOfLines.set(id, row);
    const key = importKey(row.account_id, row.import_id);
    if (row.import_id !== null && !this.#imports.has(key)) this.#imports.set(key, row);
  }

  #put(row: StoredTransaction): void {
    this.#link(row);
    const month = firstOfMonth(row.date);
    const rows = this.#months.get(month) ?? [];
    rows.push(row);
    this.#months.set(month, rows);
    this.#unsorted.add(month);
    this.#changed(row);
  }

  #take(row: StoredTransaction): void {
    const rows = this.#months.get(firstOfMonth(row.date));
    rows?.splice(rows.indexOf(row), 1);
    this.#changed(row);
  }

  #changed(row: StoredTransaction): void {
    this.#monthChanged(firstOfMonth(row.date));
    const matched = this.byId.get(row.matched_transaction_id ?? "");
    if (matched !== undefined) this.#monthChanged(firstOfMonth(matched.date));
  }
}

function importKey(accountId: string, importId: string | null): string {
  return `${accountId} ${importId}`;
}
