/**
 * Prompts that a person can choose in a host: what to ask of the tools, in which
 * order, for the tasks that come back. None names a tool that is not offered.
 *
 * @module
 */

import { z } from "zod";
import { addMonths, lastOfMonth } from "../domain/calendar_steps.ts";
import { cleanText } from "../domain/clean_text.ts";
import { firstOfMonth, parseMonth } from "../domain/day.ts";
import { month } from "./_schema.ts";

/** What a prompt's words depend on. */
export interface PromptContext {
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the server offers a tool. */
  readonly has: (tool: string) => boolean;
}

/** A prompt as the server keeps it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Gives the lines of the message; the arguments are checked. */
  readonly lines: (args: PromptArguments, context: PromptContext) => readonly string[];
}

/** Arguments as hosts send them: all are text. */
export type PromptArguments = Readonly<Record<string, string | undefined>>;

const ASK_FIRST = "Change nothing before I have seen it and agreed.";
const CANNOT_CHANGE = "This server can't change the plan: say what I should do in the app myself.";

/** Every prompt. */
export const prompts: readonly Prompt[] = [
  {
    name: "monthly_review",
    title: "Monthly review",
    description: "How a month went: income, spending, what was over, what to decide",
    input: z.strictObject({
      month: month.optional().describe("YYYY-MM; this month if absent"),
    }),
    lines: reviewLines,
  },
  {
    name: "classify_pending",
    title: "Classify what is pending",
    description: "Goes through the transactions that wait for a category",
    input: z.strictObject({}),
    lines: classifyLines,
  },
  {
    name: "reconcile",
    title: "Reconcile an account",
    description: "Compares an account with what the bank says",
    input: z.strictObject({
      account: z.string().min(1).max(200).describe("Name or id of the account"),
      bank_balance: z.string().regex(/^-?\d{1,10}(\.\d{1,3})?$/u, "must be an amount").optional()
        .describe("Cleared balance at the bank, such as 1234.56; debts negative"),
    }),
    lines: reconcileLines,
  },
  {
    name: "plan_next_month",
    title: "Plan next month",
    description: "What the coming month needs, and how to assign the money for it",
    input: z.strictObject({
      month: month.optional().describe("YYYY-MM; next month if absent"),
    }),
    lines: planLines,
  },
];

function reviewLines(
  { month: asked = "current" }: PromptArguments,
  { today, has }: PromptContext,
): readonly string[] {
  const first = parseMonth(asked, today) ?? today;
  const name = first.slice(0, 7);
  return [
    `Review ${name} of my budget with me.`,
    `1. get_monthly_summary with month ${name}: income, what was assigned and spent, what is over.`,
    `2. get_budget_vs_actual with month ${name} and only_over true: what went past the plan.`,
    `3. find_transactions with since ${first}, until ${lastOfMonth(first)}, direction out and ` +
    "group_by category: where the money went.",
    "Then tell me in short: how the month went, which categories were over and by how much, what " +
    "stands out, and at most three things to decide. Use only figures from the answers.",
    has("set_category_budget")
      ? `If a category is over, offer to cover it with ${
        has("move_money") ? "move_money" : "set_category_budget"
      }. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
}

function classifyLines(_: PromptArguments, { has }: PromptContext): readonly string[] {
  const canChange = has("apply_categories");
  return [
    "Help me give the transactions that wait for a category theirs.",
    ...(has("import_transactions")
      ? ["Begin with import_transactions, so that the latest ones are there."]
      : []),
    "Call suggest_categories. Show me the suggestions in one table: date, payee, amount, " +
    "category, confidence.",
    "For rows without a suggestion ask me, a few at a time; rows with transfer_with look like " +
    "the two sides of a transfer: name them, and leave them alone.",
    canChange
      ? `When I agree, call apply_categories once for all of them. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
}

function reconcileLines(
  { account, bank_balance: balance }: PromptArguments,
  { has }: PromptContext,
): readonly string[] {
  const name = `"${cleanText(account ?? "").replaceAll('"', "'")}"`;
  const begin = balance === undefined
    ? `Reconcile the account named ${name}. Ask me for its cleared balance at the bank first.`
    : `Reconcile the account named ${name}: its cleared balance at the bank is ${balance}.`;
  if (!has("reconcile_account")) {
    return [
      begin,
      "Compare it with cleared_balance from list_accounts. If they differ, look with " +
      "find_transactions for what explains it: uncleared rows of that account, rows entered twice, " +
      "a wrong sign, swapped digits.",
      CANNOT_CHANGE,
    ];
  }
  return [
    begin,
    ...(has("import_transactions") ? ["Begin with import_transactions."] : []),
    "Call reconcile_account with that balance. If there is a difference, go through the " +
    "explanations with me, the most plausible first, before anything is corrected; use adjust " +
    `only if I ask for it. ${ASK_FIRST}`,
  ];
}

function planLines(
  { month: asked }: PromptArguments,
  { today, has }: PromptContext,
): readonly string[] {
  const next = addMonths(firstOfMonth(today), 1);
  const month = asked === undefined ? next : parseMonth(asked, today) ?? next;
  const name = month.slice(0, 7);
  return [
    `Plan ${name} of my budget with me.`,
    `1. get_category_balances with month ${name} and include_empty true: what each category has ` +
    "and what its target still asks for (underfunded).",
    `2. list_scheduled_transactions with since ${month} and until ${
      lastOfMonth(month)
    }: what is due.`,
    "3. get_spending_trends: what is usual per category.",
    `4. get_monthly_summary with month ${name}: what is Ready to Assign.`,
    "Then propose amounts per category in one table, bills and targets first, that add up to no " +
    "more than what is Ready to Assign, and say where it falls short.",
    has("set_category_budget")
      ? `When I agree, set them with set_category_budget. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
}
