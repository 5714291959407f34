import { cleanWhole, shortened } from "../domain/base/clean_text.ts";
import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";
import type { BalanceLabel } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Rows that may be balances and totals instead of transactions. */
export interface BalanceRows {
  /** Sets of rows that may be the balances and totals, likeliest first. */
  readonly sets: readonly (readonly ReadBooking[])[];
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether the rows' labels and the transactions' sums agree, so that no question is needed. */
  readonly isConfirmed: boolean;
}

interface Known {
  readonly isNewestFirst: boolean;
  /** Opening and closing balance according to the column of running balances. */
  readonly proven: { readonly opening: number; readonly closing: number } | null;
  /** Rows that the running balances contradict. */
  readonly misfits: ReadonlySet<CsvRecord>;
}

/** Finds balances and totals among the transactions, by labels, sums or their place. */
export function findBalanceRows(all: readonly ReadBooking[], known: Known): BalanceRows | null {
  const entered = all.filter(({ reason, amount }) => reason === null && amount !== 0);
  const labeled = entered.filter(({ label }) => label !== null);
  const undated = entered.filter(({ isUndated }) => isUndated);
  if (known.misfits.size + undated.length > 0) {
    const rows = entered.filter((one) =>
      known.misfits.has(one.record) || undated.includes(one) || labeled.includes(one)
    );
    return maybe(rows);
  }
  if (labeled.length > 0) return confirmed(labeled, entered, known);
  if (known.proven !== null) return null;
  return betweenBalances(entered, known) ?? withoutTexts(entered) ?? totalsAtEnds(entered) ??
    subtotals(entered) ?? apart(entered);
}

function maybe(...sets: readonly (readonly ReadBooking[])[]): BalanceRows {
  return { sets, opening: null, closing: null, isConfirmed: false };
}

/** Minimum size of a sum, in the largest power of ten that divides all amounts. */
const MIN_SIZE = 100;

/** Whether a sum is unlikely to equal another amount by coincidence, as round sums often do. */
function isTelling(sum: number, rows: readonly ReadBooking[]): boolean {
  let unit = 1;
  while (sum !== 0 && rows.every(({ amount }) => amount % (unit * 10) === 0)) unit *= 10;
  return Math.abs(sum) >= MIN_SIZE * unit;
}

/** Maximum number of totals at one end of a file, such as those of money in and out and of both. */
const MAX_TOTALS = 3;

/**
 * Returns the first and the last row if the transactions between them add up to the difference.
 * Totals may precede the last row. If there are none, the last row may itself be the total of all
 * others.
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
    const sum = totalOf(between);
    const isFit = sum !== 0 && opening.amount + sum === closing.amount &&
      isTelling(sum, between) && (count === 0 || areTotals(totals, between));
    if (!isFit) continue;
    const rows = [opening, ...totals, closing];
    return {
      ...(count === 0 ? maybe(rows, [closing]) : maybe(rows)),
      opening: opening.amount,
      closing: closing.amount,
    };
  }
  return null;
}

/** Minimum number of columns that are empty only in a balance's row. */
const MIN_EMPTY = 2;
/** Minimum number of other rows in which these columns are filled. */
const MIN_FILLED = 3;

/** Returns the first and the last row if they lack texts that all other rows have. */
function withoutTexts(entered: readonly ReadBooking[]): BalanceRows | null {
  const others = entered.slice(1, -1);
  const [some] = others;
  if (some === undefined || others.length < MIN_FILLED) return null;
  const filled = [...some.record.cells.keys()].filter((at) =>
    others.every(({ record }) => (record.cells[at] ?? "") !== "")
  );
  const ends = [entered[0], entered.at(-1)].filter((one) => one !== undefined);
  const rows = ends.filter(({ record }) =>
    filled.filter((at) => (record.cells[at] ?? "") === "").length >= MIN_EMPTY
  );
  return rows.length > 0 ? maybe(rows) : null;
}

