import { type FlagName, flagOf, variableOf } from "../cli/_flags.ts";
import { TOKEN_VARIABLE } from "../server/advice.ts";

/** A setting of the bundle, which a desktop host shows in a form. */
export interface Choice {
  readonly key: string;
  readonly variable: string;
  readonly title: string;
  readonly description: string;
  readonly type: "string" | "boolean" | "directory";
  readonly isSecret: boolean;
  /** Allowed values; absent if any value is allowed. */
  readonly values?: readonly string[] | undefined;
  readonly fallback: string | boolean;
}

/** Titles and descriptions of the settings that are also command-line flags. */
const FLAGS: Partial<Readonly<Record<FlagName, readonly [title: string, description: string]>>> = {
  demo: [
    "Demo",
    "Try the server on made-up data, without a YNAB account. Leave the token empty.",
  ],
  write: [
    "Allow changes",
    "Let the assistant change the plan. You preview and confirm each change. The exceptions are " +
    "approving transactions and importing them from your bank: both happen right away.",
  ],
  confirm: [
    "How changes are confirmed",
    "auto: the app asks you in a form or on a confirmation card if it can; otherwise, the " +
    "assistant asks you and, once you agree, confirms the change with a code from the server. " +
    "user: only you can confirm changes, and approving or importing transactions requires your " +
    "confirmation too. code: the assistant always asks you and, once you agree, confirms the " +
    "change with a code from the server.",
  ],
  profile: [
    "Tool set",
    "reduced: only the most common tools. fuller: more tools, enough for everyday use. " +
    "complete: all tools, including those that edit and delete transactions and change payees, " +
    "schedules and groups.",
  ],
  views: [
    "Charts and cards",
    "auto: apps that can show charts and cards do so; each change gets a card with an Apply " +
    "button. off: text only.",
  ],
  answers: [
    "Answer format",
    "auto: answers contain text and data. Some apps, if they receive both, pass only the data to " +
    "the assistant. These apps receive only the text, because text takes fewer tokens than data. " +
    "both: always send text and data. text: send only text.",
  ],
  plan: [
    "Default plan",
    "Name or id of the plan to use, if you have several (optional).",
  ],
  statements: [
    "Bank statements",
    'Folder with bank statements that the assistant may read (optional). Requires the "complete" ' +
    "tool set.",
  ],
};

/** All settings. No setting is required, because the demo needs no token. */
export const choices: readonly Choice[] = [
  {
    ...{ key: "access_token", variable: TOKEN_VARIABLE, title: "YNAB access token" },
    description: "Your personal access token from " +
      "https://app.ynab.com/settings/developer. Leave it empty if you turn on the demo.",
    ...{ type: "string", isSecret: true, fallback: "" },
  },
  ...Object.entries(FLAGS).map(([flag, [title, description]]): Choice => {
    const { value, words } = flagOf(flag as FlagName);
    const variable = variableOf(flag as FlagName);
    if (variable === undefined) throw new Error(`No variable sets --${flag}`);
    return {
      ...{ key: variable.replace("BUDGET_", "").toLowerCase(), variable, title, description },
      type: value === undefined ? "boolean" : value === "FOLDER" ? "directory" : "string",
      isSecret: false,
      values: words,
      fallback: value === undefined ? false : words?.[0] ?? "",
    };
  }),
];
