import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { plainTarget, type StoredCategory, type StoredTarget } from "../model/records.ts";
import type { Fields } from "./call.ts";

const FREQUENCIES = ["weekly", "monthly", "yearly"] as const;
const CADENCES = { monthly: 1, weekly: 2, yearly: 13 } as const;
const SATURDAY = 6;

/** A category, and the month of the request. */
interface TargetOwner {
  readonly target: StoredTarget | null;
  readonly isCardPayment: boolean;
  readonly isLoanPaired: boolean;
  readonly currentMonth: string;
}

/** Target fields in a request's body. A field that the body omits is `undefined`. */
interface TargetInput {
  readonly amount: number | null | undefined;
  readonly date: string | null | undefined;
  readonly whole: boolean | null | undefined;
  readonly frequency: (typeof FREQUENCIES)[number] | null | undefined;
}

/**
 * Decides which target a category has after a request.
 *
 * A request can't choose the target's type. A new target is of type MF in a card's payment
 * category, DEBT in a category paired with a loan, and NEED in any other category.
 */
export function targetAfter(
  fields: Fields,
  { id, target: before, loan_paired: isLoanPaired }: StoredCategory,
  currentMonth: string,
): StoredTarget | null | undefined {
  const isCardPayment = fields.plan.cardCategoryIds.has(id);
  const owner = { target: before, isCardPayment, isLoanPaired, currentMonth };
  const input: TargetInput = {
    amount: fields.amount("goal_target"),
    date: fields.date("goal_target_date"),
    whole: fields.boolean("goal_needs_whole_amount"),
    frequency: fields.oneOf("goal_frequency", FREQUENCIES),
  };
  if (Object.values(input).every((value) => value === undefined)) return undefined;
  checkInput(input, owner, fields);
  if (input.amount === null) return null;
  const target = input.frequency
    ? recurring(input.amount ?? 0, input.frequency, currentMonth)
    : changed(input, owner);
  if (target === null) return before;
  if (input.whole === undefined || input.whole === null) return target;
  if (target.goal_type !== "NEED") {
    throw fields.refuse("goal_needs_whole_amount is only supported for NEED goals");
  }
  return { ...target, goal_needs_whole_amount: input.whole };
}

function checkInput(
  { amount, date, whole, frequency }: TargetInput,
  { target, isCardPayment, isLoanPaired }: TargetOwner,
  fields: Fields,
): void {
  if (typeof amount === "number" && amount < 0) {
    throw fields.refuse("goal_target must not be negative");
  }
  const isTimed = Boolean(frequency) || Boolean(date);
  if (typeof amount !== "number" && (frequency || (isTimed && target === null))) {
    throw fields.refuse("goal_target is required");
  }
  if (frequency && date) {
    throw fields.refuse("goal_frequency cannot be combined with goal_target_date");
  }
  if (frequency && isCardPayment) {
    throw fields.refuse("goal_frequency is not supported for Credit Card Payment categories");
  }
  if (isLoanPaired && (isTimed || typeof whole === "boolean")) {
    throw fields.refuse(
      "goal_frequency, goal_target_date and goal_needs_whole_amount are not supported " +
        "for categories paired to a loan account",
    );
  }
}

/** Creates a repeating target, which replaces the existing target. */
function recurring(
  amount: number,
  frequency: (typeof FREQUENCIES)[number],
  currentMonth: string,
): StoredTarget {
  const lastDayInAYear = addDays(addMonths(currentMonth, 12), -1);
  return {
    ...plainTarget({ goal_target: amount, goal_creation_month: currentMonth }),
    goal_cadence: CADENCES[frequency],
    goal_day: frequency === "weekly" ? SATURDAY : null,
    goal_target_date: frequency === "yearly" ? lastDayInAYear : null,
  };
}

/** `null` if there is no target and the request doesn't create one. */
function changed({ amount, date }: TargetInput, owner: TargetOwner): StoredTarget | null {
  const before = owner.target ?? (typeof amount === "number" ? newTarget(amount, owner) : null);
  if (before === null) return null;
  const target = typeof amount === "number" ? { ...before, goal_target: amount } : before;
  if (date === undefined) return target;
  const dated = {
    ...target,
    goal_target_date: date,
    goal_day: date === null ? null : Number(date.slice(8)),
  };
  if (target.goal_type === "TB" || owner.isCardPayment) {
    return { ...dated, goal_type: date === null ? target.goal_type : "TBD", goal_cadence: 0 };
  }
  return dated;
}

function newTarget(
  amount: number,
  { isCardPayment, isLoanPaired, currentMonth }: TargetOwner,
): StoredTarget {
  const plain = plainTarget({ goal_target: amount, goal_creation_month: currentMonth });
  if (!isCardPayment && !isLoanPaired) return plain;
  const goal_type = isCardPayment ? "MF" : "DEBT";
  return { ...plain, goal_type, goal_needs_whole_amount: null };
}
