import { cleanWhole, shortened } from "../domain/base/clean_text.ts";
import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";
import type { BalanceLabel } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Rows that may be balances or totals rather than transactions. */
export interface BalanceRows {
  /** Sets of rows that may be the balances and totals, most likely first. */
  readonly sets: readonly (readonly ReadBooking[])[];
  readonly opening: number | null;
  readonly closing: number | null;
  /**
   * Whether the rows' labels and the sums of the transactions both indicate that these rows are
   * balances or totals. If so, there's no need to ask the user.
   */
  readonly isConfirmed: boolean;
  /** Evidence that the rows aren't transactions; empty if their labels already show this. */
  readonly reason: string;
  /**
   * Whether the evidence in `reason` might be a coincidence. If so, the user's answers about
   * earlier files are ignored.
   */
  readonly isCoincidence: boolean;
}

interface Known {
  readonly isNewestFirst: boolean;
  /** Opening and closing balances, according to the column of running balances. */
  readonly proven: { readonly opening: number; readonly closing: number } | null;
  /** Whether a row's amount is equal to its running balance. */
  readonly isBalance: (booking: ReadBooking) => boolean;
  readonly misfits: ReadonlySet<CsvRecord>;
}

/**
 * Finds rows among the transactions that may really be balances or totals, judging by clues such as
 * their label, their position or whether they add up.
 */
export function findBalanceRows(all: readonly ReadBooking[], known: Known): BalanceRows | null {
  const entered = all.filter(({ reason, amount }) => reason === null && amount !== 0);
  const labeled = entered.filter(({ label }) => label !== null);
  const undated = entered.filter(({ isUndated }) => isUndated);
  if (known.misfits.size + undated.length > 0) {
    const rows = entered.filter((one) =>
      known.misfits.has(one.record) || undated.includes(one) || labeled.includes(one)
    );
    const first = known.isNewestFirst ? entered.at(-1) : entered[0];
    // The first row may be the opening balance if its amount equals its running balance and there
    // is a closing balance.
    const both = known.misfits.size > 0 && first !== undefined && !rows.includes(first) &&
        (known.proven === null ? known.isBalance(first) : known.proven.opening === 0)
      ? [[first, ...rows]]
      : [];
    const isMixed = labeled.length > 0 && labeled.length < rows.length;
    return maybe(
      [rows, ...both, ...(isMixed ? [labeled] : [])],
      undated.length > 0 ? "no date" : "don't fit the balances",
    );
  }
  if (labeled.length > 0) return confirmed(labeled, entered, known);
  if (known.proven !== null) return null;
  return betweenBalances(entered, known) ?? withoutTexts(entered) ?? totalsAtEnds(entered) ??
    subtotals(entered) ?? apart(entered);
}

function maybe(sets: BalanceRows["sets"], reason: string): BalanceRows {
  const balances = { opening: null, closing: null };
  return { sets, reason, ...balances, isConfirmed: false, isCoincidence: false };
}

function maybeSums(...sets: BalanceRows["sets"]): BalanceRows {
  return { ...maybe(sets, "equal to sums of other rows"), isCoincidence: true };
}

/** Minimum number of rows to sum; with fewer, the sum could equal another amount by coincidence. */
const MIN_SUMMED = 3;
/**
 * Minimum sum if fewer than `MIN_SUMMED` rows are summed; a smaller sum could equal another amount
 * by coincidence. The unit is the largest power of ten that divides all of the rows' amounts.
 */
const MIN_SIZE = 100;

/** `count` excludes rows that are balances. */
function isTelling(sum: number, rows: readonly ReadBooking[], count = rows.length): boolean {
  if (count >= MIN_SUMMED) return true;
  let unit = 1;
  while (sum !== 0 && rows.every(({ amount }) => amount % (unit * 10) === 0)) unit *= 10;
  return rows.length > 1 && Math.abs(sum) >= MIN_SIZE * unit;
}

