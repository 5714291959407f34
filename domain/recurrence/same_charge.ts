import type { ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { RecurringSeries } from "./recurrence.ts";

/** A schedule may still have an older price. */
const LARGEST_DIFFERENCE = 0.25;

/** Whether a schedule enters a series: same payee, same direction, similar price. */
export function isSameCharge(
  schedule: ScheduledRecord,
  { direction, payeeIds, payeeKey, price }: RecurringSeries<TransactionRecord>,
): boolean {
  const size = direction === "in" ? schedule.amount : -schedule.amount;
  if (Math.abs(size - price.current) > price.current * LARGEST_DIFFERENCE) return false;
  return payeeIds.has(schedule.payee_id ?? "") || payeeKeyOf(schedule) === payeeKey;
}
