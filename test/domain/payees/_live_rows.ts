import type { PlanRecords } from "../../../demo/model/records.ts";
import { DemoPlan } from "../../../demo/model/demo_plan.ts";
import { transactionShape } from "../../../demo/api/row_shapes.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";

/** Gives the live rows of a stored plan. */
export function liveRows(records: PlanRecords): readonly TransactionRecord[] {
  const plan = new DemoPlan(records);
  return records.transactions
    .filter(({ deleted }) => !deleted)
    .map((row) => transactionShape(row, plan));
}