/** Maximum number of totals: money in, money out, and net. */
const MAX_TOTALS = 3;

/**
 * Finds the opening and closing balances in the first and last rows. Totals may precede the closing
 * balance, or the last row may be the total of all others.
 */
function betweenBalances(
  entered: readonly ReadBooking[],
  { isNewestFirst }: Pick<Known, "isNewestFirst">,
): BalanceRows | null {
  const [opening, ...later] = isNewestFirst ? entered.toReversed() : entered;
  const closing = later.pop();
  if (opening === undefined || closing === undefined) return null;
  for (let count = 0; count <= MAX_TOTALS && count < later.length; count += 1) {
    const between = later.slice(0, later.length - count);
    const totals = later.slice(later.length - count);
    const isFit = opening.amount + totalOf(between) === closing.amount &&
      isTelling(closing.amount, [opening, ...between], between.length) &&
      (count === 0 || areTotals(totals, between));
    if (!isFit) continue;
    const rows = [opening, ...totals, closing];
    return {
      ...(count === 0 ? maybeSums(rows, [closing]) : maybeSums(rows)),
      opening: opening.amount,
      closing: closing.amount,
    };
  }
  return null;
}

const MIN_EMPTY = 2;
const MIN_FILLED = 3;

/**
 * Finds the first row, the last row or both, if they have empty cells in columns where all rows in
 * between have text.
 */
function withoutTexts(entered: readonly ReadBooking[]): BalanceRows | null {
  const others = entered.slice(1, -1);
  const [some] = others;
  if (some === undefined || others.length < MIN_FILLED) return null;
  const isEmptyAt = (at: number, { record }: ReadBooking): boolean => !record.cells[at];
  const filled = [...some.record.cells.keys()]
    .filter((at) => !others.some((one) => isEmptyAt(at, one)));
  const rows = [...entered.slice(0, 1), ...entered.slice(-1)]
    .filter((one) => filled.filter((at) => isEmptyAt(at, one)).length >= MIN_EMPTY);
  return rows.length > 0 ? maybe([rows], "missing text") : null;
}

function totalsAtEnds(entered: readonly ReadBooking[]): BalanceRows | null {
  for (let count = MAX_TOTALS; count > 0; count -= 1) {
    for (const isAtStart of [false, true]) {
      const rows = isAtStart ? entered.slice(0, count) : entered.slice(-count);
      const others = isAtStart ? entered.slice(count) : entered.slice(0, -count);
      if (areTotals(rows, others)) return maybeSums(rows);
    }
  }
  return null;
}

function areTotals(rows: readonly ReadBooking[], others: readonly ReadBooking[]): boolean {
  const sums = [others, others.filter(isOut), others.filter((one) => !isOut(one))]
    .map((side) => ({ sum: totalOf(side), side }));
  // If there are several totals, the money-out total might not have a minus sign. A single row that
  // equals the sum but has the opposite sign is more likely a payment to the card than a total.
  const found = rows.map(({ amount }) =>
    sums.filter(({ sum }) => amount === sum || (rows.length > 1 && amount === Math.abs(sum)))
  );
  return found.every(({ length }) => length > 0) &&
    found.flat().some(({ sum, side }) => isTelling(sum, side));
}

function isOut({ amount }: ReadBooking): boolean {
  return amount < 0;
}

/**
 * Finds subtotals. They all contain the same word, and each equals the sum of the rows between it
 * and the previous subtotal.
 */
function subtotals(entered: readonly ReadBooking[]): BalanceRows | null {
  const words = entered.map(({ payee }): readonly string[] =>
    payee.toLowerCase().match(/\p{L}+/gu) ?? []
  );
  let sum = 0;
  for (const [at, booking] of entered.entries()) {
    const isFirst = at > 0 && sum === booking.amount;
    for (const word of isFirst ? words[at] ?? [] : []) {
      const rows = entered.filter((_, index) => words[index]?.includes(word));
      if (rows[0] === booking && areSubtotals(rows, entered)) return maybeSums(rows);
    }
    sum += booking.amount;
  }
  return null;
}

