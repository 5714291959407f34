/**
 * The order of transactions that were laid out as they came: the newest first, those of one day
 * by id. Days are sorted as numbers.
 *
 * @module
 */

import { newestFirst } from "./newest_first.ts";
import type { TransactionColumns } from "./transaction_columns.ts";
import { ID_WORDS } from "./transaction_ids.ts";

/** More than any day as a number. */
const LAST_DAY = 1e8;
/** Places that fit into one number beside a day. */
const MOST_ROWS = 2 ** 21;
/** Transactions that are ordered between two steps. */
const AT_ONCE = 16_384;
/** Of so few the order is found by inserting one after another. */
const FEW = 48;

/**
 * Puts transactions in order, step by step.
 *
 * @param columns Transactions as they have come.
 * @param rows Places of those that are to be ordered.
 * @returns The places, the newest first.
 */
export function* rowsInOrder(
  columns: TransactionColumns,
  rows: Uint32Array,
): Generator<void, Uint32Array> {
  const { days, odd } = columns.facts;
  const isDayOdd = [...odd.keys()].some((row) => (days[row] as number) < 0);
  if (isDayOdd || columns.count > MOST_ROWS) {
    return rows.toSorted((one, other) => compared(columns, one, other) || one - other);
  }
  const ordered = inOrderOfDays(days, rows) ?? sortedByDay(days, rows);
  if (rows.length > AT_ONCE) yield;
  for (let from = 0; from < ordered.length;) {
    if (from > 0) yield;
    from = orderDays(columns, ordered, from);
  }
  return ordered;
}

/** The last day first, where the transactions have come day after day; `null` where not. */
function inOrderOfDays(days: Int32Array, rows: Uint32Array): Uint32Array | null {
  let [isRising, isFalling] = [true, true];
  for (let at = 1; at < rows.length; at++) {
    const step = (days[rows[at] as number] as number) - (days[rows[at - 1] as number] as number);
    if (step > 0) isFalling = false;
    if (step < 0) isRising = false;
    if (!isRising && !isFalling) return null;
  }
  return isFalling ? rows.slice() : rows.toReversed();
}

/** The last day first, sorted as numbers that hold a day and its transaction. */
function sortedByDay(days: Int32Array, rows: Uint32Array): Uint32Array {
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    keys[at] = (LAST_DAY - (days[row] as number)) * MOST_ROWS + row;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % MOST_ROWS);
}

/**
 * Orders the transactions of each of some days.
 *
 * @param from Where the first day begins.
 * @returns Where the day begins that was not ordered any more.
 */
function orderDays(columns: TransactionColumns, ordered: Uint32Array, from: number): number {
  const { days } = columns.facts;
  const stop = Math.min(from + AT_ONCE, ordered.length);
  let start = from;
  while (start < stop) {
    const day = days[ordered[start] as number];
    let until = start + 1;
    while (until < ordered.length && days[ordered[until] as number] === day) until++;
    if (until - start > 1) orderDay(columns, ordered, start, until);
    start = until;
  }
  return start;
}

/** Orders the transactions of one day. */
function orderDay(
  columns: TransactionColumns,
  ordered: Uint32Array,
  from: number,
  until: number,
): void {
  if (until - from > FEW) {
    ordered.subarray(from, until).sort((one, other) => compared(columns, one, other));
    return;
  }
  for (let at = from + 1; at < until; at++) {
    const row = ordered[at] as number;
    let to = at;
    while (to > from && compared(columns, row, ordered[to - 1] as number) < 0) {
      ordered[to] = ordered[to - 1] as number;
      to--;
    }
    ordered[to] = row;
  }
}

/** Below zero where one of two transactions comes first; zero where nothing tells. */
function compared(columns: TransactionColumns, one: number, other: number): number {
  const { days, odd, idWords } = columns.facts;
  if (odd.size > 0 && (odd.has(one) || odd.has(other))) {
    return newestFirst(placed(columns, one), placed(columns, other));
  }
  const day = (days[other] as number) - (days[one] as number);
  if (day !== 0) return day;
  for (let word = 0; word < ID_WORDS; word++) {
    const id = (idWords[one * ID_WORDS + word] as number) -
      (idWords[other * ID_WORDS + word] as number);
    if (id !== 0) return id;
  }
  return 0;
}

function placed(
  columns: TransactionColumns,
  row: number,
): { readonly id: string; readonly date: string } {
  return { id: columns.idAt(row), date: columns.dateAt(row) };
}
