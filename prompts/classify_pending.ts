import { z } from "zod";
import { ASK_FIRST, CANNOT_CHANGE, type PromptModule } from "./_prompt.ts";

export const summary: PromptModule["summary"] = {
  name: "classify_pending",
  title: "Categorize transactions",
  description: "Goes through your uncategorized transactions",
};

export const input: PromptModule["input"] = z.strictObject({});

export const lines: PromptModule["lines"] = (_, { has }) => {
  const canChange = has("apply_categories");
  return [
    "Help me categorize my uncategorized transactions.",
    ...(has("import_transactions")
      ? ["Start with import_transactions to include the latest transactions."]
      : []),
    "Call suggest_categories. Show me the suggestions in one table: date, payee, amount, " +
    "category, confidence.",
    "Ask me about rows without a suggestion, a few at a time. A row with a transfer_with field " +
    "looks like one side of a transfer: point it out, but don't categorize it.",
    ...(has("review_transactions")
      ? [
        "Then call review_transactions, point out any duplicates, odd amounts and missing " +
        "payments, and ask me what to do about each one.",
      ]
      : []),
    canChange
      ? `When I agree to the categories, call apply_categories once for all of them. ${ASK_FIRST}`
      : CANNOT_CHANGE,
  ];
};
