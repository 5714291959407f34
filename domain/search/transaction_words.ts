import { memoised, memoisedUpTo } from "../base/memoised.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { LinesByPlace } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import { type Needle, wordLines } from "./search_needle.ts";

export const TEXT_FIELDS = [
  "payee_name",
  "import_payee_name",
  "import_payee_name_original",
  "memo",
] as const;

export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Version of the stored words and payee keys. If a store has another version, they are recomputed.
 * A test fails if either changes while this number doesn't.
 */
export const FOLDED_FORM = 5;

export function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

/**
 * The folded words of a column's values, one line per value, joined so that one search covers all.
 */
export class SearchText {
  readonly text: string;
  #starts: readonly number[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  find(needle: Needle): ReadonlySet<number> {
    const hits = new Set<number>();
    const { text } = this;
    for (const part of needle.parts) {
      let at = text.indexOf(part);
      while (at >= 0) at = text.indexOf(part, this.#take(at, needle, hits));
    }
    const { whole } = needle;
    whole.lastIndex = 0;
    while (whole.test(text)) whole.lastIndex = this.#take(whole.lastIndex - 1, needle, hits);
    return hits;
  }

  /**
   * Adds the value at a text position if it matches well enough. Returns where the next line
   * starts.
   */
  #take(at: number, needle: Needle, hits: Set<number>): number {
    const starts = this.#starts ??= startsIn(this.text);
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    const next = starts[low + 1] as number;
    if (needle.isAnywhere || needle.isIn(this.text.slice(starts[low], next - 1))) hits.add(low);
    return next;
  }
}

function startsIn(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

const texts = new WeakMap<Column, SearchText>();
const storedTexts = new WeakMap<Column, () => SearchText>();

export function textOf(column: Column, field: TextField): SearchText {
  const text = texts.get(column) ?? storedTexts.get(column)?.() ?? foldedText(column, field);
  texts.set(column, text);
  return text;
}

/** Registers stored words, which the first search reads. */
export function rememberText(column: Column, read: () => SearchText): void {
  storedTexts.set(column, read);
}

function foldedText(column: Column, field: TextField): SearchText {
  // Different forms of one value are on the same line.
  const lines = column.all.map((value) => wordsOfValue(value, field).replaceAll("\n", "\t"));
  return new SearchText([...lines, ""].join("\n"));
}

export function wordsOfValue(value: FieldValue, field: TextField): string {
  if (typeof value !== "string" || value === "") return "";
  return field === "payee_name" ? payeeWords(value) : plainWords(value);
}

export interface LineWords {
  readonly payee: string;
  readonly memo: string;
}

export const wordsOfLines: (lines: LinesByPlace) => ReadonlyMap<number, LineWords> = memoised(
  (lines: LinesByPlace) => {
    const words = new Map<number, LineWords>();
    for (const [place, own] of lines) {
      const live = liveLines({ subtransactions: own });
      const payee = live.map((line) => wordsOfValue(line.payee_name, "memo")).join("\n");
      const memo = live.map((line) => wordsOfValue(line.memo, "memo")).join("\n");
      words.set(place, { payee, memo });
    }
    return words;
  },
);

export function payeeWordsOf(transaction: TransactionRecord): string {
  return [
    wordsOfValue(transaction.payee_name, "payee_name"),
    wordsOfValue(transaction.import_payee_name, "import_payee_name"),
    wordsOfValue(transaction.import_payee_name_original, "import_payee_name"),
    ...liveLines(transaction).map((line) => wordsOfValue(line.payee_name, "memo")),
  ].join("\n");
}

// Maximum number of cached texts. Most texts repeat, and folding is expensive.
const MAX_KNOWN = 20_000;
const plainWords = memoisedUpTo(MAX_KNOWN, (text: string) => wordLines([text]));
const payeeWords = memoisedUpTo(
  MAX_KNOWN,
  (name: string) => wordLines([name, payeeKeyOf({ payee_name: name })]),
);
