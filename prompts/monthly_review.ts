import { z } from "zod";
import { lastOfMonth, parseMonth } from "../domain/base/month.ts";
import { month } from "../tools/_schema.ts";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "monthly_review",
  title: "Monthly review",
  description: "How a month went: income, spending, overspending, decisions to make",
};

export const input: PromptModule["input"] = z.strictObject({
  month: month.optional().describe("YYYY-MM; this month if omitted"),
});

export const lines: PromptModule["lines"] = ({ month: asked = "current" }, { today, has }) => {
  const first = parseMonth(asked, today) ?? today;
  const name = first.slice(0, 7);
  return [
    `Review my budget for ${name} with me.`,
    `1. get_monthly_summary with month=${name}: income, what was assigned and spent, what is overspent.`,
    `2. get_budget_vs_actual with month=${name} and only_over=true: what went over budget.`,
    `3. find_transactions with since=${first}, until=${lastOfMonth(first)}, direction=out and ` +
    "group_by=category: where the money went.",
    ...(has("list_money_movements")
      ? [`4. list_money_movements with month=${name}: what has been moved between categories.`]
      : []),
    "Then briefly tell me how the month went, which categories were over budget and by how much, " +
    "anything that stands out, and at most three decisions to make. Use only figures from the " +
    "tools.",
    has("set_category_budget")
      ? `If a category is overspent, offer to cover it with ${
        has("assign_month")
          ? `assign_month (month=${name}, mode=cover_overspending)`
          : has("move_money")
          ? "move_money"
          : "set_category_budget"
      }. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
};
