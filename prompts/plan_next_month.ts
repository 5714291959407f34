import { z } from "zod";
import { addMonths, firstOfMonth, lastOfMonth, parseMonth } from "../domain/base/month.ts";
import { month } from "../tools/_schema.ts";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "plan_next_month",
  title: "Plan next month",
  description: "What next month needs, and how to assign money for it",
};

export const input: PromptModule["input"] = z.strictObject({
  month: month.optional().describe("YYYY-MM; next month if omitted"),
});

export const lines: PromptModule["lines"] = ({ month: asked }, { today, has }) => {
  const next = addMonths(firstOfMonth(today), 1);
  const month = asked === undefined ? next : parseMonth(asked, today) ?? next;
  const name = month.slice(0, 7);
  return [
    `Plan my budget for ${name} with me.`,
    `1. get_category_balances with month=${name} and include_empty=true: what each category has ` +
    "and what its target still needs (underfunded).",
    `2. list_scheduled_transactions with since=${month} and until=${
      lastOfMonth(month)
    }: what is due.`,
    "3. get_spending_trends: what I usually spend per category.",
    `4. get_monthly_summary with month=${name}: how much I have in Ready to Assign.`,
    "Then propose amounts per category in one table, bills and targets first. Their total " +
    "must not exceed Ready to Assign; tell me which categories don't get enough.",
    has("set_category_budget")
      ? `When I agree, set them with ${
        has("assign_month") ? "one call to assign_month" : "set_category_budget"
      }. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
};
