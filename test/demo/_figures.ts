import type { PlanRecords } from "../../demo/model/records.ts";
import type { PlanFigures } from "../../demo/model/books.ts";
import { DemoPlan } from "../../demo/model/demo_plan.ts";

/** Opens a plan and takes ownership of its records. */
export function opened(records: PlanRecords): DemoPlan {
  return new DemoPlan(records);
}

/** Computes a plan's figures as of a day. */
export function figuresOn(records: PlanRecords, today: string): PlanFigures {
  return opened(records).figures(today);
}
