/** Usage and description of every command. */
export const commands = {
  serve: ["serve", "run the MCP server over stdio (default)"],
  call: [
    "call TOOL [ARGUMENTS]",
    "call a tool and print the answer; exit status 1 on a tool error",
  ],
  digest: [
    "digest",
    "print what needs attention and exit with status 10; if nothing does, exit with status 0",
  ],
  statement: [
    "statement FILE...",
    "show how bank statements are read; needs no token and sends no requests",
  ],
  import: [
    "import FILE",
    "compare a bank statement with an account and, once you agree, update and reconcile it",
  ],
  tools: ["tools [TOOL]", "list the profile's tools and resources, or one tool's arguments"],
  coverage: ["coverage", "list the 44 operations of YNAB's API and the tools that use them"],
  store: ["store [clear]", "show where the local copy and journal are, or clear them"],
  history: ["history", "list the changes made here, newest first, and whether each can be undone"],
  export: [
    "export --format FORMAT",
    "export the whole plan for other programs, to files or standard output",
  ],
  users: [
    "users ACTION [ID]",
    "list, block, unblock or remove users of --sign-in ynab, or count authorizations",
  ],
  ready: ["ready", "check whether the server on this machine is ready: exit status 0 or 1"],
  demo: ["demo", "try every tool, undo and the change history on a made-up household"],
  "demo-upstream": ["demo-upstream", "serve YNAB's API for a made-up household on 127.0.0.1"],
  completion: [
    "completion bash|zsh|fish",
    "print a completion script for commands, tools and flags",
  ],
  version: ["version", "print the version"],
  help: ["help [COMMAND | TOOL]", "show this help, a command's options, or a tool's arguments"],
} as const satisfies Readonly<Record<string, readonly [usage: string, meaning: string]>>;

export type CommandName = keyof typeof commands;

export const COMMANDS: readonly CommandName[] = Object.keys(commands) as CommandName[];

/** A flag's definition. */
export interface Flag {
  /** Name of the value in the help; absent for an on/off flag. */
  readonly value?: string;
  /** The only accepted values. */
  readonly words?: readonly string[];
  /** Value used if the flag is given without a value; absent if a value is required. */
  readonly bare?: string;
  /** Flag without which this flag has no effect. */
  readonly onlyWith?: "http";
  /** Whether only a server with `--sign-in ynab` uses the flag. */
  readonly isForUsers?: boolean;
  readonly meaning: string;
  readonly commands: readonly CommandName[];
}

const SERVING: readonly CommandName[] = ["serve", "call"];
const READING: readonly CommandName[] = [...SERVING, "digest", "import", "export"];
const LISTENING: readonly CommandName[] = ["serve"];
const OVER_HTTP = { onlyWith: "http", commands: LISTENING } as const;
const FOR_USERS = { ...OVER_HTTP, isForUsers: true } as const;
const UPSTREAM: readonly CommandName[] = ["demo-upstream"];
const LISTING: readonly CommandName[] = ["tools", "coverage"];
const KEEPING: readonly CommandName[] = [...READING, "history"];
const PRINTING: readonly CommandName[] = [
  ...["call", "digest", "statement", "import", "store", "history", "users"] as const,
  ...LISTING,
];

