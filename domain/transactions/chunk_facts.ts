import { memoizedUpTo } from "../base/memoized.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";

/** Bit flags for a transaction's state. Only older program versions read `categorisedLines`. */
export const STATES = {
  approved: 1,
  /** Whether the transaction has split lines, including deleted ones. */
  split: 2,
  liveSplit: 4,
  /** Whether the transaction has a live split line with a category. */
  categorisedLines: 8,
} as const;

export type ShownAmount = readonly [formatted: string, milliunits: number];

export type LinesByPlace = ReadonlyMap<number, readonly SplitLineRecord[]>;

export interface ChunkFacts {
  /** The day as a sortable number, such as 20240131; -1 if the text isn't a day. */
  readonly days: Int32Array;
  /** Milliunits. */
  readonly amounts: Float64Array;
  readonly states: Uint8Array;
  /** The first eight digits of each id, for lookups; 0 for a nonstandard id. */
  readonly prefixes: Uint32Array;
  /** Complete records of transactions that have values that the columns can't represent. */
  readonly odd: ReadonlyMap<number, TransactionRecord>;
}

export const ID_DIGITS = 32;
export const PREFIX_LENGTH = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

export function isPlainId(id: unknown): boolean {
  return typeof id === "string" && UUID.test(id);
}

export function uuidIn(digits: string, nth: number): string {
  const at = nth * ID_DIGITS;
  const [b, c, d, e] = [at + 8, at + 12, at + 16, at + 20];
  return `${digits.slice(at, b)}-${digits.slice(b, c)}-${digits.slice(c, d)}-` +
    `${digits.slice(d, e)}-${digits.slice(e, at + ID_DIGITS)}`;
}

export function prefixOf(id: string): number {
  return Number.parseInt(id.slice(0, PREFIX_LENGTH), 16);
}

export function factsOf(given: readonly TransactionRecord[]): ChunkFacts {
  const count = given.length;
  const [days, amounts] = [new Int32Array(count), new Float64Array(count)];
  const [states, prefixes] = [new Uint8Array(count), new Uint32Array(count)];
  const odd = new Map<number, TransactionRecord>();
  for (let place = 0; place < count; place++) {
    const transaction = given[place] as TransactionRecord;
    const { id, date, amount, approved, deleted, subtransactions: lines } = transaction;
    const day = dayAsNumber(date);
    days[place] = day;
    amounts[place] = amount;
    const hasLines = Array.isArray(lines);
    states[place] = (approved === true ? STATES.approved : 0) |
      (hasLines && lines.length > 0 ? stateOfLines(lines) : 0);
    const isIdPlain = isPlainId(id);
    if (isIdPlain) prefixes[place] = prefixOf(id);
    const fits = day >= 0 && isIdPlain && typeof amount === "number" &&
      typeof approved === "boolean" && deleted === false && hasLines;
    if (!fits) odd.set(place, transaction);
  }
  return { days, amounts, states, prefixes, odd };
}

export function linesOf(given: readonly TransactionRecord[]): LinesByPlace {
  const lines = new Map<number, readonly SplitLineRecord[]>();
  for (let at = 0; at < given.length; at++) {
    const own = given[at]?.subtransactions;
    if (Array.isArray(own) && own.length > 0) lines.set(at, own);
  }
  return lines;
}

function dayAsNumber(date: string): number {
  return /^\d{4}-\d\d-\d\d$/u.test(date) ? Number(date.replaceAll("-", "")) : -1;
}

const MAX_DAYS = 50_000;
/** Converts a number back to a day. Always returns the same string object for the same day. */
export const dayOfNumber: (number: number) => string = memoizedUpTo(MAX_DAYS, (number) => {
  const text = String(number).padStart(8, "0");
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
});

function stateOfLines(lines: readonly SplitLineRecord[]): number {
  const live = liveLines({ subtransactions: lines });
  if (live.length === 0) return STATES.split;
  const isCategorised = live.some((line) => (line.category_id ?? "") !== "");
  return STATES.split | STATES.liveSplit | (isCategorised ? STATES.categorisedLines : 0);
}

type Placed = Pick<TransactionRecord, "id" | "date">;

export function newestFirst(a: Placed, b: Placed): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

export function inOrder<Transaction extends Placed>(
  transactions: readonly Transaction[],
): readonly Transaction[] {
  return transactions.toSorted(newestFirst);
}
