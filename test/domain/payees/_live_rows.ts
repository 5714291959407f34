import type { PlanRecords } from "../../../demo/_records.ts";
import { defaultKnobs } from "../../../demo/knobs.ts";
import { DemoPlan } from "../../../demo/plan/demo_plan.ts";
import { transactionShape } from "../../../demo/shapes/transaction_shape.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";

/** Gives the live rows of a stored plan. */
export function liveRows(records: PlanRecords): readonly TransactionRecord[] {
  const plan = new DemoPlan(records, defaultKnobs);
  return records.transactions
    .filter(({ deleted }) => !deleted)
    .map((row) => transactionShape(row, plan));
}
