import type { PlanSummary } from "../../client/wire/plan.ts";
import type { PlanFigures } from "../plan/books.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";

/** Makes a plan's entry in the list. The next month exists but is not its last one. */
export function planShape({ records }: DemoPlan, { currentMonth }: PlanFigures): PlanSummary {
  return {
    id: records.id,
    name: records.name,
    last_modified_on: records.last_modified_on,
    first_month: records.first_month,
    last_month: currentMonth,
    date_format: records.date_format,
    currency_format: records.currency_format,
  };
}
