import type { TargetRecord } from "../base/plan_records.ts";
import { dueDate } from "./target_words.ts";

export const TARGET_FREQUENCIES = ["weekly", "monthly", "yearly"] as const;

const CADENCES = { weekly: 2, monthly: 1, yearly: 13 } as const;

export interface TargetRequest {
  /** The target's amount in milliunits, above zero; `null` removes the target. */
  readonly amount: number | null;
  readonly byDate?: string | undefined;
  readonly frequency?: (typeof TARGET_FREQUENCIES)[number] | undefined;
}

export interface TargetOwner {
  readonly target: TargetRecord;
  readonly isCardPayment: boolean;
}

const PLAIN: TargetRecord = {
  goal_type: "NEED",
  goal_needs_whole_amount: true,
  goal_day: null,
  goal_cadence: 1,
  goal_cadence_frequency: 1,
  goal_target_date: null,
  goal_target_month: null,
  goal_snoozed_at: null,
};

export function hasTarget(target: TargetRecord): boolean {
  return (target.goal_type ?? null) !== null;
}

export function targetAfter(request: TargetRequest, owner: TargetOwner): TargetRecord {
  const { amount, byDate, frequency } = request;
  if (amount === null) return { goal_type: null };
  if (frequency !== undefined) {
    return { ...PLAIN, goal_target: amount, goal_cadence: CADENCES[frequency] };
  }
  const { target, isCardPayment } = owner;
  const made = isCardPayment ? { ...PLAIN, goal_type: "MF" } : PLAIN;
  const changed = { ...(hasTarget(target) ? target : made), goal_target: amount };
  if (byDate === undefined) return changed;
  const isByDate = isCardPayment || changed.goal_type === "TB" || changed.goal_type === "TBD";
  return {
    ...changed,
    goal_type: isByDate ? "TBD" : changed.goal_type === "NEED" ? "NEED" : "dated",
    goal_target_date: byDate,
    goal_target_month: byDate,
  };
}

export function hasTargetAlready(
  { amount, byDate, frequency }: TargetRequest,
  { target }: TargetOwner,
): boolean {
  if (amount === null || !hasTarget(target)) return amount === null && !hasTarget(target);
  if (target.goal_target !== amount) return false;
  if (byDate !== undefined) return target.goal_target_date === byDate;
  if (frequency === undefined) return true;
  // If a target has a due day, a request for a monthly target counts as a change, because the
  // request removes the due day.
  const isPlainMonth = (target.goal_day ?? null) === null &&
    (target.goal_target_date ?? null) === null;
  return target.goal_type === "NEED" && target.goal_cadence === CADENCES[frequency] &&
    (target.goal_cadence_frequency ?? 1) <= 1 && (frequency !== "monthly" || isPlainMonth);
}

/** The fields that restore a target, or the reason why it can't be restored. */
export type TargetRestore =
  | { readonly fields: Readonly<Record<string, string | number | boolean | null>> }
  | { readonly reason: string };

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
  const date = dueDate(target);
  return staysByDate && date !== null
    ? { fields: { ...amount, goal_target_date: date } }
    : refused("has a type that only the YNAB app can set");
}

function cardRestore(request: TargetRequest, target: TargetRecord): TargetRestore {
  const amount = { goal_target: target.goal_target ?? 0 };
  const date = dueDate(target);
  if (target.goal_type === "TBD" && date !== null) {
    return { fields: { ...amount, goal_target_date: date } };
  }
  // A new credit card target gets type MF, but an existing target with a date can't be converted to
  // MF.
  return target.goal_type === "MF" && request.amount === null
    ? { fields: amount }
    : refused("has a type that only the YNAB app can set");
}

function needRestore(request: TargetRequest, target: TargetRecord): TargetRestore {
  const isMonthly = target.goal_cadence === 1 && (target.goal_cadence_frequency ?? 1) <= 1;
  if (!isMonthly) return refused("has a schedule that only the YNAB app can set");
  const day = target.goal_day ?? null;
  const date = dueDate(target);
  const fields = {
    goal_target: target.goal_target ?? 0,
    goal_needs_whole_amount: target.goal_needs_whole_amount ?? true,
  };
  if (date === null && day === null) return { fields: { ...fields, goal_frequency: "monthly" } };
  const isDayOfDate = date !== null && (day === null || day === Number(date.slice(8)));
  // Setting a date changes the existing target, whereas setting a frequency creates a new one.
  return isDayOfDate && request.frequency === undefined
    ? { fields: { ...fields, goal_target_date: date } }
    : refused("has a due date that only the YNAB app can set");
}

function refused(what: string): TargetRestore {
  return { reason: `the current target ${what}` };
}
