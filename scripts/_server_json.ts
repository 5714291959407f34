import { VERSION } from "../server/version.ts";
import {
  ICON_FILE,
  ICON_SIZE,
  PACKAGE,
  RAW,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
  TITLE,
} from "./_project.ts";

/** Where the schema is published. */
export const SERVER_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

const ICON_URL = `${RAW}/${ICON_FILE}`;

/** A bundle as the registry wants it named. */
export interface PublishedBundle {
  /** Where it can be downloaded. */
  readonly url: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** Gives the entry. */
export function serverEntry(bundle?: PublishedBundle): unknown {
  const transport = { type: "stdio" } as const;
  const environmentVariables = choices.map((choice) => ({
    name: choice.variable,
    description: choice.description,
    format: choice.type,
    isRequired: false,
    isSecret: choice.isSecret,
    ...(choice.fallback === "" ? {} : { default: String(choice.fallback) }),
    ...(choice.values === undefined ? {} : { choices: choice.values }),
  }));
  const fromNpm = {
    registryType: "npm",
    identifier: PACKAGE,
    version: VERSION,
    runtimeHint: "npx",
    transport,
    environmentVariables,
  };
  const fromFile = bundle === undefined ? [] : [{
    registryType: "mcpb",
    identifier: bundle.url,
    version: VERSION,
    fileSha256: bundle.sha256,
    transport,
  }];
  return {
    $schema: SERVER_SCHEMA,
    name: REGISTRY_NAME,
    title: TITLE,
    description: SUMMARY,
    version: VERSION,
    repository: { url: REPOSITORY, source: "github" },
    websiteUrl: `${REPOSITORY}#readme`,
    icons: [{ src: ICON_URL, mimeType: "image/png", sizes: [`${ICON_SIZE}x${ICON_SIZE}`] }],
    packages: [fromNpm, ...fromFile],
  };
}

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
