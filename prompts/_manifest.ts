import { type Prompt, promptOf } from "./_prompt.ts";
import * as bankStatement from "./bank_statement.ts";
import * as classifyPending from "./classify_pending.ts";
import * as debtPlan from "./debt_plan.ts";
import * as digest from "./digest.ts";
import * as monthlyReview from "./monthly_review.ts";
import * as planNextMonth from "./plan_next_month.ts";
import * as reconcile from "./reconcile.ts";
import * as yearInReview from "./year_in_review.ts";

/** All prompts, in the order that hosts list them. */
export const prompts: readonly Prompt[] = [
  promptOf(monthlyReview),
  promptOf(classifyPending),
  promptOf(reconcile),
  promptOf(bankStatement),
  promptOf(planNextMonth),
  promptOf(yearInReview),
  promptOf(debtPlan),
  promptOf(digest),
];
