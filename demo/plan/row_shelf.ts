import { monthOf } from "../_calendar.ts";
import type { StoredTransaction } from "../_records.ts";

/** Rows by month; a row must be taken out before its date changes. */
export class RowShelf {
  readonly #months = new Map<string, StoredTransaction[]>();
  readonly #unsorted = new Set<string>();
  /** The highest knowledge that a row of a month has had. */
  readonly #knowledge = new Map<string, number>();

  /** Shelves the rows. */
  constructor(rows: Iterable<StoredTransaction>) {
    for (const row of rows) this.put(row);
  }

  /** Shelves a row by its date. */
  put(row: StoredTransaction): void {
    const month = monthOf(row.date);
    const rows = this.#months.get(month);
    if (rows === undefined) this.#months.set(month, [row]);
    else rows.push(row);
    this.#unsorted.add(month);
    this.#knowledge.set(month, Math.max(row.knowledge, this.#knowledge.get(month) ?? 0));
  }

  /** Takes a row off the shelf. */
  take(row: StoredTransaction): void {
    const rows = this.#months.get(monthOf(row.date));
    const index = rows?.indexOf(row) ?? -1;
    if (index >= 0) rows?.splice(index, 1);
  }

  /** Gives one month's rows, deleted ones included. */
  rowsOf(month: string): readonly StoredTransaction[] {
    const rows = this.#months.get(month) ?? [];
    if (this.#unsorted.delete(month)) rows.sort(byDateAndId);
    return rows;
  }

  /**
   * Gives the rows from one date to another, both included; `null` is no bound.
   * Whole months that stood still since `knowledge` are left out.
   */
  *between(
    since: string | null,
    until: string | null,
    knowledge: number | null = null,
  ): Generator<StoredTransaction> {
    const from = since === null ? null : monthOf(since);
    for (const month of [...this.#months.keys()].sort()) {
      if (from !== null && month < from) continue;
      if (until !== null && month > until) break;
      if (knowledge !== null && (this.#knowledge.get(month) ?? 0) <= knowledge) continue;
      for (const row of this.rowsOf(month)) {
        if ((since === null || row.date >= since) && (until === null || row.date <= until)) {
          yield row;
        }
      }
    }
  }
}

function byDateAndId(one: StoredTransaction, other: StoredTransaction): number {
  if (one.date !== other.date) return one.date < other.date ? -1 : 1;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
