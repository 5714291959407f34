import { compareTexts, searchForm } from "../base/fold_text.ts";
import { nearestWord } from "../references/nearest_word.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import type { TransactionRecord } from "../base/plan_records.ts";

/** Minimum length of a search, and of a payee name contained in the search, for a suggestion. */
const ENOUGH = 3;

/**
 * Returns the payee that was probably meant by a search without matches: the longest name that the
 * search contains ("Amazon" for "Amazon Video"), or else the payee with the most similar words.
 */
export function nearPayee(typed: string, transactions: Transactions): string | null {
  const wanted = searchForm(typed);
  if (wanted.length < ENOUGH) return null;
  const count = wanted.split(" ").length;
  const contained: string[] = [];
  const byWords = new Map<string, string>();
  for (const name of payeesByLength(transactions)) {
    const form = searchForm(name);
    if (form.length >= ENOUGH && ` ${wanted} `.includes(` ${form} `)) contained.push(name);
    const words = form.split(" ");
    for (let start = 0; start === 0 || start + count <= words.length; start++) {
      const run = words.slice(start, start + count).join(" ");
      if (!byWords.has(run)) byWords.set(run, name);
    }
  }
  const similar = nearestWord(wanted, [...byWords.keys()], 1 / 3);
  return contained.at(-1) ?? (similar === null ? null : byWords.get(similar) ?? null);
}

function payeesByLength(transactions: Transactions): readonly string[] {
  const names = new Set(chunksOf(transactions).flatMap(({ all }) => all).map(nameOn));
  names.delete("");
  return [...names].sort((one, other) => one.length - other.length || compareTexts(one, other));
}

function nameOn({ payee_name: name }: TransactionRecord): string {
  return name ?? "";
}
