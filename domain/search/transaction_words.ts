/**
 * The folded words of a transaction, in which a search for text looks.
 *
 * @module
 */

import { payeeKeyOf } from "../payees/payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";
import { wordLines } from "./search_needle.ts";

/** Folded words, one text a line. */
export interface SearchWords {
  /** Of payees and bank labels, those of split lines too. */
  readonly payee: string;
  readonly memo: string;
}

// Transactions are replaced, never changed, when the copy is synced: what was folded once
// stays true for as long as the transaction lives.
const foldedWords = new WeakMap<TransactionRecord, SearchWords>();

/**
 * Gives the words of a transaction, memoised per transaction and per distinct text.
 *
 * @param transaction A live transaction.
 * @returns Its words.
 */
export function searchWordsOf(transaction: TransactionRecord): SearchWords {
  const known = foldedWords.get(transaction);
  if (known !== undefined) return known;
  const lines = liveLines(transaction);
  const words = {
    payee: payeeLines([
      transaction.payee_name,
      transaction.import_payee_name,
      transaction.import_payee_name_original,
      ...lines.map((line) => line.payee_name),
    ]),
    memo: memoLines([transaction.memo, ...lines.map((line) => line.memo)]),
  };
  foldedWords.set(transaction, words);
  return words;
}

type Texts = readonly (string | null | undefined)[];

/** A payee is also looked for by the merchant that its name stands for. */
const payeeLines = perDistinctTexts(([payee = "", ...labels]) =>
  wordLines(seen([payee, ...labels, payee === "" ? "" : payeeKeyOf({ payee_name: payee })]))
);
const memoLines = perDistinctTexts((memos) => wordLines(seen(memos)));

const MOST_KNOWN = 20_000;

/** Memoises a function of texts: few of them differ, and each is dear to fold. */
function perDistinctTexts(make: (texts: readonly string[]) => string): (texts: Texts) => string {
  const known = new Map<string, string>();
  return (texts) => {
    const key = texts.join("\u0000");
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    const made = make(key.split("\u0000"));
    known.set(key, made);
    return made;
  };
}

function seen(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== "");
}
