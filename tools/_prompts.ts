/**
 * Prompts that a person can choose in a host, for the tasks that come back.
 *
 * @module
 */

import { z } from "zod";
import { month } from "./_schema.ts";

/** A prompt as the server keeps it. */
export interface Prompt {
  readonly name: PromptName;
  readonly title: string;
  readonly description: string;
  /** Makes the schema of the arguments; a start needs none. */
  readonly input: () => z.ZodObject;
}

/** Names of the prompts. */
export type PromptName = "monthly_review" | "classify_pending" | "reconcile" | "plan_next_month";

/** Every prompt. */
export const prompts: readonly Prompt[] = [
  {
    name: "monthly_review",
    title: "Monthly review",
    description: "How a month went: income, spending, what was over, what to decide",
    input: () =>
      z.strictObject({
        month: month.optional().describe("YYYY-MM; this month if absent"),
      }),
  },
  {
    name: "classify_pending",
    title: "Classify what is pending",
    description: "Goes through the transactions that wait for a category",
    input: () => z.strictObject({}),
  },
  {
    name: "reconcile",
    title: "Reconcile an account",
    description: "Compares an account with what the bank says",
    input: () =>
      z.strictObject({
        account: z.string().min(1).max(200).describe("Name or id of the account"),
        bank_balance: z.string().regex(/^-?\d{1,10}(\.\d{1,3})?$/u, "must be an amount").optional()
          .describe("Cleared balance at the bank, such as 1234.56; debts negative"),
      }),
  },
  {
    name: "plan_next_month",
    title: "Plan next month",
    description: "What the coming month needs, and how to assign the money for it",
    input: () =>
      z.strictObject({
        month: month.optional().describe("YYYY-MM; next month if absent"),
      }),
  },
];
