import type { TargetRecord } from "../base/plan_records.ts";

/** How often a target that the API makes comes round. */
export const TARGET_FREQUENCIES = ["weekly", "monthly", "yearly"] as const;

/** Upstream's cadence codes for them. */
const CADENCES = { weekly: 2, monthly: 1, yearly: 13 } as const;

/** A target that was asked for. */
export interface TargetRequest {
  /** Milliunits above zero; `null` removes the target. */
  readonly amount: number | null;
  /** `YYYY-MM-DD`. */
  readonly byDate?: string | undefined;
  readonly frequency?: (typeof TARGET_FREQUENCIES)[number] | undefined;
}

/** The category that a target is for. */
export interface TargetOwner {
  readonly target: TargetRecord;
  readonly isCardPayment: boolean;
}

/** A target without what a new one does not have. */
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

/** Tells whether a category has a target. */
export function hasTarget(target: TargetRecord): boolean {
  return (target.goal_type ?? null) !== null;
}

/** Foresees a category's target after a request. */
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

/** Tells whether a category has the target already. */
export function hasTargetAlready(
  { amount, byDate, frequency }: TargetRequest,
  { target }: TargetOwner,
): boolean {
  if (amount === null || !hasTarget(target)) return amount === null && !hasTarget(target);
  if (target.goal_target !== amount) return false;
  if (byDate !== undefined) return target.goal_target_date === byDate;
  if (frequency === undefined) return true;
  // A monthly target may be due on some day; asking for a monthly one takes that away.
  const isPlainMonth = (target.goal_day ?? null) === null &&
    (target.goal_target_date ?? null) === null;
  return target.goal_type === "NEED" && target.goal_cadence === CADENCES[frequency] &&
    (target.goal_cadence_frequency ?? 1) <= 1 && (frequency !== "monthly" || isPlainMonth);
}
