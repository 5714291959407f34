import type { TargetRecord } from "../base/plan_records.ts";
import { hasTarget, type TargetOwner, type TargetRequest } from "./target_request.ts";

/** What to send to put a target back, or why nothing would do that exactly. */
export type TargetRestore =
  | { readonly fields: Readonly<Record<string, string | number | boolean | null>> }
  | { readonly reason: string };

/** Finds what puts a target back. */
export function targetRestore(request: TargetRequest, owner: TargetOwner): TargetRestore {
  const { target, isCardPayment } = owner;
  if (!hasTarget(target)) return { fields: { goal_target: null } };
  const amount = { goal_target: target.goal_target ?? 0 };
  const isAmountOnly = request.amount !== null && request.byDate === undefined &&
    request.frequency === undefined;
  if (isAmountOnly) return { fields: amount };
  if ((target.goal_snoozed_at ?? null) !== null) return refused("is snoozed");
  if (isCardPayment) return cardRestore(request, target);
  if (target.goal_type === "NEED") return needRestore(request, target);
  const staysByDate = target.goal_type === "TBD" && request.byDate !== undefined;
  const date = dateOf(target);
  return staysByDate && date !== null
    ? { fields: { ...amount, goal_target_date: date } }
    : refused("is of a kind that only the app can make");
}

function cardRestore({ amount: asked }: TargetRequest, target: TargetRecord): TargetRestore {
  const amount = { goal_target: target.goal_target ?? 0 };
  const date = dateOf(target);
  if (target.goal_type === "TBD" && date !== null) {
    return { fields: { ...amount, goal_target_date: date } };
  }
  // A new target of a credit card is of this kind, but a dated one can't be made into it.
  return target.goal_type === "MF" && asked === null
    ? { fields: amount }
    : refused("is of a kind that only the app can make");
}

function needRestore(request: TargetRequest, target: TargetRecord): TargetRestore {
  const isMonthly = target.goal_cadence === 1 && (target.goal_cadence_frequency ?? 1) <= 1;
  if (!isMonthly) return refused("comes round on days that only the app can set");
  const day = target.goal_day ?? null;
  const date = dateOf(target);
  const fields = {
    goal_target: target.goal_target ?? 0,
    goal_needs_whole_amount: target.goal_needs_whole_amount ?? true,
  };
  if (date === null && day === null) return { fields: { ...fields, goal_frequency: "monthly" } };
  const isDayOfDate = date !== null && (day === null || day === Number(date.slice(8)));
  // A date is put on the target that is there: after a frequency that is another one.
  return isDayOfDate && request.frequency === undefined
    ? { fields: { ...fields, goal_target_date: date } }
    : refused("is due on a day that only the app can set");
}

function dateOf(target: TargetRecord): string | null {
  return target.goal_target_date ?? target.goal_target_month ?? null;
}

function refused(what: string): TargetRestore {
  return { reason: `the target that it has now ${what}` };
}