/** Returns rows at one end of the file whose amounts are sums of the other rows. */
function totalsAtEnds(entered: readonly ReadBooking[]): BalanceRows | null {
  for (let count = MAX_TOTALS; count > 0; count -= 1) {
    for (const isAtStart of [false, true]) {
      const rows = isAtStart ? entered.slice(0, count) : entered.slice(-count);
      const others = isAtStart ? entered.slice(count) : entered.slice(0, -count);
      if (areTotals(rows, others)) return maybe(rows);
    }
  }
  return null;
}

function areTotals(rows: readonly ReadBooking[], others: readonly ReadBooking[]): boolean {
  const [only, ...more] = others;
  if (only === undefined) return false;
  if (more.length === 0) {
    // Two equal payments to one payee are more likely than a payment and its total.
    return rows.length === 1 &&
      rows.every(({ amount, payee }) => amount === only.amount && payee !== only.payee);
  }
  const sides = [others, others.filter(isOut), others.filter((one) => !isOut(one))];
  const sums = sides.map((side) => ({ sum: totalOf(side), side }));
  // A total of money out may have no sign.
  const found = rows.map(({ amount }) =>
    sums.filter(({ sum }) => amount === sum || amount === Math.abs(sum))
  );
  return found.every(({ length }) => length > 0) &&
    found.flat().some(({ sum, side }) => side.length > 1 && isTelling(sum, side));
}

function isOut({ amount }: ReadBooking): boolean {
  return amount < 0;
}

/**
 * Returns subtotals, such as one for each month: rows whose labels share a word, if each row is the
 * sum of the rows since the previous subtotal.
 */
function subtotals(entered: readonly ReadBooking[]): BalanceRows | null {
  const words = entered.map(({ payee }): readonly string[] =>
    payee.toLowerCase().match(/\p{L}+/gu) ?? []
  );
  let sum = 0;
  for (const [at, booking] of entered.entries()) {
    const isFirst = at > 0 && Math.abs(sum) === Math.abs(booking.amount);
    for (const word of isFirst ? words[at] ?? [] : []) {
      const rows = entered.filter((_, index) => words[index]?.includes(word));
      if (rows[0] === booking && areSubtotals(rows, entered)) return maybe(rows);
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
    rows.every(({ amount }, at) => Math.abs(amount) === Math.abs(totalOf(parts[at] ?? [])));
}

/** Maximum number of rows that a blank line separates from all others. */
const MAX_APART = 2;

/**
 * Returns the first or the last rows if the file's only blank line separates them from the other
 * rows.
 */
function apart(entered: readonly ReadBooking[]): BalanceRows | null {
  const gaps = entered.flatMap(({ record }, at) => at > 0 && record.isApart ? [at] : []);
  const [gap = 0, ...more] = gaps;
  const parts = [entered.slice(gap), entered.slice(0, gap)];
  const least = Math.min(...parts.map(({ length }) => length));
  if (more.length > 0 || least === 0 || least > MAX_APART) return null;
  return maybe(...parts.filter(({ length }) => length === least));
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
    sets: [rows],
    isConfirmed,
    opening: hasBalances ? opening : null,
    closing: hasBalances ? closing : null,
  };
}

function totalOf(rows: readonly ReadBooking[]): number {
  return sumOf(rows.map(({ amount }) => amount));
}

const LONGEST_LABEL = 40;

/**
 * Describes rows by their labels, so that an answer counts for the next file only if that file's
 * rows have the same labels. Numbers in labels, such as dates, don't matter.
 */
export function labelsOf(rows: readonly ReadBooking[]): string {
  const labels = rows.map(({ payee, date }) =>
    shortened(cleanWhole(payee.replace(/[\d.,/:;-]+/gu, " ")), LONGEST_LABEL) || `of ${date}`
  );
  return [...new Set(labels)].join(", ");
}
