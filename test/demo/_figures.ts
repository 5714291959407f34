import type { PlanRecords } from "../../demo/_records.ts";
import { defaultKnobs } from "../../demo/knobs.ts";
import type { PlanFigures } from "../../demo/plan/books.ts";
import { DemoPlan } from "../../demo/plan/demo_plan.ts";

/** Opens a plan; the records are its own from then on. */
export function opened(records: PlanRecords): DemoPlan {
  return new DemoPlan(records, defaultKnobs);
}

/** Computes a plan's figures as of a day. */
export function figuresOn(records: PlanRecords, today: string): PlanFigures {
  return opened(records).figures(today);
}
