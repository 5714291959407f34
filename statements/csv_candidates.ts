import { memoized } from "../domain/base/memoized.ts";
import type { ReadingOptions } from "../domain/statements/statement.ts";
import {
  bothFrom,
  type DecimalEvidence,
  decimalEvidence,
  type DecimalSign,
  sizeOf,
} from "./amounts.ts";
import { amountIn, type AmountSource, columnsIn, sideOf, sideWord } from "./csv_amounts.ts";
import type { Column } from "./csv_columns.ts";
import { refusal } from "./refusal.ts";

export interface Candidate {
  readonly source: AmountSource;
  readonly decimal: DecimalSign;
  readonly isDecimalOpen: boolean;
  readonly values: readonly number[];
  readonly proof: BalanceProof | null;
  /** Whether the amounts match a column of running balances; a few matches prove nothing. */
  readonly hasBalances: boolean;
  /** Whether the balances also show which sign means money out. */
  readonly hasSign: boolean;
  /** 1 if positive amounts probably raise the balance, -1 if negative amounts probably do. */
  readonly likelySign: 1 | -1 | null;
}

/** A file's columns, and facts that help find the amounts among them. */
export interface Search {
  readonly money: readonly Column[];
  readonly columns: readonly Column[];
  readonly direction: -1 | 0 | 1;
  readonly options: ReadingOptions;
  /** The decimal separator, judging by the amounts in all columns together. */
  readonly pooled: DecimalEvidence | null;
  readonly balancesIn: BalancesIn;
}

type Balances = readonly (number | null)[];

/**
 * Reads a column's balances as they appear in the file, without changing their signs. If the next
 * column contains marks such as DR, adds a second reading of the balances, in which these marks
 * determine the signs.
 */
type BalancesIn = (column: Column, decimal: DecimalSign) => readonly Balances[];

/**
 * Reads a source's amounts once for each possible decimal separator, and keeps the most likely
 * reading.
 */
export function candidatesFor(source: AmountSource, search: Search): readonly Candidate[] {
  const { readAs, remembered, decimals } = search.options;
  const texts = columnsIn(source).flatMap((column) => column.texts);
  const own = decimalEvidence(texts, decimals);
  if (own === null) return [];
  const asked = readAs.decimal_sign;
  if (asked !== undefined) {
    const isPossible = texts.every((text) => sizeOf(text, asked) !== null);
    if (isPossible) return read(source, { decimal: asked, isDecimalOpen: false }, search);
    throw refusal(
      `the file's amounts can't be read with "${asked}" as the decimal separator: leave out ` +
        "read_as.decimal_sign",
    );
  }
  const settled = [own, search.pooled].find((one) => one?.isSettled === true);
  if (settled) return read(source, { decimal: settled.sign, isDecimalOpen: false }, search);
  const both = bothFrom(own.sign).flatMap((decimal) =>
    read(source, { decimal, isDecimalOpen: true }, search)
  );
  const proven = both.filter(({ proof }) => proof !== null);
  const [only] = proven;
  if (only !== undefined && proven.length === 1) return [{ ...only, isDecimalOpen: false }];
  const known = both.find(({ decimal }) => decimal === remembered.decimal_sign);
  return known === undefined ? both.slice(0, 1) : [{ ...known, isDecimalOpen: false }];
}

function read(
  source: AmountSource,
  settings: Pick<Candidate, "decimal" | "isDecimalOpen">,
  search: Search,
): readonly Candidate[] {
  const [first] = columnsIn(source);
  const values: number[] = [];
  for (let row = 0; row < (first?.cells.length ?? 0); row += 1) {
    const amount = amountIn(
      source,
      settings.decimal,
      ({ amounts }) => amounts?.[row] ?? null,
      ({ cells }) => cells[row] ?? "",
    );
    if (amount === undefined) return [];
    values.push(amount ?? 0);
  }
  return [{ source, ...settings, values, ...proofFor(source, { values, ...settings }, search) }];
}

function proofFor(
  source: AmountSource,
  { values, decimal }: Pick<Candidate, "values" | "decimal">,
  search: Search,
): Pick<Candidate, "proof" | "hasBalances" | "hasSign" | "likelySign"> {
  const { direction } = search;
  const found: BalanceProof[] = [];
  for (const { column, balances } of balancesBeside(source, decimal, search)) {
    for (const one of direction === 0 ? [1, -1] : [direction]) {
      const [amounts, known] = one === 1
        ? [values, balances]
        : [values.toReversed(), balances.toReversed()];
      // If the rows are in reverse order, a column that shows the balance before each transaction
      // can be mistaken for one that shows the balance after it, with the sign of every amount
      // flipped.
      for (const isAfter of [true, false]) {
        for (const sign of [1, -1] as const) {
          const proof = chain(amounts, known, { column, isAfter, sign });
          if (proof !== null) found.push(proof);
        }
      }
    }
  }
  const proofs = found.filter(({ links }) => links >= MIN_LINKS);
  const named = found.filter(({ column }) => search.columns[column]?.role === "balance");
  const [likeliest, ...rivals] = new Set(named.map(({ sign }) => sign));
  // A mark such as DR may apply to either the amount or the balance, but a minus sign next to an
  // amount always applies to that amount.
  const usual = values.some((value) => value < 0) ? proofs.filter(({ sign }) => sign === 1) : [];
  const likely = usual.length > 0 ? usual : proofs;
  const signs = new Set(likely.map(({ sign }) => sign));
  return {
    proof: likely[0] ?? null,
    hasBalances: found.length > 0,
    hasSign: direction !== 0 && signs.size === 1,
    likelySign: rivals.length === 0 ? likeliest ?? null : null,
  };
}

