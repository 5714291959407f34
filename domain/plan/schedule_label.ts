/**
 * What a schedule is called in a preview, a question or an error.
 *
 * @module
 */

import type { MoneyFormat } from "../base/money_format.ts";
import type { ScheduledRecord } from "../base/plan_records.ts";
import { transactionLabel } from "./transaction_label.ts";

/**
 * Names a schedule by its next date, payee, amount, account and frequency.
 *
 * @param schedule The schedule.
 * @param format How the plan writes money.
 * @returns One line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const rent = { date_next: "2026-04-01", payee_name: "Landlord", amount: -900_000 };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * assertEquals(
 *   scheduleLabel({ ...rent, account_name: "Checking", frequency: "monthly" }, format),
 *   "2026-04-01 Landlord -$900.00 Checking, monthly",
 * );
 * ```
 */
export function scheduleLabel(
  { date_next, frequency, ...schedule }: Pick<
    ScheduledRecord,
    "date_next" | "frequency" | "payee_name" | "amount" | "account_name"
  >,
  format: MoneyFormat,
): string {
  const often = frequency === "never" ? "once" : frequency;
  return `${transactionLabel({ ...schedule, date: date_next }, format)}, ${often}`;
}
