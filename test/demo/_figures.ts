import type { PlanRecords } from "../../demo/model/records.ts";
import type { PlanFigures } from "../../demo/model/books.ts";
import { DemoPlan } from "../../demo/model/demo_plan.ts";

/** Computes a plan's figures as of a day, and takes ownership of its records. */
export function figuresOn(records: PlanRecords, today: string): PlanFigures {
  return new DemoPlan(records).figures(today);
}
