/**
 * What a transaction is called in a preview, a question or an error.
 *
 * @module
 */

import { cleanText } from "../base/clean_text.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeMoney } from "../base/money_format.ts";
import type { TransactionRecord } from "../base/plan_records.ts";

/**
 * Names a transaction by its date, payee, amount and account.
 *
 * @param transaction The transaction.
 * @param format How the plan writes money.
 * @returns One line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const transaction = { date: "2024-01-31", payee_name: "Caf\u00e9", amount: -4500, account_name: "Visa" };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * assertEquals(transactionLabel(transaction, format), "2024-01-31 Caf\u00e9 -$4.50 Visa");
 * ```
 */
export function transactionLabel(
  transaction: Pick<TransactionRecord, "date" | "payee_name" | "amount" | "account_name">,
  format: MoneyFormat,
): string {
  return cleanLabel({
    date: transaction.date,
    payee: cleanText(transaction.payee_name ?? ""),
    amount: fromMilliunits(transaction.amount),
    account: cleanText(transaction.account_name),
  }, format);
}

/** Gives the label of a transaction as an answer has it: names cleaned, amounts in units. */
export function cleanLabel(
  { date, payee = "", amount, account }: {
    readonly date: string;
    readonly payee?: string;
    readonly amount: number;
    readonly account: string;
  },
  format: MoneyFormat,
): string {
  return `${date} ${shortened(payee || "no payee")} ${writeMoney(amount, format)} ${
    shortened(account)
  }`;
}

/**
 * Names a payee within a sentence.
 *
 * @param record A transaction or a schedule.
 */
export function payeeWords({ payee_name: name }: Pick<TransactionRecord, "payee_name">): string {
  return shortened(cleanText(name ?? "") || "no payee");
}

/**
 * Names transactions in the summary of a change.
 *
 * @param transactions The transactions, at least one.
 * @param today `YYYY-MM-DD`: the year is left out of days of this year.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const cafe = { date: "2026-11-12", payee_name: "Blue Door Coffee" };
 * const old = { date: "2025-01-05", payee_name: null };
 * assertEquals(transactionNames([cafe], "2026-11-20"), "Blue Door Coffee, 12 Nov");
 * assertEquals(
 *   transactionNames([cafe, old, cafe], "2026-11-20"),
 *   "3 transactions: Blue Door Coffee, 12 Nov; no payee, 5 Jan 2025; and 1 more",
 * );
 * ```
 */
export function transactionNames(
  transactions: readonly Pick<TransactionRecord, "date" | "payee_name">[],
  today: string,
): string {
  const names = transactions.slice(0, MOST_NAMED).map((one) =>
    `${payeeWords(one)}, ${dayWords(one.date, today)}`
  );
  if (transactions.length === 1) return names.join();
  const more = transactions.length - names.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return `${transactions.length} transactions: ${[...names, ...rest].join("; ")}`;
}

/** Transactions that a summary names: it must fit into one line of an answer. */
const MOST_NAMED = 2;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayWords(date: string, today: string): string {
  const [year = "", month, day] = date.split("-");
  const words = `${Number(day)} ${MONTHS[Number(month) - 1]}`;
  return today.startsWith(year) ? words : `${words} ${year}`;
}

/** The whole label must fit into one line of an answer. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 24 ? text : `${characters.slice(0, 23).join("").trimEnd()}\u2026`;
}
