import { z } from "zod";
import { day } from "../tools/_schema.ts";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "digest",
  title: "Digest",
  description: "What needs attention now, and what to do about it",
};

export const input: PromptModule["input"] = z.strictObject({
  since: day.optional().describe("YYYY-MM-DD; 7 days ago if omitted"),
});

export const lines: PromptModule["lines"] = ({ since }, { has }) => {
  const from = since === undefined ? "" : ` with since=${since}`;
  return [
    "Tell me what in my budget needs my attention.",
    has("get_digest")
      ? `Call get_digest${from}. Give me its items in a few lines, the most urgent first, each ` +
        "with its amount and date. When you give a probability, say that it is an estimate."
      : "Call get_monthly_summary and list_scheduled_transactions. Tell me in a few lines what " +
        "is overspent, what is due soon and whether Ready to Assign is below zero.",
    "Use only figures from the tools. If nothing needs attention, say so in one sentence.",
    has("get_digest")
      ? 'Then offer to take care of the first item with the tool named in its "next" field.'
      : "Then offer to take care of the first problem.",
    has("set_category_budget") ? ASK_FIRST : CANNOT_CHANGE,
  ];
};
