/** Usage and description of every command. */
export const commands = {
  serve: ["serve", "run the MCP server over stdio (default)"],
  call: [
    "call TOOL [ARGUMENTS]",
    "call a tool and print the answer; exit status 1 on a tool error",
  ],
  digest: [
    "digest",
    "print what needs attention and exit with status 10, or with 0 if nothing needs attention",
  ],
  statement: [
    "statement FILE...",
    "show how the program interprets bank statements; needs no token and sends no requests",
  ],
  import: [
    "import FILE",
    "compare a bank statement with an account; after you agree, update and reconcile the account",
  ],
  tools: ["tools [TOOL]", "list the profile's tools and resources, or one tool's arguments"],
  coverage: ["coverage", "list the 44 operations in YNAB's API and the tools that use them"],
  store: [
    "store [clear]",
    "show where the change journal and the local copy of the plan are, or clear the local copy",
  ],
  history: [
    "history",
    "list changes made through this server, newest first, and whether each can be undone",
  ],
  export: [
    "export --format FORMAT",
    "export the whole plan for other programs, to files or standard output",
  ],
  users: [
    "users ACTION [ID]",
    "with --sign-in ynab: list, block, unblock or remove users, or count authorizations",
  ],
  ready: [
    "ready",
    "check whether the server on this machine is ready: exit status 0 if it is, 1 if not",
  ],
  demo: ["demo", "try out the tools, the change history and undo on a made-up household"],
  "demo-upstream": ["demo-upstream", "simulate YNAB's API with a made-up household, on 127.0.0.1"],
  completion: [
    "completion bash|zsh|fish",
    "print a shell completion script for commands, tools and flags",
  ],
  version: ["version", "print the version"],
  help: ["help [COMMAND | TOOL]", "show this help, a command's options, or a tool's arguments"],
} as const satisfies Readonly<Record<string, readonly [usage: string, meaning: string]>>;

export type CommandName = keyof typeof commands;

export const COMMANDS: readonly CommandName[] = Object.keys(commands) as CommandName[];

/** A flag's definition. */
export interface Flag {
  readonly commands: readonly CommandName[];
  /** Name of the value in the help text; absent for an on/off flag. */
  readonly value?: string;
  readonly meaning: string;
  /** The only values that the flag accepts. */
  readonly words?: readonly string[];
  /** Set if the flag requires `--http`, or both `--http` and `--sign-in ynab`. */
  readonly needs?: "http" | "users";
}

type Words = readonly string[];

/** Defines a flag that takes a value. */
function takes(of: readonly CommandName[], value: string, meaning: string, words?: Words): Flag {
  return { commands: of, value, meaning, ...(words && { words }) };
}

/** Defines an on/off flag. */
function turns(commands: readonly CommandName[], meaning: string): Flag {
  return { commands, meaning };
}

function overHttp(value: string, meaning: string, words?: Words): Flag {
  return { ...takes(LISTENING, value, meaning, words), needs: "http" };
}

function forUsers(value: string, meaning: string, words?: Words): Flag {
  return { ...takes(LISTENING, value, meaning, words), needs: "users" };
}

const SERVING: readonly CommandName[] = ["serve", "call"];
const READING: readonly CommandName[] = [...SERVING, "digest", "import", "export"];
const LISTENING: readonly CommandName[] = ["serve"];
const UPSTREAM: readonly CommandName[] = ["demo-upstream"];
const LISTING: readonly CommandName[] = ["tools", "coverage"];
const KEEPING: readonly CommandName[] = [...READING, "history"];
const PRINTING: readonly CommandName[] = [
  ...["call", "digest", "statement", "import", "store", "history", "users"] as const,
  ...LISTING,
];

/** Value of `--http` if the flag is given without a value. */
export const HTTP_ADDRESS = "127.0.0.1:8103";

/** Log levels, most severe first. */
export const LOG_LEVELS: Words = ["error", "warn", "info", "debug"];

