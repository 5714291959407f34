/**
 * What a host asks the user before the server is started: the bundle's form and the
 * registry's entry are both made from this.
 *
 * @module
 */

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
  readonly isRequired: boolean;
  /** What holds when the user gives nothing. */
  readonly fallback: string | boolean;
}

/** Everything that is asked. */
export const choices: readonly Choice[] = [
  {
    key: "access_token",
    variable: "BUDGET_ACCESS_TOKEN",
    title: "YNAB access token",
    description:
      "A personal access token of your own, made at https://app.ynab.com/settings/developer",
    type: "string",
    isSecret: true,
    isRequired: true,
    fallback: "",
  },
  {
    key: "write",
    variable: "BUDGET_WRITE",
    title: "Allow changes",
    description: "Offer the tools that change the plan; each change is shown before it is made",
    type: "boolean",
    isSecret: false,
    isRequired: false,
    fallback: false,
  },
  {
    key: "plan_id",
    variable: "BUDGET_PLAN_ID",
    title: "Plan",
    description: "Id or name of the plan that is meant when none is named; may stay empty",
    type: "string",
    isSecret: false,
    isRequired: false,
    fallback: "",
  },
];
