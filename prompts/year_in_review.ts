import { z } from "zod";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "year_in_review",
  title: "Year in review",
  description: "How a year went: income, spending, savings, and why net worth changed",
};

export const input: PromptModule["input"] = z.strictObject({
  year: z.string().regex(/^[12]\d{3}$/u, "must be a four-digit year").describe("YYYY"),
});

export const lines: PromptModule["lines"] = ({ year = "" }, { today, has }) => {
  const last = today.startsWith(year) ? today.slice(0, 7) : `${year}-12`;
  const days = `since=${year}-01-01, until=${year}-12-31`;
  return [
    `Review my budget for ${year} with me.`,
    has("get_money_history")
      ? `1. get_money_history with since=${year}-01 and until=${last}: income, spending, what ` +
        "was saved, and what changed my net worth."
      : `1. find_transactions with ${days}, direction=in and group_by=month: my monthly income.`,
    `2. find_transactions with ${days}, direction=out and group_by=category: where the money went.`,
    `3. find_transactions with ${days}, direction=out and group_by=month: the months with the most spending.`,
    ...(has("list_money_movements")
      ? [
        "4. list_money_movements with by=month: how much money I moved after assigning " +
        `it. Use only months in ${year}.`,
      ]
      : []),
    "Then briefly tell me how the year went, what changed most, where most of the money went, and " +
    "which data is missing according to the tools' notes. Propose at most three decisions. Use " +
    "only figures from the tools. If the plan starts during the year, tell me in which month.",
    has("set_category_target")
      ? `If a decision changes a target, offer to set the new target with set_category_target. ${ASK_FIRST}`
      : has("set_category_budget")
      ? `If a decision calls for a different assigned amount, offer to set it with set_category_budget. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
};