/** All flags by name, without dashes; help, completion and docs use this table, too. */
export const flags = {
  "token-file": {
    value: "FILE",
    meaning: "file with the access token, readable only by its owner",
    commands: KEEPING,
  },
  "api-url": {
    value: "URL",
    meaning: "base URL of YNAB's API (https://api.ynab.com/v1); plain http only on loopback",
    commands: [...KEEPING, "users"],
  },
  demo: { meaning: "use a made-up household instead of YNAB; no token needed", commands: KEEPING },
  profile: {
    value: "NAME",
    words: ["fuller", "reduced", "complete"],
    meaning: "fuller (default), reduced or complete",
    commands: [...SERVING, "history", ...LISTING],
  },
  write: { meaning: "offer the tools that change the plan", commands: [...SERVING, "tools"] },
  confirm: {
    value: "MODE",
    words: ["auto", "user", "code"],
    meaning: "how changes are confirmed: auto (default), user or code",
    commands: [...SERVING, "import"],
  },
  views: {
    value: "WHEN",
    words: ["auto", "off"],
    meaning: "charts and cards in hosts that show them: auto (default) or off",
    commands: LISTENING,
  },
  plan: { value: "ID", meaning: "default plan, by id or name", commands: KEEPING },
  "max-age": {
    value: "SECONDS",
    meaning: "seconds before the local copy is refreshed (30)",
    commands: READING,
  },
  store: {
    value: "WHERE",
    meaning:
      "memory, sqlite:FOLDER with an absolute path (the state folder), or postgres://HOST/DATABASE",
    commands: [...KEEPING, "store", "users"],
  },
  statements: {
    value: "FOLDER",
    meaning: "absolute path of a folder with bank statements to read (none)",
    commands: SERVING,
  },
  http: {
    value: "[HOST:PORT]",
    bare: "127.0.0.1:8103",
    meaning: "serve over HTTP at /mcp instead of stdio (127.0.0.1:8103)",
    commands: [...LISTENING, "ready"],
  },
  "http-token-file": {
    value: "FILE",
    meaning: "file with the token that HTTP clients must send; created for you on loopback",
    ...OVER_HTTP,
  },
  "public-url": {
    value: "URL",
    meaning: "public URL of the server: https, without a path",
    ...OVER_HTTP,
  },
  "oauth-issuer": {
    value: "URL",
    meaning: "accept this issuer's access tokens over HTTP",
    ...OVER_HTTP,
  },
  "oauth-subjects": {
    value: "LIST",
    meaning: "comma-separated subjects whose tokens from that issuer are accepted",
    ...OVER_HTTP,
  },
  "sign-in": {
    value: "MODE",
    words: ["none", "owner", "ynab"],
    meaning: "how OAuth clients sign in over HTTP: none (default), owner (with the HTTP token) " +
      "or ynab (each user at YNAB)",
    ...OVER_HTTP,
  },
  operator: { value: "NAME", meaning: "who runs the server, shown on every page", ...FOR_USERS },
  "operator-contact": { value: "CONTACT", meaning: "how users reach the operator", ...FOR_USERS },
  admission: {
    value: "MODE",
    words: ["invited", "open"],
    meaning: "who may sign in: invited (default, with BUDGET_INVITATION) or open",
    ...FOR_USERS,
  },
  authorizations: {
    value: "N",
    meaning: "number of sign-ins that YNAB allows your application (25), or unlimited",
    ...FOR_USERS,
  },
  retention: {
    value: "DAYS",
    meaning: "days after which unused data is deleted (30)",
    ...FOR_USERS,
  },
  "open-vaults": {
    value: "N",
    meaning: "number of connected programs whose data is kept in memory (300)",
    ...FOR_USERS,
  },
  region: {
    value: "TEXT",
    meaning: "where data is stored, and by whom; shown on the privacy page",
    ...FOR_USERS,
  },
  "sample-url": {
    value: "URL",
    meaning: "URL of a demo-upstream server, which reviewers use with BUDGET_TEST_CODE",
    ...FOR_USERS,
  },
  metrics: {
    value: "HOST:PORT",
    meaning: "serve metrics for Prometheus at /metrics, for operators only",
    ...FOR_USERS,
  },
  "sign-in-hosts": {
    value: "LIST",
    meaning: "comma-separated hosts that a sign-in may also redirect to",
    ...OVER_HTTP,
  },
  "trusted-proxies": {
    value: "LIST",
    meaning: "comma-separated addresses or ranges of proxies whose X-Forwarded-For is trusted",
    ...OVER_HTTP,
  },
  answers: {
    value: "FORMAT",
    words: ["auto", "both", "text"],
    meaning:
      "format of answers: auto (default; depends on the client), both (text and data) or text",
    commands: LISTENING,
  },
  "full-ids": { meaning: "show full ids in answers", commands: SERVING },
  today: {
    value: "DATE",
    meaning: "date to use as today, for demos and tests (with --demo or a loopback --api-url)",
    commands: [...READING, "demo", "demo-upstream"],
  },
  "log-level": {
    value: "LEVEL",
    words: ["error", "warn", "info", "debug"],
    meaning: "error, warn (default), info or debug: JSON lines on stderr",
    commands: READING,
  },
  since: {
    value: "DAY",
    meaning: 'first day (YYYY-MM-DD), or "last" to begin on the day of the last digest ' +
      "(default: 7 days ago)",
    commands: ["digest"],
  },
  csv: { meaning: "print the answer's table as CSV, for a spreadsheet", commands: ["call"] },
  json: { meaning: "print JSON", commands: PRINTING },
  account: {
    value: "NAME",
    meaning: "the statement's account, by name or id; optional if the server knows the account " +
      "number in the file",
    commands: ["import"],
  },
  "opening-balance": {
    value: "AMOUNT",
    meaning: "balance before the statement's first row, if the file doesn't have it",
    commands: ["import"],
  },
  "closing-balance": {
    value: "AMOUNT",
    meaning: "balance after the statement's last row, if the file doesn't have it",
    commands: ["import"],
  },
  "account-type": {
    value: "TYPE",
    words: ["checking", "savings", "cash", "creditCard", "lineOfCredit", "otherAsset"],
    meaning: "type of the account, which determines the sign of a card's amounts",
    commands: ["statement"],
  },
  masked: {
    meaning: "replace letters with x and digits with 9, for a bug report",
    commands: ["statement"],
  },
  format: {
    value: "FORMAT",
    words: ["csv", "json", "hledger", "beancount"],
    meaning: "csv (like YNAB's own export), json, hledger (also for ledger) or beancount",
    commands: ["export"],
  },
  out: {
    value: "FOLDER",
    meaning: "folder to write into, created if missing; - (default) is standard output",
    commands: ["export"],
  },
  "no-months": {
    meaning: "leave out monthly amounts, which take up to one request per month",
    commands: ["export"],
  },
  force: { meaning: "overwrite files from an earlier export", commands: ["export"] },
  journal: { meaning: "clear the journal of changes too", commands: ["store"] },
  port: { value: "N", meaning: "port on 127.0.0.1 (8787); 0 picks a free one", commands: UPSTREAM },
  host: {
    value: "ADDRESS",
    meaning: "address to listen on (127.0.0.1); other addresses may expose the made-up data",
    commands: UPSTREAM,
  },
  "oauth-redirect": {
    value: "URI",
    meaning: "let made-up users sign in over OAuth, and send them back to this URI",
    commands: UPSTREAM,
  },
  "plan-size": {
    value: "SIZE",
    words: ["household", "heavy"],
    meaning: "household (default) or heavy",
    commands: UPSTREAM,
  },
  transactions: {
    value: "N",
    meaning: "number of transactions with --plan-size heavy (100000), from 1000 to 250000",
    commands: UPSTREAM,
  },
  seed: {
    value: "N",
    meaning: "number that determines the made-up data (1)",
    commands: UPSTREAM,
  },
  "rate-limit": {
    value: "N",
    meaning: "requests per rolling hour (200; 0 for no limit)",
    commands: UPSTREAM,
  },
  faults: {
    value: "SPEC",
    meaning: "faults to simulate, such as getAccounts#2=500",
    commands: UPSTREAM,
  },
  help: { meaning: "print this help", commands: COMMANDS },
  version: { meaning: "print the version", commands: COMMANDS },
} as const satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof flags;

export const flagNames: readonly FlagName[] = Object.keys(flags) as FlagName[];

export function flagOf(name: FlagName): Flag {
  return flags[name];
}

/** Variables that aren't named after their flags. */
const VARIABLES: Partial<Readonly<Record<FlagName, string>>> = {
  "token-file": "BUDGET_ACCESS_TOKEN_FILE",
  "log-level": "BUDGET_LOG",
  plan: "BUDGET_PLAN_ID",
};

/** Returns the environment variable of a server's setting, such as `BUDGET_MAX_AGE`. */
export function variableOf(name: FlagName): string | undefined {
  const isSetting = name !== "help" && name !== "version" &&
    flagOf(name).commands.includes("serve");
  if (!isSetting) return undefined;
  return VARIABLES[name] ?? `BUDGET_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** Returns the flags that a command accepts. */
export function flagsOf(command: CommandName): readonly FlagName[] {
  return flagNames.filter((name) => flagOf(name).commands.includes(command));
}

/** Writes a flag as in the help: `--plan ID`. */
export function flagUsage(name: FlagName): string {
  const { value } = flagOf(name);
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
