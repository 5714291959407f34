import type { TransactionRecord } from "../base/plan_records.ts";

/** Fewer transactions show no habit. */
const FEWEST_USES = 6;

/** Share of them that has to agree. */
const AGREEING = 0.9;

/** A category by habit. */
export interface HabitCategory {
  readonly categoryId: string;
  readonly uses: number;
}

/** Tells which category a transaction would have by habit, where it has another. */
export function otherThanUsual(
  transaction: TransactionRecord,
  others: readonly TransactionRecord[],
): HabitCategory | null {
  const own = transaction.category_id ?? "";
  if (own === "" || transaction.subtransactions.some(({ deleted }) => !deleted)) return null;
  const used: string[] = [];
  for (const other of others) {
    const category = other.category_id ?? null;
    // Its lines and its id are dearer to read.
    if (category === null || other.subtransactions.length > 0) continue;
    if (other.amount !== transaction.amount || other.id !== transaction.id) used.push(category);
  }
  if (used.length < FEWEST_USES || used.includes(own)) return null;
  const counts = new Map<string, number>();
  for (const category of used) counts.set(category, (counts.get(category) ?? 0) + 1);
  const [[categoryId, uses]] = [...counts].sort(([, a], [, b]) => b - a) as [[string, number]];
  return uses < AGREEING * used.length ? null : { categoryId, uses };
}
