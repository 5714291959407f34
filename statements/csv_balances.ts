import { sumOf } from "../domain/base/money.ts";
import type { ReadBooking } from "./csv_bookings.ts";
import type { BalanceLabel } from "./csv_labels.ts";

/** A column of running balances that follow from the amounts. */
export interface BalanceProof {
  /** Index of the column with the balances. */
  readonly column: number;
  /** -1 if the amounts have the opposite sign of the balances' changes. */
  readonly sign: 1 | -1;
  /** Milliunits as shown in the file, in chronological order. */
  readonly opening: number;
  readonly closing: number;
  /** Numbers of balances below 0 and above 0. */
  readonly below: number;
  readonly above: number;
}

/** Minimum number of nonzero amounts that must explain the next balance as proof. */
const FEWEST_LINKS = 3;

/**
 * Finds how running balances follow from amounts. Read backward, balances before each transaction
 * look like balances after it with the opposite sign, so the dates must determine the direction.
 *
 * @param direction 1 for rows in chronological order, -1 for the reverse.
 */
export function proveBalance(
  column: number,
  amounts: readonly number[],
  { balances, direction }: {
    readonly balances: readonly (number | null)[];
    readonly direction: -1 | 1;
  },
): readonly BalanceProof[] {
  const inTime = direction === 1 ? amounts : amounts.toReversed();
  const known = direction === 1 ? balances : balances.toReversed();
  const proofs: BalanceProof[] = [];
  for (const place of ["after", "before"] as const) {
    for (const sign of [1, -1] as const) {
      const proof = chain(inTime, known, { place, sign });
      if (proof !== null) proofs.push({ column, sign, ...proof });
    }
  }
  return proofs;
}

function chain(
  amounts: readonly number[],
  balances: readonly (number | null)[],
  { place, sign }: { readonly place: "after" | "before"; readonly sign: 1 | -1 },
): Omit<BalanceProof, "column" | "sign"> | null {
  let links = 0;
  let below = 0;
  let above = 0;
  for (let at = 0; at < amounts.length; at += 1) {
    const balance = balances[at] ?? null;
    if (balance === null) return null;
    below += Number(balance < 0);
    above += Number(balance > 0);
    if (at === 0) continue;
    const amount = amounts[place === "after" ? at : at - 1] ?? 0;
    if (balance - (balances[at - 1] ?? 0) !== sign * amount) return null;
    links += Number(amount !== 0);
  }
  if (links < FEWEST_LINKS) return null;
  const first = balances[0] ?? 0;
  const last = balances.at(-1) ?? 0;
  return {
    opening: place === "after" ? first - sign * (amounts[0] ?? 0) : first,
    closing: place === "after" ? last : last + sign * (amounts.at(-1) ?? 0),
    below,
    above,
  };
}

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