function areSubtotals(rows: readonly ReadBooking[], entered: readonly ReadBooking[]): boolean {
  const parts = rows.map((row, at) =>
    entered.slice(
      at === 0 ? 0 : entered.indexOf(rows[at - 1] as ReadBooking) + 1,
      entered.indexOf(row),
    )
  );
  return rows.length > 1 && parts.some(({ length }) => length > 1) &&
    rows.every(({ amount }, at) => amount === totalOf(parts[at] ?? []));
}

/**
 * Finds the first or last row if the file's only blank line separates it from all other rows. The
 * rows before and after the blank line must be in the same month.
 */
function apart(entered: readonly ReadBooking[]): BalanceRows | null {
  const [gap = 0, ...more] = entered.flatMap(({ record }, at) =>
    at > 0 && record.isApart ? [at] : []
  );
  const [before, after] = [entered[gap - 1], entered[gap]];
  const isOneMonth = before?.date.slice(0, 7) === after?.date.slice(0, 7);
  if (before === undefined || after === undefined || more.length > 0 || !isOneMonth) return null;
  const sets = [...(gap === entered.length - 1 ? [[after]] : []), ...(gap === 1 ? [[before]] : [])];
  return sets.length === 0 ? null : { ...maybe(sets, "next to a blank line"), isCoincidence: true };
}

function confirmed(
  rows: readonly ReadBooking[],
  entered: readonly ReadBooking[],
  { isNewestFirst, proven }: Known,
): BalanceRows {
  const others = entered.filter((one) => !rows.includes(one));
  const out = totalOf(others.filter(isOut));
  const sum = totalOf(others);
  const oldest = isNewestFirst ? entered.at(-1) : entered[0];
  const kindOf = (row: ReadBooking): BalanceLabel | null =>
    row.label === "balance" ? (row === oldest ? "opening" : "closing") : row.label ?? "total";
  const named = (label: BalanceLabel): readonly number[] =>
    rows.filter((row) => kindOf(row) === label).map(({ amount }) => amount);
  const [opening = null, ...openings] = named("opening");
  const [closing = null, ...closings] = named("closing");
  const hasBalances = opening !== null && closing !== null && opening + sum === closing;
  const sums = [sum, out, sum - out].map(Math.abs);
  const isConfirmed = openings.length + closings.length === 0 &&
    named("total").every((total) => sums.includes(Math.abs(total))) &&
    (proven === null
      ? hasBalances || (opening === null && closing === null)
      : (opening ?? proven.opening) === proven.opening &&
        (closing ?? proven.closing) === proven.closing);
  return {
    ...maybe([rows], ""),
    isConfirmed,
    opening: hasBalances ? opening : null,
    closing: hasBalances ? closing : null,
  };
}

function totalOf(rows: readonly ReadBooking[]): number {
  return sumOf(rows.map(({ amount }) => amount));
}

const LONGEST_LABEL = 40;
const MAX_LABELS = 3;

/**
 * Describes rows by their labels, with digits removed, and explains why the rows may not be
 * transactions. An earlier decision by the user about which rows are transactions is reused only
 * for rows with the same description.
 */
export function describeRows(
  rows: readonly ReadBooking[],
  { reason, isCoincidence }: Pick<BalanceRows, "reason" | "isCoincidence">,
): string {
  const labels = rows.map(({ payee, date }) =>
    shortened(cleanWhole(payee.replace(/[\d.,/:;-]+/gu, " ")), LONGEST_LABEL) || `of ${date}`
  );
  const counts = Map.groupBy(labels, (label) => label);
  const distinct = [...counts].map(([label, { length }]) =>
    isCoincidence && length > 1 ? `${label} (${length})` : label
  );
  const more = distinct.length - MAX_LABELS;
  const named = distinct.slice(0, MAX_LABELS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return reason === "" ? named : `${named} (${reason})`;
}
