/** A setting in the bundle's form. */
export interface Choice {
  /** The setting's key in the form. */
  readonly key: string;
  readonly variable: string;
  readonly title: string;
  readonly description: string;
  readonly type: "string" | "boolean" | "directory";
  readonly isSecret: boolean;
  /** Allowed values; absent if any value is allowed. */
  readonly values?: readonly string[];
  readonly fallback: string | boolean;
}

/** All settings. No setting is required, because the demo needs no token. */
export const choices: readonly Choice[] = ([
  {
    key: "access_token",
    variable: "BUDGET_ACCESS_TOKEN",
    title: "YNAB access token",
    description: "Your personal access token from " +
      "https://app.ynab.com/settings/developer. Leave it empty if you turn on the demo.",
    isSecret: true,
  },
  {
    key: "demo",
    variable: "BUDGET_DEMO",
    title: "Demo",
    description: "Try the server on made-up data, without a YNAB account. Leave the token empty.",
    type: "boolean",
    fallback: false,
  },
  {
    key: "write",
    variable: "BUDGET_WRITE",
    title: "Allow changes",
    description: "Let the assistant change the plan. You preview and confirm each change, except " +
      "approving and importing transactions, which happen right away.",
    type: "boolean",
    fallback: false,
  },
  {
    key: "confirm",
    variable: "BUDGET_CONFIRM",
    title: "How changes are confirmed",
    description:
      "auto: the app asks you in a form or on a card if it can; otherwise the assistant asks you " +
      "and confirms with a code. user: only you can confirm, even approvals and bank imports. " +
      "code: the assistant always asks you and confirms with a code.",
    values: ["auto", "user", "code"],
    fallback: "auto",
  },
  {
    key: "profile",
    variable: "BUDGET_PROFILE",
    title: "Tool set",
    description:
      "fuller: tools for everyday use. reduced: only the most common ones. complete: all " +
      "tools, including those that edit and delete transactions and change payees, schedules " +
      "and groups.",
    values: ["fuller", "reduced", "complete"],
    fallback: "fuller",
  },
  {
    key: "views",
    variable: "BUDGET_VIEWS",
    title: "Charts and cards",
    description:
      "auto: apps that can show charts and cards do so; each change gets a card with an Apply " +
      "button. off: text only.",
    values: ["auto", "off"],
    fallback: "auto",
  },
  {
    key: "answers",
    variable: "BUDGET_ANSWERS",
    title: "Answer format",
    description:
      "auto: text and data, or only text for apps that would otherwise give the assistant only " +
      "the data, which takes more tokens. both: always text and data. text: only text.",
    values: ["auto", "both", "text"],
    fallback: "auto",
  },
  {
    key: "plan_id",
    variable: "BUDGET_PLAN_ID",
    title: "Default plan",
    description: "Name or id of the plan to use, if you have several (optional).",
  },
  {
    key: "statements",
    variable: "BUDGET_STATEMENTS",
    title: "Bank statements",
    description:
      "Folder with bank statements that the assistant may read (optional). Requires the tool set " +
      '"complete".',
    type: "directory",
  },
] satisfies readonly (
  & Partial<Choice>
  & Pick<Choice, "key" | "variable" | "title" | "description">
)[])
  .map((choice) => ({ type: "string", isSecret: false, fallback: "", ...choice }));
