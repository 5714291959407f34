import type { StoredTarget } from "../_records.ts";
import {
  askedInMonth,
  type AskedMonth,
  monthsUntil,
  periodMonths,
  targetPeriod,
} from "./target_period.ts";

/** The money of a category that a target looks at, in milliunits. */
export interface TargetMoney {
  /** Positive balance of the month before. */
  readonly carried: number;
  /** Assigned in the month. */
  readonly budgeted: number;
  /** The currency's smallest amount: a share of a target is rounded up to it. */
  readonly smallest: number;
  /** Sums what was assigned from one month up to the month before the asked one. */
  assignedSince(month: string): number;
  /** Gives the positive balance with which a month began. */
  carriedInto(month: string): number;
}

/** Progress as it travels; amounts in milliunits. */
export interface TargetProgress {
  readonly goal_percentage_complete: number | null;
  readonly goal_months_to_budget: number | null;
  readonly goal_under_funded: number | null;
  readonly goal_overall_funded: number | null;
  readonly goal_overall_left: number | null;
}

/** What a target asks for over its period, and what it has. */
interface Funding {
  readonly target: number;
  /** Money that counts without this month's assignment. */
  readonly before: number;
  readonly monthsLeft: number;
}

const NONE: TargetProgress = {
  goal_percentage_complete: null,
  goal_months_to_budget: null,
  goal_under_funded: null,
  goal_overall_funded: null,
  goal_overall_left: null,
};

/** Computes a target's progress in one month. */
export function targetProgress(
  target: StoredTarget | null,
  asked: AskedMonth,
  money: TargetMoney,
): TargetProgress {
  if (target === null || asked.month < target.goal_creation_month) return NONE;
  switch (target.goal_type) {
    case "TB":
      return balanceProgress(target, money);
    case "TBD": {
      const monthsLeft = monthsUntil(target.goal_target_date ?? asked.month, asked.month);
      return progress({ target: target.goal_target, before: money.carried, monthsLeft }, money);
    }
    case "NEED":
      return needProgress(target, asked, money);
    default:
      return progress({ target: target.goal_target, before: 0, monthsLeft: 1 }, money);
  }
}

function needProgress(target: StoredTarget, asked: AskedMonth, money: TargetMoney): TargetProgress {
  const period = targetPeriod(target, asked);
  const wanted = askedInMonth(target, asked.month);
  if (period === null) {
    return {
      ...NONE,
      goal_percentage_complete: 0,
      goal_overall_funded: 0,
      goal_overall_left: wanted,
    };
  }
  const isRefill = target.goal_needs_whole_amount === false;
  if (periodMonths(target) === 1) {
    const before = isRefill ? money.carried : 0;
    return progress({ target: wanted, before, monthsLeft: 1 }, money);
  }
  const kept = isRefill ? money.carriedInto(period.start) : 0;
  const before = kept + money.assignedSince(period.start);
  return progress({ target: wanted, before, monthsLeft: period.monthsLeft }, money);
}

/** A target balance without a date never asks for anything. */
function balanceProgress(target: StoredTarget, money: TargetMoney): TargetProgress {
  const whole = progress(
    { target: target.goal_target, before: money.carried, monthsLeft: 1 },
    money,
  );
  return { ...whole, goal_months_to_budget: null, goal_under_funded: 0 };
}

function progress(
  { target, before, monthsLeft }: Funding,
  { budgeted, smallest }: TargetMoney,
): TargetProgress {
  const share = Math.ceil(Math.max(0, target - before) / monthsLeft / smallest) * smallest;
  const funded = Math.max(0, before + budgeted);
  const left = Math.max(0, target - funded);
  const whole = funded + left;
  return {
    goal_percentage_complete: whole === 0 ? 100 : Math.floor(100 * funded / whole),
    goal_months_to_budget: monthsLeft,
    goal_under_funded: Math.max(0, share - budgeted),
    goal_overall_funded: funded,
    goal_overall_left: left,
  };
}
