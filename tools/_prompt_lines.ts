/**
 * What the prompts say: what to ask of the tools, in which order. None names a tool
 * that is not offered.
 *
 * @module
 */

import { addMonths, lastOfMonth } from "../domain/calendar_steps.ts";
import { cleanText } from "../domain/clean_text.ts";
import { firstOfMonth, parseMonth } from "../domain/day.ts";
import type { PromptName } from "./_prompts.ts";

/** What a prompt's words depend on. */
export interface PromptContext {
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the server offers a tool. */
  readonly has: (tool: string) => boolean;
}

/** Arguments as hosts send them, checked: all are text. */
export type PromptArguments = Readonly<Record<string, string | undefined>>;

/** Gives the lines of a prompt's message. */
export const promptLines: Readonly<
  Record<PromptName, (args: PromptArguments, context: PromptContext) => readonly string[]>
> = {
  monthly_review: reviewLines,
  classify_pending: classifyLines,
  reconcile: reconcileLines,
  plan_next_month: planLines,
};

const ASK_FIRST = "Change nothing before I have seen it and agreed.";
const CANNOT_CHANGE = "This server can't change the plan: say what I should do in the app myself.";

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