/** Reads the columns, other than the amount columns, that may contain running balances. */
export function balancesBeside(
  source: AmountSource,
  decimal: DecimalSign,
  { money, balancesIn }: Search,
): readonly { readonly column: number; readonly balances: Balances }[] {
  return money.filter((column) => !columnsIn(source).includes(column) && column.isFull)
    .flatMap((column) =>
      balancesIn(column, decimal).map((balances) => ({ column: column.at, balances }))
    );
}

/** Reads each balance column only once, even if it is compared with many amount columns. */
export function balanceReader(columns: readonly Column[], options: ReadingOptions): BalancesIn {
  const reader = (decimal: DecimalSign): (column: Column) => readonly Balances[] =>
    memoized((column: Column) => {
      const shown = shownBalances(column, decimal, options);
      return shown === null ? [] : [shown, ...marked(shown, column, columns)];
    });
  const readers = { ".": reader("."), ",": reader(",") };
  return (column, decimal) => readers[decimal](column);
}

/** Returns the balances, with signs determined by marks such as DR in the next column. */
function marked(
  balances: Balances,
  { at, texts }: Column,
  columns: readonly Column[],
): readonly Balances[] {
  const next = columns[at + 1];
  const side = next === undefined || texts.some(({ sign }) => sign !== 0) ? null : sideOf(next);
  if (side?.isKnown !== true) return [];
  return [
    balances.map((balance, row) =>
      balance !== null && side.out.has(sideWord(next?.cells[row] ?? "")) ? 0 - balance : balance
    ),
  ];
}

function shownBalances(
  { amounts, texts }: Column,
  decimal: DecimalSign,
  { decimals }: ReadingOptions,
): Balances | null {
  const own = decimalEvidence(texts, decimals);
  if (own === null) return null;
  return (amounts ?? []).map((text) => {
    const size = text === null ? null : sizeOf(text, own.isSettled ? own.sign : decimal);
    return size === null || text?.sign !== -1 ? size : 0 - size;
  });
}

/** A column of running balances that follow from the amounts. */
export interface BalanceProof {
  readonly column: number;
  /** -1 if the amounts and the changes in the balance have opposite signs. */
  readonly sign: 1 | -1;
  /** Balance before the earliest transaction, in milliunits, with the sign that the file shows. */
  readonly opening: number;
  readonly closing: number;
  readonly below: number;
  readonly above: number;
  /** Number of nonzero amounts that explain a change in the balance. */
  readonly links: number;
}

const MIN_LINKS = 3;

/** Whether the amounts have no signs, although the balances change in both directions. */
export function areUnsigned(
  amounts: readonly number[],
  balances: readonly (number | null)[],
): boolean {
  if (amounts.some((amount) => amount < 0) || balances.includes(null)) return false;
  const steps = balances.slice(1).map((balance, at) => (balance ?? 0) - (balances[at] ?? 0));
  const areAlike = [0, 1].some((after) =>
    steps.every((step, at) => Math.abs(step) === Math.abs(amounts[at + after] ?? 0))
  );
  return steps.some((step) => step > 0) && steps.some((step) => step < 0) && areAlike;
}

function chain(
  amounts: readonly number[],
  balances: readonly (number | null)[],
  { column, sign, isAfter }: Pick<BalanceProof, "column" | "sign"> & {
    /** Whether a row's balance already includes the row's amount. */
    readonly isAfter: boolean;
  },
): BalanceProof | null {
  let links = 0;
  let below = 0;
  let above = 0;
  for (let at = 0; at < amounts.length; at += 1) {
    const balance = balances[at] ?? null;
    if (balance === null) return null;
    below += Number(balance < 0);
    above += Number(balance > 0);
    if (at === 0) continue;
    const amount = amounts[isAfter ? at : at - 1] ?? 0;
    if (balance - (balances[at - 1] ?? 0) !== sign * amount) return null;
    links += Number(amount !== 0);
  }
  if (links === 0) return null;
  const first = balances[0] ?? 0;
  const last = balances.at(-1) ?? 0;
  return {
    column,
    sign,
    opening: isAfter ? first - sign * (amounts[0] ?? 0) : first,
    closing: isAfter ? last : last + sign * (amounts.at(-1) ?? 0),
    below,
    above,
    links,
  };
}
