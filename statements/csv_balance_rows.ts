import { cleanWhole, shortened } from "../domain/base/clean_text.ts";
import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";
import type { BalanceLabel } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Balances and totals that a file lists among its transactions. */
export interface BalanceRows {
  readonly rows: readonly ReadBooking[];
  /** Fewer rows that may be the only ones, such as a total instead of two balances. */
  readonly fewer: readonly ReadBooking[] | null;
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether labels and sums of transactions agree, so that no question is needed. */
  readonly isConfirmed: boolean;
}

interface Known {
  readonly isNewestFirst: boolean;
  /** Balances that follow from the column of running balances. */
  readonly proven: { readonly opening: number; readonly closing: number } | null;
  /** Rows without which the running balances fit. */
  readonly misfits: ReadonlySet<CsvRecord>;
}

/** Finds balances and totals among the transactions, by labels, sums or running balances. */
export function findBalanceRows(all: readonly ReadBooking[], known: Known): BalanceRows | null {
  const entered = all.filter(({ reason, amount }) => reason === null && amount !== 0);
  const labeled = entered.filter(({ label }) => label !== null);
  if (known.misfits.size > 0) {
    return unconfirmed(
      entered.filter((one) => known.misfits.has(one.record) || labeled.includes(one)),
    );
  }
  if (labeled.length > 0) return confirmed(labeled, entered, known);
  if (known.proven !== null) return null;
  return betweenBalances(entered, known) ?? withoutTexts(entered) ?? totalsAtEnds(entered) ??
    subtotals(entered);
}

function unconfirmed(rows: readonly ReadBooking[]): BalanceRows | null {
  return rows.length === 0
    ? null
    : { rows, fewer: null, opening: null, closing: null, isConfirmed: false };
}

/** Minimum number of other rows for a sum of round amounts to count. */
const MIN_OTHERS = 4;

/** Whether an amount is unlikely to be equal to a sum of a few others by coincidence. */
function isTelling(amount: number, others: readonly ReadBooking[]): boolean {
  return others.length >= MIN_OTHERS || /[1-9]\d*[1-9]\d*[1-9]/u.test(String(amount));
}

/**
 * The first and the last row, if the transactions between them lead from one to the other. Then the
 * newer one may also be the total of all others.
 */
function betweenBalances(
  entered: readonly ReadBooking[],
  { isNewestFirst }: Pick<Known, "isNewestFirst">,
): BalanceRows | null {
  const [first, last] = [entered[0], entered.at(-1)];
  if (first === undefined || last === undefined || entered.length < 3) return null;
  const [opening, closing] = isNewestFirst ? [last, first] : [first, last];
  const between = entered.slice(1, -1);
  const sum = totalOf(between);
  if (sum === 0 || opening.amount + sum !== closing.amount) return null;
  if (!isTelling(closing.amount, between)) return null;
  return {
    rows: [opening, closing],
    fewer: [closing],
    opening: opening.amount,
    closing: closing.amount,
    isConfirmed: false,
  };
}

/** Minimum number of columns that are empty only in a balance's row. */
const MIN_EMPTY = 2;
/** Minimum number of other rows in which these columns are filled. */
const MIN_FILLED = 3;

/** The first and the last row, if they lack the texts that all others have. */
function withoutTexts(entered: readonly ReadBooking[]): BalanceRows | null {
  const others = entered.slice(1, -1);
  const [some] = others;
  if (some === undefined || others.length < MIN_FILLED) return null;
  const filled = [...some.record.cells.keys()].filter((at) =>
    others.every(({ record }) => (record.cells[at] ?? "") !== "")
  );
  const ends = [entered[0], entered.at(-1)].filter((one) => one !== undefined);
  return unconfirmed(
    ends.filter(({ record }) =>
      filled.filter((at) => (record.cells[at] ?? "") === "").length >= MIN_EMPTY
    ),
  );
}

/** Maximum number of totals at one end of a file, such as those of money in and out and of both. */
const MAX_TOTALS = 3;

/** Rows at one end whose amounts are sums of all others. */
function totalsAtEnds(entered: readonly ReadBooking[]): BalanceRows | null {
  for (let count = MAX_TOTALS; count > 0; count -= 1) {
    for (const isAtStart of [false, true]) {
      const rows = isAtStart ? entered.slice(0, count) : entered.slice(-count);
      const others = isAtStart ? entered.slice(count) : entered.slice(0, -count);
      if (areTotals(rows, others)) return unconfirmed(rows);
    }
  }
  return null;
}

function areTotals(rows: readonly ReadBooking[], others: readonly ReadBooking[]): boolean {
  const [only, ...more] = others;
  if (only === undefined) return false;
  if (more.length === 0) {
    // Two equal payments to one payee are more likely.
    return rows.length === 1 && isTelling(only.amount, others) &&
      rows.every(({ amount, payee }) => amount === only.amount && payee !== only.payee);
  }
  const sides = [others, others.filter(isOut), others.filter((one) => !isOut(one))];
  const sums = sides.map((side) => ({ sum: totalOf(side), count: side.length }));
  // A total of money out may have no sign.
  const found = rows.map(({ amount }) =>
    sums.filter(({ sum }) => amount === sum || amount === Math.abs(sum)).map(({ count }) => count)
  );
  return found.every((counts) => counts.length > 0) &&
    found.flat().some((count) => count > 1) &&
    rows.some(({ amount }) => isTelling(amount, others));
}

function isOut({ amount }: ReadBooking): boolean {
  return amount < 0;
}

/** Minimum number of totals among the transactions, such as those of each month. */
const MIN_SUBTOTALS = 2;

/**
 * Rows whose amounts are the sums of the rows since the previous such row, and whose labels share a
 * word that no other row has.
 */
function subtotals(entered: readonly ReadBooking[]): BalanceRows | null {
  const rows: ReadBooking[] = [];
  const others: ReadBooking[] = [];
  let [sum, count] = [0, 0];
  for (const booking of entered) {
    const isSum = count > 1 && Math.abs(sum) === Math.abs(booking.amount);
    (isSum ? rows : others).push(booking);
    [sum, count] = isSum ? [0, 0] : [sum + booking.amount, count + 1];
  }
  if (rows.length < MIN_SUBTOTALS) return null;
  const own = new Set(others.flatMap(wordsIn));
  const isShared = wordsIn(rows[0]).some((word) =>
    !own.has(word) && rows.every((row) => wordsIn(row).includes(word))
  );
  return isShared ? unconfirmed(rows) : null;
}

function wordsIn(booking: ReadBooking | undefined): readonly string[] {
  return booking?.payee.toLowerCase().match(/\p{L}+/gu) ?? [];
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
    rows,
    fewer: null,
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
 * Describes rows by their labels, so that an answer counts for the next file only if its rows have
 * the same ones. Numbers in them, such as dates, don't matter.
 */
export function labelsOf(rows: readonly ReadBooking[]): string {
  const labels = rows.map(({ payee, date }) =>
    shortened(cleanWhole(payee.replace(/[\d.,/:;-]+/gu, " ")), LONGEST_LABEL) || `of ${date}`
  );
  return [...new Set(labels)].join(", ");
}
