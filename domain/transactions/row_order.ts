/**
 * The order of transactions that were laid out as they came: the newest first, those of one day
 * by id. Days are sorted as numbers.
 *
 * @module
 */

import { isBefore } from "./newest_first.ts";
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
  const isBeforeRow = (one: number, other: number): boolean => isFirst(columns, one, other);
  const isDayOdd = [...odd.keys()].some((row) => (days[row] as number) < 0);
  if (isDayOdd || columns.count > MOST_ROWS) {
    return rows.toSorted((one, other) =>
      one === other ? 0 : isBeforeRow(one, other) ? -1 : isBeforeRow(other, one) ? 1 : one - other
    );
  }
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    keys[at] = (LAST_DAY - (days[row] as number)) * MOST_ROWS + row;
  }
  if (rows.length > AT_ONCE) yield;
  keys.sort();
  const ordered = new Uint32Array(rows.length);
  for (let at = 0; at < ordered.length; at++) ordered[at] = (keys[at] as number) % MOST_ROWS;
  let next = AT_ONCE;
  for (let from = 0; from < ordered.length;) {
    if (from >= next) {
      yield;
      next = from + AT_ONCE;
    }
    const day = days[ordered[from] as number];
    let until = from + 1;
    while (until < ordered.length && days[ordered[until] as number] === day) until++;
    orderDay(ordered.subarray(from, until), isBeforeRow);
    from = until;
  }
  return ordered;
}

/** Orders the transactions of one day. */
function orderDay(rows: Uint32Array, isBeforeRow: (one: number, other: number) => boolean): void {
  if (rows.length > FEW) {
    rows.sort((one, other) => isBeforeRow(one, other) ? -1 : isBeforeRow(other, one) ? 1 : 0);
    return;
  }
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] as number;
    let to = at;
    while (to > 0 && isBeforeRow(row, rows[to - 1] as number)) {
      rows[to] = rows[to - 1] as number;
      to--;
    }
    rows[to] = row;
  }
}

/** Whether one of two transactions comes first. */
function isFirst(columns: TransactionColumns, one: number, other: number): boolean {
  const { days, odd, idWords } = columns.facts;
  const [day, otherDay] = [days[one] as number, days[other] as number];
  if (odd.size > 0 && (odd.has(one) || odd.has(other))) {
    return isBefore(placed(columns, one), placed(columns, other));
  }
  if (day !== otherDay) return day > otherDay;
  for (let word = 0; word < ID_WORDS; word++) {
    const [own, others] = [idWords[one * ID_WORDS + word], idWords[other * ID_WORDS + word]];
    if (own !== others) return (own as number) < (others as number);
  }
  return false;
}

function placed(
  columns: TransactionColumns,
  row: number,
): { readonly id: string; readonly date: string } {
  return { id: columns.idAt(row), date: columns.dateAt(row) };
}
