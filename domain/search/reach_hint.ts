import { cleanText } from "../base/clean_text.ts";
import type { TransactionQuery } from "./search_conditions.ts";
import type { Reach } from "./search_needle.ts";

/** Says that what was found is not called what was typed. */
export function reachHint(
  { payee, text }: Pick<TransactionQuery, "payee" | "text">,
  { reach, count }: { readonly reach: Reach; readonly count: number },
): string | null {
  if (reach === "word" || count === 0) return null;
  const missing = text === undefined
    ? `No payee is called ${cleanText(payee ?? "")}`
    : `No row has the words ${cleanText([payee, text].filter(Boolean).join(", "))}`;
  const rows = count === 1 ? "1 row has" : `${count} rows have`;
  const instead = reach === "start"
    ? `${count === 1 ? "a word that begins" : "words that begin"} with it`
    : "these letters inside a word or bank reference";
  return `${missing} in this search; ${rows} ${instead}`;
}
