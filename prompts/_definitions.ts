/**
 * What is told of every prompt, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import type { PromptDefinition } from "./_definition.ts";

/** Every prompt as data. */
export const definitions: readonly PromptDefinition[] = [
  {
    name: "classify_pending",
    title: "Categorize transactions",
    place: 2,
    description: "Goes through the transactions without a category",
    argumentsSchema: {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{},"additionalProperties":false},
  },
  {
    name: "monthly_review",
    title: "Monthly review",
    place: 1,
    description: "How a month went: income, spending, overspending, decisions to make",
    argumentsSchema: {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"month":{"description":"YYYY-MM; this month if absent","type":"string","pattern":"^(current|\\d{4}-\\d{2}(-01)?)$"}},"additionalProperties":false},
  },
  {
    name: "plan_next_month",
    title: "Plan next month",
    place: 4,
    description: "What next month needs, and how to assign money for it",
    argumentsSchema: {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"month":{"description":"YYYY-MM; next month if absent","type":"string","pattern":"^(current|\\d{4}-\\d{2}(-01)?)$"}},"additionalProperties":false},
  },
  {
    name: "reconcile",
    title: "Reconcile an account",
    place: 3,
    description: "Compares an account with your bank's balance",
    argumentsSchema: {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"account":{"type":"string","minLength":1,"maxLength":200,"description":"Name or id of the account"},"bank_balance":{"description":"Cleared balance at the bank, such as 1234.56; debts negative","type":"string","pattern":"^-?\\d{1,10}(\\.\\d{1,3})?$"}},"required":["account"],"additionalProperties":false},
  },
];
