/** One thing to be asked. */
export interface Choice {
  /** Its name in the bundle's form. */
  readonly key: string;
  /** The variable that the server reads. */
  readonly variable: string;
  readonly title: string;
  readonly description: string;
  readonly type: "string" | "boolean";
  readonly isSecret: boolean;
  /** The only values that it takes, where there are few. */
  readonly values?: readonly string[];
  /** What holds when the user gives nothing. */
  readonly fallback: string | boolean;
}

/** Everything that is asked. Nothing is required: the demo needs no token. */
export const choices: readonly Choice[] = [
  {
    key: "access_token",
    variable: "BUDGET_ACCESS_TOKEN",
    title: "YNAB access token",
    description: "Your own personal access token, made at " +
      "https://app.ynab.com/settings/developer. Leave empty for the demo",
    type: "string",
    isSecret: true,
    fallback: "",
  },
  {
    key: "demo",
    variable: "BUDGET_DEMO",
    title: "Demo",
    description: "Use a made-up household instead of YNAB, to try it without an account. " +
      "Leave the token empty",
    type: "boolean",
    isSecret: false,
    fallback: false,
  },
  {
    key: "write",
    variable: "BUDGET_WRITE",
    title: "Allow changes",
    description: "Offer the tools that change the plan. Each change is previewed and must be " +
      "agreed to, except approving and importing transactions, which happen at once",
    type: "boolean",
    isSecret: false,
    fallback: false,
  },
  {
    key: "confirm",
    variable: "BUDGET_CONFIRM",
    title: "How changes are confirmed",
    description: "auto: you are asked directly where the app can, by a form or a card, else the " +
      "assistant asks you and returns a code. user: only your own answer counts, for approving and importing too. " +
      "code: always the code",
    type: "string",
    isSecret: false,
    values: ["auto", "user", "code"],
    fallback: "auto",
  },
  {
    key: "profile",
    variable: "BUDGET_PROFILE",
    title: "Which tools",
    description: "fuller: those for everyday use. reduced: without the less common ones. " +
      "complete: also editing and deleting transactions, payees, schedules and groups",
    type: "string",
    isSecret: false,
    values: ["fuller", "reduced", "complete"],
    fallback: "fuller",
  },
  {
    key: "views",
    variable: "BUDGET_VIEWS",
    title: "Pictures and cards",
    description: "auto: the app may show forecasts and spending as pictures, and each change as " +
      "a card with Apply. off: text only",
    type: "string",
    isSecret: false,
    values: ["auto", "off"],
    fallback: "auto",
  },
  {
    key: "answers",
    variable: "BUDGET_ANSWERS",
    title: "Form of answers",
    description: "auto: text and data, but text alone for apps known to show their assistant " +
      "only the data, which takes more room. both: always text and data. text: always text alone",
    type: "string",
    isSecret: false,
    values: ["auto", "both", "text"],
    fallback: "auto",
  },
  {
    key: "plan_id",
    variable: "BUDGET_PLAN_ID",
    title: "Default plan",
    description: "Name or id of the plan to use when you have several (optional)",
    type: "string",
    isSecret: false,
    fallback: "",
  },
];
