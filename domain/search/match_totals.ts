import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";

/** Totals over matches; amounts in milliunits. */
export interface MatchTotals {
  readonly count: number;
  /** At least zero. */
  readonly sum_in: number;
  /** At most zero. */
  readonly sum_out: number;
}

/**
 * A sum that grows match by match. Where a category was asked for, only the lines
 * of that category count of a split.
 */
export class MatchTotalsSum {
  #count = 0;
  #in = 0;
  #out = 0;

  /** Takes a match in. */
  add(
    transaction: Pick<TransactionRecord, "amount">,
    lines: readonly SplitLineRecord[] | null,
  ): void {
    if (lines === null) this.addAmount(transaction.amount);
    else this.addLines(lines);
  }

  /** Takes a match in that counts as a whole. */
  addAmount(amount: number): void {
    this.#count += 1;
    this.#take(amount);
  }

  /** Takes a match in of which only lines count. */
  addLines(lines: readonly Pick<SplitLineRecord, "amount">[]): void {
    this.#count += 1;
    for (const line of lines) this.#take(line.amount);
  }

  /** The totals so far. */
  get sum(): MatchTotals {
    return { count: this.#count, sum_in: this.#in, sum_out: this.#out };
  }

  #take(amount: number): void {
    if (amount > 0) this.#in += amount;
    else this.#out += amount;
  }
}
