import type { MoneyFormat } from "../base/money_format.ts";
import type { ScheduledRecord } from "../base/plan_records.ts";
import { transactionLabel } from "./transaction_label.ts";

/** Names a schedule by its next date, payee, amount, account and frequency. */
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
