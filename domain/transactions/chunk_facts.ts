/**
 * The facts of a chunk's transactions as lists of numbers: id, day, amount and state.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";
import { ID_WORDS, prefixNumber, writeId } from "./transaction_ids.ts";
import { memoisedUpTo } from "../memo/memoised.ts";

/** Bits of a transaction's state. */
export const STATES = {
  approved: 1,
  /** It has lines, deleted ones perhaps. */
  split: 2,
  liveSplit: 4,
  /** A live line has a category. */
  categorisedLines: 8,
} as const;

/** Fields of a transaction that the lists don't hold; `undefined` for one that is missing. */
export type OddFields = { readonly id?: string } & Readonly<Record<string, unknown>>;

/** Facts at the places of the transactions. */
export interface ChunkFacts {
  /** {@linkcode ID_WORDS} numbers each. */
  readonly idWords: Uint32Array;
  /** The day as one number, such as 20240131; it sorts as the day does. */
  readonly days: Int32Array;
  /** Milliunits. */
  readonly amounts: Float64Array;
  readonly states: Uint8Array;
  readonly odd: ReadonlyMap<number, OddFields>;
}

/**
 * Gathers the facts of transactions.
 *
 * @param given Transactions in the order of a chunk.
 */
export function factsOf(given: readonly TransactionRecord[]): ChunkFacts {
  const count = given.length;
  const facts = {
    idWords: new Uint32Array(count * ID_WORDS),
    days: new Int32Array(count),
    amounts: new Float64Array(count),
    states: new Uint8Array(count),
    odd: new Map<number, OddFields>(),
  };
  for (let place = 0; place < count; place++) {
    writeFacts(facts, place, given[place] as TransactionRecord);
  }
  return facts;
}

interface WritableFacts extends ChunkFacts {
  readonly odd: Map<number, OddFields>;
}

/** Writes the facts of one transaction. */
export function writeFacts(
  facts: WritableFacts,
  place: number,
  transaction: TransactionRecord,
): void {
  const { id, date, amount, approved, deleted, subtransactions: lines } = transaction;
  const odd: Record<string, unknown> = {};
  if (!writeId(id, facts.idWords, place * ID_WORDS)) {
    odd["id"] = id;
    facts.idWords[place * ID_WORDS] = prefixNumber(id) ?? 0;
  }
  const day = dayAsNumber(date);
  if (day < 0) odd["date"] = date;
  facts.days[place] = day;
  facts.amounts[place] = amount;
  if (typeof amount !== "number") odd["amount"] = amount;
  if (typeof approved !== "boolean") odd["approved"] = approved;
  if (deleted !== false) odd["deleted"] = deleted;
  if (!Array.isArray(lines)) odd["subtransactions"] = lines;
  facts.states[place] = (approved === true ? STATES.approved : 0) |
    (Array.isArray(lines) && lines.length > 0 ? stateOfLines(lines) : 0);
  for (const _ in odd) {
    facts.odd.set(place, odd as OddFields);
    return;
  }
}

/**
 * Gives a day as one number, which sorts as the day does.
 *
 * @param date `YYYY-MM-DD`.
 * @returns Such as 20240131; -1 for any other text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([dayAsNumber("2024-01-31"), dayAsNumber("soon")], [20240131, -1]);
 * ```
 */
export function dayAsNumber(date: string): number {
  if (date?.length !== 10 || date.charCodeAt(4) !== HYPHEN || date.charCodeAt(7) !== HYPHEN) {
    return -1;
  }
  let number = 0;
  for (let at = 0; at < 10; at++) {
    if (at === 4 || at === 7) continue;
    const digit = date.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/**
 * Writes a day that was one number; the same text for the same day.
 *
 * @param number From {@linkcode dayAsNumber}.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(dayOfNumber(20240131), "2024-01-31");
 * ```
 */
export function dayOfNumber(number: number): string {
  return dayText(number);
}

const HYPHEN = 0x2d;
const ZERO = 0x30;

/** A century has fewer. */
const MOST_DAYS = 50_000;
const dayText = memoisedUpTo(MOST_DAYS, (number: number): string => {
  const text = String(number).padStart(8, "0");
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
});

/**
 * Gives the bits of {@linkcode STATES} that lines make of a transaction.
 *
 * @param lines At least one, deleted ones among them.
 */
export function stateOfLines(lines: readonly SplitLineRecord[]): number {
  const live = liveLines({ subtransactions: lines });
  if (live.length === 0) return STATES.split;
  const isCategorised = live.some((line) => (line.category_id ?? "") !== "");
  return STATES.split | STATES.liveSplit | (isCategorised ? STATES.categorisedLines : 0);
}
