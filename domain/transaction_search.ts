/**
 * Finds rows by any mix of conditions.
 *
 * @module
 */

import { type CountedRows, countedRows } from "./counted_rows.ts";
import { foldText } from "./fold_text.ts";
import { isPending, type PendingRule } from "./pending_category.ts";
import type { SplitLineRecord, TransactionRecord } from "./plan_records.ts";

/** Conditions; every one given must hold. Amounts are signed milliunits. */
export interface TransactionQuery {
  /** First day, `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  /** Last day, `YYYY-MM-DD`. */
  readonly until?: string | undefined;
  readonly amount?: number | undefined;
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly accountIds?: ReadonlySet<string> | undefined;
  /** Split lines included. */
  readonly categoryIds?: ReadonlySet<string> | undefined;
  /** Part of the payee's name or of the bank's label. */
  readonly payee?: string | undefined;
  /** Part of the payee's name, the memo or the bank's label. */
  readonly text?: string | undefined;
  readonly isUncategorized?: boolean | undefined;
  readonly isUnapproved?: boolean | undefined;
  readonly cleared?: string | undefined;
  readonly flag?: string | undefined;
  readonly direction?: "in" | "out" | undefined;
}

/** A row that fits, with the split lines that made it fit. */
export interface TransactionMatch<Row extends TransactionRecord> {
  readonly row: Row;
  /** Lines of the wanted categories; `null` when the row counts as a whole. */
  readonly lines: readonly SplitLineRecord[] | null;
}

/**
 * Finds the rows that meet every condition. A matched pair counts once, and is
 * found by the bank's label too.
 *
 * @param live Live rows of the plan.
 * @param query The conditions.
 * @param rule What makes a row uncategorized.
 * @returns Matches in the order of the rows.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * assertEquals(searchTransactions([], { text: "coffee" }, rule), []);
 * ```
 */
export function searchTransactions<Row extends TransactionRecord>(
  live: readonly Row[],
  query: TransactionQuery,
  rule: PendingRule,
): readonly TransactionMatch<Row>[] {
  const counted = countedRows(live);
  const needles = {
    payee: query.payee === undefined ? null : foldText(query.payee),
    text: query.text === undefined ? null : foldText(query.text),
  };
  const matches: TransactionMatch<Row>[] = [];
  for (const row of counted.rows) {
    if (!meetsFacts(row, query)) continue;
    if (query.isUncategorized === true && !isPending(row, rule)) continue;
    const lines = query.categoryIds === undefined ? null : linesIn(row, query.categoryIds);
    if (lines !== null && lines.length === 0 && !isWholly(row, query.categoryIds)) continue;
    if (!saysWords(row, counted, needles)) continue;
    matches.push({ row, lines: lines === null || lines.length === 0 ? null : lines });
  }
  return matches;
}

/**
 * Gives the lines of a split that still stand.
 *
 * @param row A row.
 * @returns Live lines; none for a row that is no split.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(liveLines({ subtransactions: [{ id: "l", amount: 1, deleted: true }] }), []);
 * ```
 */
export function liveLines(
  row: Pick<TransactionRecord, "subtransactions">,
): readonly SplitLineRecord[] {
  return row.subtransactions.filter((line) => !line.deleted);
}

function meetsFacts(row: TransactionRecord, query: TransactionQuery): boolean {
  const { amount } = row;
  return !(
    (query.since !== undefined && row.date < query.since) ||
    (query.until !== undefined && row.date > query.until) ||
    (query.amount !== undefined && amount !== query.amount) ||
    (query.minAmount !== undefined && amount < query.minAmount) ||
    (query.maxAmount !== undefined && amount > query.maxAmount) ||
    (query.accountIds !== undefined && !query.accountIds.has(row.account_id)) ||
    (query.isUnapproved === true && row.approved) ||
    (query.cleared !== undefined && row.cleared !== query.cleared) ||
    (query.flag !== undefined && row.flag_color !== query.flag) ||
    (query.direction === "in" && amount <= 0) ||
    (query.direction === "out" && amount >= 0)
  );
}

function linesIn(
  row: TransactionRecord,
  categoryIds: ReadonlySet<string>,
): readonly SplitLineRecord[] {
  return liveLines(row).filter((line) => categoryIds.has(line.category_id ?? ""));
}

function isWholly(row: TransactionRecord, categoryIds: ReadonlySet<string> | undefined): boolean {
  return categoryIds?.has(row.category_id ?? "") === true && liveLines(row).length === 0;
}

interface Needles {
  readonly payee: string | null;
  readonly text: string | null;
}

function saysWords<Row extends TransactionRecord>(
  row: Row,
  { importedPartners }: CountedRows<Row>,
  { payee, text }: Needles,
): boolean {
  if (payee === null && text === null) return true;
  const partner = importedPartners.get(row.id);
  const words = wordsOf(row);
  const label = partner === undefined ? "" : wordsOf(partner).payee;
  const isPayee = payee === null || words.payee.includes(payee) || label.includes(payee);
  return isPayee &&
    (text === null || words.payee.includes(text) || words.memo.includes(text) ||
      label.includes(text));
}

interface Words {
  readonly payee: string;
  readonly memo: string;
}

// Rows are replaced, never changed, when the copy is synced: what was folded once
// stays true for as long as the row lives.
const foldedWords = new WeakMap<TransactionRecord, Words>();

function wordsOf(row: TransactionRecord): Words {
  const known = foldedWords.get(row);
  if (known !== undefined) return known;
  const lines = liveLines(row);
  const words = {
    payee: foldLines([
      row.payee_name,
      row.import_payee_name,
      row.import_payee_name_original,
      ...lines.map((line) => line.payee_name),
    ]),
    memo: foldLines([row.memo, ...lines.map((line) => line.memo)]),
  };
  foldedWords.set(row, words);
  return words;
}

// Folded text is one line, so that a needle can't match across two fields.
function foldLines(texts: readonly (string | null | undefined)[]): string {
  const distinct = new Set(texts.filter((text) => text !== null && text !== undefined));
  return [...distinct].map(foldText).join("\n");
}
