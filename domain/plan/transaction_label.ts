/**
 * What a transaction is called in a preview, a question or an error.
 *
 * @module
 */

import { cleanText } from "../text/clean_text.ts";
import { fromMilliunits } from "../money/money.ts";
import { type MoneyFormat, writeMoney } from "../money/money_format.ts";
import type { TransactionRecord } from "./plan_records.ts";

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

/** The whole label must fit into one line of an answer. */
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 24 ? text : `${characters.slice(0, 23).join("").trimEnd()}\u2026`;
}
