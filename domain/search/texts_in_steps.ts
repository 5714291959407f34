/**
 * Reads the text that a search looks through, step by step: to read and to fold it takes longer
 * than to search it.
 *
 * @module
 */

import type { TransactionRecord } from "../plan/plan_records.ts";
import type { Steps } from "../steps/all_steps.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { rangeOf } from "./chunk_matcher.ts";
import type { TransactionQuery } from "./search_conditions.ts";
import { isTextRead, TEXT_FIELDS, textOf, wordsOfLines } from "./transaction_words.ts";

/**
 * Reads the texts of the chunks in which a query looks for some: a field of one each step. What was
 * read once is there when it is searched.
 *
 * @param live Live transactions of a plan.
 * @param query What is looked for.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { allSteps } from "../steps/all_steps.ts";
 *
 * assertEquals(allSteps(textsInSteps([], { text: "market" })), undefined);
 * ```
 */
export function* textsInSteps(
  live: Transactions<TransactionRecord>,
  query: TransactionQuery,
): Steps<void> {
  if (query.text === undefined && query.payee === undefined) return;
  for (const chunk of chunksOf(live)) {
    const { from, until } = rangeOf(chunk, query);
    if (from >= until) continue;
    const fields = TEXT_FIELDS.filter((field) => query.text !== undefined || field !== "memo");
    const unread = fields.filter((field) => !isTextRead(chunk.column(field)));
    for (const field of unread) {
      textOf(chunk.column(field), field);
      yield;
    }
    if (unread.length > 0) wordsOfLines(chunk.linesByPlace);
  }
}
