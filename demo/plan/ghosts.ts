import { monthOf } from "../_calendar.ts";
import type { StoredSplitLine, StoredTransaction } from "../_records.ts";
import { hasLiveLines } from "../arithmetic/live_lines.ts";

/** Remembers the lines of deleted splits until their category is written again. */
export class Ghosts {
  #rows: StoredTransaction[] = [];

  /** Remembers a row that is about to be deleted, if it is a split. */
  add(row: StoredTransaction): void {
    if (!hasLiveLines(row)) return;
    const lines = row.lines.filter(isCategorized).map((line) => ({ ...line }));
    this.#rows.push({ ...row, amount: 0, matched_transaction_id: null, lines });
  }

  /** Gives one month's ghosts as rows that move no account's balance. */
  rowsOf(month: string): readonly StoredTransaction[] {
    return this.#rows.filter(({ date }) => monthOf(date) === month);
  }

  /** Forgets what a live row's categories still carry. */
  forgetCategoriesOf({ deleted, category_id, lines }: StoredTransaction): string[] {
    if (deleted || this.#rows.length === 0) return [];
    const touched = new Set([category_id, ...lines.map((line) => line.category_id)]);
    const isTouched = (line: StoredSplitLine): boolean => touched.has(line.category_id);
    const months = this.#rows.filter((row) => row.lines.some(isTouched)).map(({ date }) => date);
    this.#rows = this.#rows
      .map((row) => ({ ...row, lines: row.lines.filter((line) => !isTouched(line)) }))
      .filter(hasLiveLines);
    return months.map(monthOf);
  }
}

function isCategorized({ deleted, category_id, transfer_account_id }: StoredSplitLine): boolean {
  return !deleted && category_id !== null && transfer_account_id === null;
}
