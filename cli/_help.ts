import { wrapText } from "./layout/wrap_text.ts";
import { type CommandName, type Flag, flagNames, flags } from "./_flags.ts";

const USAGE: Readonly<Record<CommandName, readonly [usage: string, meaning: string]>> = {
  serve: ["serve", "the MCP server on stdio (default)"],
  call: [
    "call TOOL [ARGUMENTS]",
    "one tool call: prints the answer; exit status 1 on a tool error",
  ],
  tools: ["tools [TOOL]", "the tools and resources of the profile, or the arguments of one tool"],
  coverage: ["coverage", "the 44 operations of YNAB's API and what they are used for"],
  store: ["store [clear]", "where the local copy and the journal are, or clears them"],
  history: ["history", "the changes made here, newest first, and which of them can be undone"],
  ready: ["ready", "whether the server that listens here is ready: exit status 0, else 1"],
  "demo-upstream": ["demo-upstream", "a made-up household's API over HTTP on 127.0.0.1"],
  completion: ["completion bash|zsh|fish", "a script that completes commands, tools and flags"],
  help: ["help [COMMAND | TOOL]", "this, a command's own options, or a tool's arguments"],
};

/** What else a command's help says. */
const MORE: Partial<Readonly<Record<CommandName, readonly string[]>>> = {
  call: [
    "Arguments are key=value pairs, JSON in quotes, or - for JSON on standard input.",
    "A list is parted by commas, or its key is given again for each item.",
    "",
    "  budget-tool-server call find_transactions payee=AMZN limit=5 --demo",
    "  budget-tool-server call find_transactions account_ids=Cash,Savings --demo",
    `  budget-tool-server call find_transactions '{"payee":"AMZN"}' --demo`,
    "  budget-tool-server call find_transactions - --demo < arguments.json",
    "",
    "budget-tool-server call TOOL --help tells a tool's arguments.",
  ],
  "demo-upstream": [
    "It answers to the access token demo-token:",
    "",
    "  BUDGET_ACCESS_TOKEN=demo-token budget-tool-server call list_plans \\",
    "    --api-url http://127.0.0.1:8787/v1",
    "",
    "--faults takes rules, WHICH=WHAT, with commas between.",
    "WHICH: an operation (getAccounts), a method (POST) or *; with #2 the second such",
    "       request only, with #2x3 the second to fourth",
    "WHAT:  a status (500, or 429:30 with Retry-After), html:503 (a page instead),",
    "       delay:200 (milliseconds), cut or stall; with -after behind it the request",
    "       is carried out first",
  ],
  completion: [
    `bash: eval "$(budget-tool-server completion bash)", in ~/.bashrc`,
    "zsh:  source <(budget-tool-server completion zsh), in ~/.zshrc behind compinit",
    "fish: budget-tool-server completion fish > \\",
    "        ~/.config/fish/completions/budget-tool-server.fish",
  ],
};

const WIDTH = 80;

const NOTICE = `Unofficial project, not affiliated with YNAB. No warranty. Not financial advice.`;

/** Writes the help of the program. */
export function programHelp(): string {
  const commands = Object.values(USAGE);
  return [
    "Budget Tool Server: ask an AI assistant about your YNAB budget.",
    "",
    "Usage: budget-tool-server [COMMAND] [OPTIONS]",
    "",
    "Commands:",
    ...columns(commands),
    "",
    "The access token comes from BUDGET_ACCESS_TOKEN or --token-file, never from a",
    "flag's value.",
    "",
    "Options:",
    ...flagLines("serve"),
    "",
    "budget-tool-server help COMMAND tells a command's own options.",
    NOTICE,
  ].join("\n");
}

/** Writes the help of a command. */
export function commandHelp(command: CommandName): string {
  const [usage, meaning] = USAGE[command];
  const more = MORE[command] === undefined ? [] : [...MORE[command], ""];
  return [
    `Usage: budget-tool-server ${usage} [OPTIONS]`,
    "",
    ...wrapText(`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`, { width: WIDTH }),
    "",
    ...more,
    "Options:",
    ...flagLines(command),
    "",
    NOTICE,
  ].join("\n");
}

/** Says what a command is for. */
export function commandMeaning(command: CommandName): string {
  return USAGE[command][1];
}

function flagLines(command: CommandName): readonly string[] {
  const known = flagNames.filter((name) => (flags[name] as Flag).commands.includes(command));
  return columns(known.map((name) => {
    const { value, env, meaning }: Flag = flags[name];
    const left = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [left, env === undefined ? meaning : `${meaning} [${env}]`];
  }));
}

function columns(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const indent = " ".repeat(2 + width);
  return rows.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrapText(right, { width: WIDTH - indent.length });
    return [`  ${left.padEnd(width)}${first}`, ...rest.map((line) => indent + line)];
  });
}
