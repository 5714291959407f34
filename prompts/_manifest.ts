/**
 * Every prompt, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

import * as classifyPending from "./classify_pending.ts";
import * as monthlyReview from "./monthly_review.ts";
import * as planNextMonth from "./plan_next_month.ts";
import * as reconcile from "./reconcile.ts";
import { type Prompt, promptOf } from "./_prompt.ts";

/** Every prompt. */
export const prompts: readonly Prompt[] = [
  promptOf("classify_pending", classifyPending),
  promptOf("monthly_review", monthlyReview),
  promptOf("plan_next_month", planNextMonth),
  promptOf("reconcile", reconcile),
];
