// Written by scripts/generate.ts.

// deno-fmt-ignore-file

import type { Prompt } from "./_prompt.ts";

/** All prompts, in the order that hosts list them. */
export const prompts: readonly Prompt[] = [
  { "summary":{"name":"monthly_review","title":"Monthly review","description":"How a month went: income, spending, overspending, decisions to make"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"month":{"description":"YYYY-MM; this month if omitted","type":"string","pattern":"^(current|\\d{4}-\\d{2}(-01)?)$"}},"additionalProperties":false},
    load: () => import("./monthly_review.ts") },
  { "summary":{"name":"classify_pending","title":"Categorize transactions","description":"Goes through your uncategorized transactions"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{},"additionalProperties":false},
    load: () => import("./classify_pending.ts") },
  { "summary":{"name":"reconcile","title":"Reconcile an account","description":"Compares an account's balance with your bank's"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"account":{"type":"string","minLength":1,"maxLength":200,"description":"Name or id of the account"},"bank_balance":{"description":"Cleared balance at the bank, such as 1234.56; debts are negative","type":"string","pattern":"^-?\\d{1,10}(\\.\\d{1,3})?$"}},"required":["account"],"additionalProperties":false},
    load: () => import("./reconcile.ts") },
  { "summary":{"name":"bank_statement","title":"Go through a bank statement","description":"Compares a bank file, PDF or photo with an account"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"account":{"description":"Name or id of the account","type":"string","minLength":1,"maxLength":200},"file":{"description":"File name in the statements folder, or \"newest\"","type":"string","minLength":1,"maxLength":200}},"additionalProperties":false},
    load: () => import("./bank_statement.ts") },
  { "summary":{"name":"plan_next_month","title":"Plan next month","description":"What next month needs, and how to assign money for it"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"month":{"description":"YYYY-MM; next month if omitted","type":"string","pattern":"^(current|\\d{4}-\\d{2}(-01)?)$"}},"additionalProperties":false},
    load: () => import("./plan_next_month.ts") },
  { "summary":{"name":"year_in_review","title":"Year in review","description":"How a year went: income, spending, savings, and why net worth changed"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"year":{"type":"string","pattern":"^[12]\\d{3}$","description":"YYYY"}},"required":["year"],"additionalProperties":false},
    load: () => import("./year_in_review.ts") },
  { "summary":{"name":"debt_plan","title":"Debt plan","description":"How to pay off cards and loans: order, months, interest, first payments"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{},"additionalProperties":false},
    load: () => import("./debt_plan.ts") },
  { "summary":{"name":"digest","title":"Digest","description":"What needs attention now, and what to do about it"},
    "argumentsSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"since":{"description":"YYYY-MM-DD; 7 days ago if omitted","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$","format":"date"}},"additionalProperties":false},
    load: () => import("./digest.ts") },
];
