import { householdPlan } from "../demo/household.ts";
import type { PlanRecords } from "../demo/model/records.ts";

const plans = new Map<string, PlanRecords>();

/**
 * The demo household as of the given day. Tests can share the household, because each simulated
 * YNAB server copies the plans that it is given.
 */
export function householdOn(today: string): PlanRecords {
  const plan = plans.get(today) ?? householdPlan({ today });
  plans.set(today, plan);
  return plan;
}