/** All flags by name, without dashes; help, completion and docs also use this table. */
const flags = {
  "token-file": takes(
    KEEPING,
    "FILE",
    "file with the access token; must be readable only by its owner",
  ),
  "api-url": takes(
    [...KEEPING, "users"],
    "URL",
    "base URL of YNAB's API (default: https://api.ynab.com/v1); plain http only on loopback",
  ),
  demo: turns(KEEPING, "use a made-up household's data instead of YNAB's; no token needed"),
  profile: takes(
    [...SERVING, "history", ...LISTING],
    "NAME",
    "set of tools to offer, from smallest to largest: reduced, fuller (default) or complete (all)",
    ["fuller", "reduced", "complete"],
  ),
  write: turns([...SERVING, "tools"], "also offer the tools that change the plan"),
  confirm: takes(
    [...SERVING, "import"],
    "MODE",
    "how changes are confirmed: auto (default), user (only by the user) or code (with a " +
      "confirmation code)",
    ["auto", "user", "code"],
  ),
  views: takes(
    LISTENING,
    "WHEN",
    "whether to show charts and cards in hosts that support them: auto (default) or off",
    ["auto", "off"],
  ),
  plan: takes(KEEPING, "ID", "default plan, by id or name"),
  "max-age": takes(
    READING,
    "SECONDS",
    "refresh the local copy of the plan after this many seconds (default: 30)",
  ),
  store: takes(
    [...KEEPING, "store", "users"],
    "WHERE",
    "where to store data: memory, sqlite:FOLDER (an absolute path), or postgres://HOST/DATABASE " +
      "(default: SQLite in the state folder)",
  ),
  statements: takes(
    SERVING,
    "FOLDER",
    "absolute path of a folder with bank statements to read (none by default)",
  ),
  http: takes(
    [...LISTENING, "ready"],
    "[HOST:PORT]",
    "serve over HTTP at /mcp instead of stdio (default address: 127.0.0.1:8103)",
  ),
  "http-token-file": overHttp(
    "FILE",
    "file with the token that HTTP clients must send; on loopback, one is created for you",
  ),
  "public-url": overHttp("URL", "public URL of the server: https, without a path"),
  "oauth-issuer": overHttp("URL", "accept this issuer's access tokens over HTTP"),
  "oauth-subjects": overHttp(
    "LIST",
    "comma-separated subjects to accept in access tokens from --oauth-issuer",
  ),
  "sign-in": overHttp(
    "MODE",
    "how OAuth clients sign in over HTTP: none (default), owner (with the HTTP token) " +
      "or ynab (each user signs in with YNAB)",
    ["none", "owner", "ynab"],
  ),
  operator: forUsers("NAME", "who runs the server, shown on every page"),
  "operator-contact": forUsers("CONTACT", "how users can contact the operator"),
  admission: forUsers(
    "MODE",
    "whether anyone may sign in (open) or only invited users (invited, the default; needs " +
      "BUDGET_INVITATION)",
    ["invited", "open"],
  ),
  authorizations: forUsers(
    "N",
    'maximum number of authorizations that YNAB grants your application, or "unlimited" ' +
      "(default: 25); each program that a user connects uses one authorization",
  ),
  retention: forUsers("DAYS", "delete unused data after this many days (default: 30)"),
  "open-vaults": forUsers(
    "N",
    "maximum number of connected programs whose data is kept in memory (default: 300)",
  ),
  region: forUsers("TEXT", "where data is stored, and by whom; shown on the privacy page"),
  "sample-url": forUsers(
    "URL",
    "URL of a server that was started with demo-upstream and simulates YNAB for reviewers (they " +
      "sign in with the code in BUDGET_TEST_CODE)",
  ),
  metrics: forUsers(
    "HOST:PORT",
    "serve Prometheus metrics at /metrics on this address, which only operators should be able " +
      "to reach",
  ),
  "sign-in-hosts": overHttp(
    "LIST",
    "comma-separated list of additional hosts that sign-ins may redirect to",
  ),
  "trusted-proxies": overHttp(
    "LIST",
    "comma-separated addresses or ranges of proxies whose X-Forwarded-For header is trusted",
  ),
  answers: takes(
    LISTENING,
    "FORMAT",
    "answer format: auto (default; depends on the client), both (text and data) or text",
    ["auto", "both", "text"],
  ),
  "full-ids": turns(SERVING, "show full ids in answers"),
  today: takes(
    [...READING, "demo", "demo-upstream"],
    "DATE",
    "date to treat as today, for demos and tests (with --demo or a loopback --api-url)",
  ),
  "log-level": takes(
    READING,
    "LEVEL",
    "lowest level to log (as JSON lines on stderr): error, warn (default), info or debug",
    LOG_LEVELS,
  ),
  since: takes(
    ["digest"],
    "DAY",
    'first day (YYYY-MM-DD), or "last" to begin on the day of the last digest ' +
      "(default: 7 days ago)",
  ),
  csv: turns(["call"], "print the main table as CSV, for a spreadsheet"),
  json: turns(PRINTING, "print JSON"),
  account: takes(
    ["import"],
    "NAME",
    "the statement's account, by name or id; optional if the server recognizes the account " +
      "number in the file",
  ),
  "opening-balance": takes(
    ["import"],
    "AMOUNT",
    "balance before the statement's first row, if the file doesn't include it",
  ),
  "closing-balance": takes(
    ["import"],
    "AMOUNT",
    "balance after the statement's last row, if the file doesn't include it",
  ),
  "account-type": takes(
    ["statement"],
    "TYPE",
    "account type, used to tell charges from payments on credit accounts",
    ["checking", "savings", "cash", "creditCard", "lineOfCredit", "otherAsset"],
  ),
  masked: turns(["statement"], "replace letters with x and digits with 9, for a bug report"),
  format: takes(
    ["export"],
    "FORMAT",
    "output format: csv (like YNAB's own export), json, hledger (also works with Ledger) or " +
      "beancount",
    ["csv", "json", "hledger", "beancount"],
  ),
  out: takes(
    ["export"],
    "FOLDER",
    "folder to write into, created if missing; - (default) means standard output",
  ),
  "no-months": turns(
    ["export"],
    "leave out the monthly amounts; reading them takes up to one request for each month",
  ),
  force: turns(["export"], "overwrite files from an earlier export"),
  journal: turns(["store"], "also clear the change journal"),
  port: takes(UPSTREAM, "N", "port on 127.0.0.1 (default: 8787); 0 picks a free one"),
  host: takes(
    UPSTREAM,
    "ADDRESS",
    "address to listen on (default: 127.0.0.1); with any other address, other machines may be " +
      "able to connect",
  ),
  "oauth-redirect": takes(
    UPSTREAM,
    "URI",
    "let three test users sign in with OAuth and redirect them to this URI",
  ),
  "plan-size": takes(UPSTREAM, "SIZE", "size of the made-up plan: household (default) or heavy", [
    "household",
    "heavy",
  ]),
  transactions: takes(
    UPSTREAM,
    "N",
    "number of transactions for --plan-size heavy, from 1000 to 250000 (default: 100000)",
  ),
  seed: takes(UPSTREAM, "N", "seed for the made-up data (default: 1)"),
  "rate-limit": takes(
    UPSTREAM,
    "N",
    "requests allowed per rolling hour (default: 200); 0 means no limit",
  ),
  faults: takes(UPSTREAM, "SPEC", "faults to simulate, such as getAccounts#2=500"),
  help: turns(COMMANDS, "print this help"),
  version: turns(COMMANDS, "print the version"),
} satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof flags;

export const flagNames: readonly FlagName[] = Object.keys(flags) as FlagName[];

export function flagOf(name: FlagName): Flag {
  return flags[name];
}

/** Environment variables that aren't named after their flags. */
const VARIABLES: Partial<Readonly<Record<FlagName, string>>> = {
  "token-file": "BUDGET_ACCESS_TOKEN_FILE",
  "log-level": "BUDGET_LOG",
  plan: "BUDGET_PLAN_ID",
};

/** Returns the name of a server setting's environment variable, such as `BUDGET_MAX_AGE`. */
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

/** Formats a flag as the help shows it: `--plan ID`. */
export function flagUsage(name: FlagName): string {
  const { value } = flagOf(name);
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
