import { type MoneyFormat, roundUpToCoin } from "../base/money_format.ts";
import type { TargetRecord } from "../base/plan_records.ts";

/**
 * Gives what a category's target still asks for in the month. A target over several months may ask
 * for a fraction of a coin, which nobody can assign.
 */
export function underfundedOf(
  { goal_under_funded: asked, goal_snoozed_at: snoozed }: Pick<
    TargetRecord,
    "goal_under_funded" | "goal_snoozed_at"
  >,
  format: MoneyFormat,
): number | null {
  return (asked ?? 0) > 0 && (snoozed ?? null) === null ? roundUpToCoin(asked ?? 0, format) : null;
}
