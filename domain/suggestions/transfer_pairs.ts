/**
 * Finds transfers that arrived as two ordinary rows.
 *
 * @module
 */

import { daysBetween } from "../calendar/day.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { MOST_POSTING_DAYS } from "../plan/posting_days.ts";
import { liveLines } from "../plan/split_lines.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";

/**
 * Pairs rows with what looks like the other side of the same transfer: exactly the
 * opposite amount, in another account, at most five days apart, neither a transfer
 * nor a split, and without a category that says otherwise. The closest in time are
 * paired first, and each row at most once.
 *
 * @param asked Live rows to find the other side of.
 * @param rows All live rows of the plan.
 * @param neutralCategoryIds Categories that the other side may carry: Uncategorized,
 * and the one of income, where money that arrives is often put by mistake.
 * @returns Ids of the other rows by the ids of those asked for.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const side = { date: "2024-01-31", cleared: "cleared", approved: true, subtransactions: [] };
 * const from = { ...side, id: "f", amount: -500, account_id: "a", account_name: "A", deleted: false };
 * const into = { ...from, id: "i", amount: 500, account_id: "b" };
 * const pairs = transferPairs([from], [from, into], new Set());
 * assertEquals(pairs.get("f"), "i");
 * ```
 */
export function transferPairs(
  asked: readonly TransactionRecord[],
  rows: readonly TransactionRecord[],
  neutralCategoryIds: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const sides = asked.filter((row) => isSide(row, neutralCategoryIds));
  const others = rowsByAmount(rows, new Set(sides.map(({ amount }) => -amount)));
  const askedIds = new Set(sides.map(({ id }) => id));
  const pairs = sides.flatMap((row) =>
    (others.get(-row.amount) ?? [])
      .filter((other) => isSide(other, neutralCategoryIds))
      .flatMap((other) => pairOf(row, other, askedIds) ?? [])
  );
  const paired = new Map<string, string>();
  const taken = new Set<string>();
  for (const { row, other } of pairs.sort(byCloseness)) {
    if (taken.has(row.id) || taken.has(other.id)) continue;
    taken.add(row.id).add(other.id);
    paired.set(row.id, other.id);
    if (askedIds.has(other.id)) paired.set(other.id, row.id);
  }
  return paired;
}

interface Pair {
  readonly row: TransactionRecord;
  readonly other: TransactionRecord;
  readonly days: number;
  /** Two rows that both wait belong together rather than one that is done with. */
  readonly isOpen: boolean;
}

function isSide(row: TransactionRecord, neutralCategoryIds: ReadonlySet<string>): boolean {
  const category = row.category_id ?? null;
  return row.amount !== 0 && !row.deleted && (row.transfer_account_id ?? null) === null &&
    (category === null || neutralCategoryIds.has(category)) &&
    liveLines(row).length === 0 && !SYSTEM_PAYEE_KEYS.has(payeeKeyOf(row));
}

function rowsByAmount(
  rows: readonly TransactionRecord[],
  amounts: ReadonlySet<number>,
): ReadonlyMap<number, readonly TransactionRecord[]> {
  const byAmount = new Map<number, TransactionRecord[]>();
  if (amounts.size === 0) return byAmount;
  for (const row of rows) {
    if (!amounts.has(row.amount)) continue;
    const list = byAmount.get(row.amount);
    if (list === undefined) byAmount.set(row.amount, [row]);
    else list.push(row);
  }
  return byAmount;
}

function pairOf(
  row: TransactionRecord,
  other: TransactionRecord,
  askedIds: ReadonlySet<string>,
): Pair | null {
  if (row.account_id === other.account_id) return null;
  const days = Math.abs(daysBetween(row.date, other.date));
  return days > MOST_POSTING_DAYS ? null : { row, other, days, isOpen: askedIds.has(other.id) };
}

function byCloseness(a: Pair, b: Pair): number {
  return a.days - b.days || Number(b.isOpen) - Number(a.isOpen) ||
    compare(a.row.id, b.row.id) || compare(a.other.id, b.other.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
