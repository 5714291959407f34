/**
 * The folded words in which a search for text looks, each different text once.
 *
 * @module
 */

import { payeeKeyOf } from "../payees/payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";
import type { Column, ColumnValues, FieldValue } from "../transactions/column.ts";
import type { LinesByPlace } from "../transactions/lines_by_place.ts";
import { wordLines } from "./search_needle.ts";
import { SearchText } from "./search_text.ts";
import type { ValueLiterals } from "../transactions/value_literals.ts";
import {
  bytesOfText,
  searchTextOf,
  type WordBytes,
  wordBytesOf,
  wordBytesOfLiterals,
} from "./word_bytes.ts";
import { memoised, memoisedUpTo } from "../memo/memoised.ts";

/** Fields in which text is looked for. */
export const TEXT_FIELDS = [
  "payee_name",
  "import_payee_name",
  "import_payee_name_original",
  "memo",
] as const;

/** One of {@linkcode TEXT_FIELDS}. */
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Counts the forms that words and the keys of payees have had: what was kept in another one is
 * not taken for ours. A test tells when it has to be counted up.
 */
export const FOLDED_FORM = 4;

/** Words of a split's live lines. */
export interface LineWords {
  readonly payee: string;
  readonly memo: string;
}

// Dictionaries of columns never change: what was folded once stays true.
const foldedValues = new WeakMap<ColumnValues, SearchText>();
const keptTexts = new WeakMap<ColumnValues, () => SearchText>();

/**
 * Gives the words of a column's dictionary; values behind it are left out.
 *
 * @param column The column.
 * @param field Whose it is: a payee is also looked for by the merchant that it stands for.
 */
export function textOf(column: Column, field: TextField): SearchText {
  const known = foldedValues.get(column.values);
  if (known !== undefined) return known;
  const text = keptTexts.get(column.values)?.() ??
    searchTextOf(wordsOfValues(column.values.list, field));
  foldedValues.set(column.values, text);
  return text;
}

/**
 * Has the words that were kept with a dictionary stand for it.
 *
 * @param read Reads them when text is first looked for.
 */
export function rememberText(values: ColumnValues, read: () => SearchText): void {
  keptTexts.set(values, read);
}

/** Tells whether the text of a column has been read or folded already. */
export function isTextRead(column: Column): boolean {
  return foldedValues.has(column.values);
}

/** Gives the words of one value. */
export function wordsOfValue(value: FieldValue, field: TextField): string {
  if (typeof value !== "string" || value === "") return "";
  return field === "payee_name" ? payeeWords(value) : plainWords(value);
}

/** Gives the words of many values: of each what {@linkcode wordsOfValue} gives. */
export function wordsOfValues(values: readonly FieldValue[], field: TextField): WordBytes {
  if (field === "payee_name") {
    return bytesOfText(SearchText.of(values.map((value) => wordsOfValue(value, field))));
  }
  return wordBytesOf(values.map((value) => typeof value === "string" ? value : ""));
}

/** Gives the words of labels or memos that have not been read: the same of each. */
export function wordsOfLiterals(
  literals: ValueLiterals,
  _field: Exclude<TextField, "payee_name">,
): WordBytes {
  return wordBytesOfLiterals(literals);
}

/** Gives the words of the lines of splits. */
export function wordsOfLines(lines: LinesByPlace): ReadonlyMap<number, LineWords> {
  return foldedLines(lines);
}

const foldedLines = memoised((lines: LinesByPlace): ReadonlyMap<number, LineWords> => {
  const words = new Map<number, LineWords>();
  for (const [place, own] of lines) {
    const live = liveLines({ subtransactions: own });
    const payee = live.map((line) => wordsOfText(line.payee_name)).join("\n");
    const memo = live.map((line) => wordsOfText(line.memo)).join("\n");
    words.set(place, { payee, memo });
  }
  return words;
});

/** Gives the words of a transaction's payee and bank labels, those of its lines too. */
export function payeeWordsOf(transaction: TransactionRecord): string {
  return [
    wordsOfValue(transaction.payee_name, "payee_name"),
    wordsOfText(transaction.import_payee_name),
    wordsOfText(transaction.import_payee_name_original),
    ...liveLines(transaction).map((line) => wordsOfText(line.payee_name)),
  ].join("\n");
}

function wordsOfText(text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? "" : plainWords(text);
}

// Few texts differ, and each is dear to fold.
const MOST_KNOWN = 20_000;
const plainWords = memoisedUpTo(MOST_KNOWN, (text: string) => wordLines([text]));
const payeeWords = memoisedUpTo(
  MOST_KNOWN,
  (name: string) => wordLines([name, payeeKeyOf({ payee_name: name })]),
);
