import { compareTexts } from "../../domain/base/fold_text.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { StoredSplitLine, StoredTransaction } from "./records.ts";

/** A split line and its transaction. */
export interface LinePlace {
  readonly row: StoredTransaction;
  readonly line: StoredSplitLine;
}

/** Maintains the indexes of a plan's transactions. */
export class Rows {
  /** All transactions by id, including deleted ones. */
  readonly byId: Map<string, StoredTransaction>;
  readonly byMonth: RowsByMonth;
  readonly imports: ImportMemory;
  readonly #list: StoredTransaction[];
  readonly #rowsOfLines = new Map<string, StoredTransaction>();
  /** Transactions by the id of their matched transaction. */
  readonly #matching = new Map<string, StoredTransaction>();
  readonly #monthChanged: (month: string) => void;

  /** Indexes `list` and tracks changed months. */
  constructor(list: StoredTransaction[], monthChanged: (month: string) => void) {
    this.#list = list;
    this.#monthChanged = monthChanged;
    this.byId = new Map(list.map((row) => [row.id, row]));
    this.byMonth = new RowsByMonth(list);
    this.imports = new ImportMemory(list);
    for (const row of list) this.#link(row);
  }

  add(row: StoredTransaction): void {
    this.#list.push(row);
    this.byId.set(row.id, row);
    this.byMonth.put(row);
    this.imports.remember(row);
    this.#link(row);
    this.#changed(row);
  }

  /** Undoes the last `add`. */
  undoAdd(row: StoredTransaction): void {
    this.#list.pop();
    this.byId.delete(row.id);
    this.byMonth.take(row);
    this.imports.forget(row);
    this.#changed(row);
  }

  change(row: StoredTransaction, change: Partial<StoredTransaction>): void {
    this.#changed(row);
    this.byMonth.take(row);
    Object.assign(row, change);
    this.byMonth.put(row);
    this.imports.remember(row);
    this.#link(row);
    this.#changed(row);
  }

  placeOfLine(id: string): LinePlace | null {
    const row = this.#rowsOfLines.get(id);
    const line = row?.lines.find((candidate) => candidate.id === id);
    return row === undefined || line === undefined ? null : { row, line };
  }

  /** Whether a transaction is the imported one of a matched pair; only the entered one counts. */
  isMatchedImport({ id, import_id, matched_transaction_id }: StoredTransaction): boolean {
    if (import_id === null || matched_transaction_id === null) return false;
    const other = this.byId.get(matched_transaction_id);
    if (other === undefined || other.deleted) return false;
    return other.import_id === null || other.id < id;
  }

  #link(row: StoredTransaction): void {
    for (const line of row.lines) this.#rowsOfLines.set(line.id, row);
    if (row.matched_transaction_id !== null) this.#matching.set(row.matched_transaction_id, row);
  }

  #changed(row: StoredTransaction): void {
    const matched = this.byId.get(row.matched_transaction_id ?? "");
    for (const touched of [row, matched, this.#matching.get(row.id)]) {
      if (touched !== undefined) this.#monthChanged(firstOfMonth(touched.date));
    }
  }
}

/** Transactions by month. Remove a transaction before changing its date. */
export class RowsByMonth {
  readonly #months = new Map<string, StoredTransaction[]>();
  readonly #unsorted = new Set<string>();

  constructor(rows: Iterable<StoredTransaction>) {
    for (const row of rows) this.put(row);
  }

  put(row: StoredTransaction): void {
    const month = firstOfMonth(row.date);
    const rows = this.#months.get(month);
    if (rows === undefined) this.#months.set(month, [row]);
    else rows.push(row);
    this.#unsorted.add(month);
  }

  take(row: StoredTransaction): void {
    const rows = this.#months.get(firstOfMonth(row.date));
    const index = rows?.indexOf(row) ?? -1;
    if (index >= 0) rows?.splice(index, 1);
  }

  /** Returns one month's transactions, including deleted ones. */
  rowsOf(month: string): readonly StoredTransaction[] {
    const rows = this.#months.get(month) ?? [];
    if (this.#unsorted.delete(month)) rows.sort(byDateAndId);
    return rows;
  }

  /** Returns the transactions between two inclusive dates; `null` means no limit. */
  *between(since: string | null, until: string | null): Generator<StoredTransaction> {
    const from = since === null ? null : firstOfMonth(since);
    for (const month of [...this.#months.keys()].sort()) {
      if (from !== null && month < from) continue;
      if (until !== null && month > until) break;
      for (const row of this.rowsOf(month)) {
        if ((since === null || row.date >= since) && (until === null || row.date <= until)) {
          yield row;
        }
      }
    }
  }
}

function byDateAndId(one: StoredTransaction, other: StoredTransaction): number {
  return compareTexts(one.date, other.date) || compareTexts(one.id, other.id);
}

/** Remembers import ids by account. */
export class ImportMemory {
  readonly #accounts = new Map<string, Map<string, string>>();

  /** Starts with the ids of the given transactions, including deleted ones. */
  constructor(rows: Iterable<StoredTransaction>) {
    for (const row of rows) this.remember(row);
  }

  /** Remembers a transaction's import id, if it has one. */
  remember({ id, account_id, import_id }: StoredTransaction): void {
    if (import_id === null) return;
    const ids = this.#accounts.get(account_id);
    if (ids === undefined) this.#accounts.set(account_id, new Map([[import_id, id]]));
    else if (!ids.has(import_id)) ids.set(import_id, id);
  }

  forget({ id, account_id, import_id }: StoredTransaction): void {
    const ids = this.#accounts.get(account_id);
    if (import_id !== null && ids?.get(import_id) === id) ids.delete(import_id);
  }

  isKnown(accountId: string, importId: string): boolean {
    return this.#accounts.get(accountId)?.has(importId) ?? false;
  }

  /** Returns the ids of transactions with an import id, in any account. */
  rowIdsOf(importId: string): string[] {
    return [...this.#accounts.values()].flatMap((ids) => ids.get(importId) ?? []);
  }
}
