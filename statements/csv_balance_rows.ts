import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";
import type { BalanceLabel } from "./csv_labels.ts";

/** Balances and totals that a file lists among its transactions. */
export interface BalanceRows {
  readonly rows: readonly ReadBooking[];
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether sums of transactions confirm the balances, so that no question is needed. */
  readonly isConfirmed: boolean;
}

interface Known {
  readonly isNewestFirst: boolean;
  /** Balances that follow from the column of running balances. */
  readonly proven: { readonly opening: number; readonly closing: number } | null;
}

/** Minimum number of transactions whose sum identifies an unlabeled balance. */
const FEWEST_BOOKINGS = 3;

/** Finds balances and totals among the transactions, by labels or sums. */
export function findBalanceRows(all: readonly ReadBooking[], known: Known): BalanceRows | null {
  const entered = all.filter(({ reason }) => reason === null);
  const labelled = entered.filter(({ label, amount }) => label !== null && amount !== 0);
  if (labelled.length > 0) return confirmed(labelled, entered, known);
  if (known.proven !== null) return null;
  const [first, ...rest] = entered;
  const last = rest.pop();
  if (first === undefined || last === undefined || rest.length < FEWEST_BOOKINGS) return null;
  const [opening, closing] = known.isNewestFirst ? [last, first] : [first, last];
  const sum = amountOf(rest);
  if (sum !== 0 && opening.amount + sum === closing.amount) {
    const balances = { opening: opening.amount, closing: closing.amount };
    return { rows: [opening, closing], ...balances, isConfirmed: false };
  }
  const bare = [first, last].filter((one) => lacksTexts(one, rest));
  if (bare.length > 0) return { rows: bare, opening: null, closing: null, isConfirmed: false };
  const total = known.isNewestFirst ? first : last;
  const isTotal = total.amount !== 0 && amountOf(entered) === 2 * total.amount;
  return isTotal ? { rows: [total], opening: null, closing: null, isConfirmed: false } : null;
}

/** Minimum number of columns that are empty only in a balance's row. */
const FEWEST_LACKING = 2;

/** Whether several columns are empty in a row but filled in all other rows. */
function lacksTexts({ record }: ReadBooking, others: readonly ReadBooking[]): boolean {
  const lacking = [...(others[0]?.record.cells ?? []).keys()].filter((at) =>
    (record.cells[at] ?? "") === "" &&
    others.every((other) => (other.record.cells[at] ?? "") !== "")
  );
  return lacking.length >= FEWEST_LACKING;
}

function confirmed(
  rows: readonly ReadBooking[],
  entered: readonly ReadBooking[],
  { isNewestFirst, proven }: Known,
): BalanceRows {
  const others = entered.filter((one) => !rows.includes(one));
  const out = amountOf(others.filter(({ amount }) => amount < 0));
  const sum = amountOf(others);
  const oldest = isNewestFirst ? entered.at(-1) : entered[0];
  const labelOf = (row: ReadBooking): BalanceLabel | null =>
    row.label === "balance" ? (row === oldest ? "opening" : "closing") : row.label ?? "total";
  const named = (label: BalanceLabel): readonly number[] =>
    rows.filter((row) => labelOf(row) === label).map(({ amount }) => amount);
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
    isConfirmed,
    opening: hasBalances ? opening : null,
    closing: hasBalances ? closing : null,
  };
}

function amountOf(rows: readonly ReadBooking[]): number {
  return sumOf(rows.map(({ amount }) => amount));
}
