/**
 * Says that the rows of a search are not called what was typed.
 *
 * @module
 */

import { cleanText } from "../base/clean_text.ts";
import type { TransactionQuery } from "./search_conditions.ts";
import type { Reach } from "./search_needle.ts";

/**
 * Says that what was found is not called what was typed.
 *
 * @param query What was looked for.
 * @param found How the rows have it, and how many there are.
 * @returns A sentence; `null` where the words themselves were found, or nothing.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   reachHint({ payee: "dm" }, { reach: "start", count: 1 }),
 *   "No payee is called dm in this search; 1 row has a word that begins with it",
 * );
 * ```
 */
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
