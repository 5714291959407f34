import { HELP_WIDTH, wrapText } from "./_text.ts";
import {
  type CommandName,
  COMMANDS,
  commands,
  flagOf,
  flagsOf,
  flagUsage,
  variableOf,
} from "./_flags.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { definitions } from "../tools/_definitions.ts";
import { namedTool, toolHelp } from "./_tool_help.ts";
import { type CommandLine, likelyMeant } from "./_parse.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

/** Additional help for commands. */
const MORE: Partial<Readonly<Record<CommandName, readonly string[]>>> = {
  call: [
    "Arguments are key=value pairs, quoted JSON, or - (JSON on standard input).",
    "Separate list items with commas, or repeat the key for each item.",
    "",
    "  budget-tool-server call find_transactions payee=AMZN limit=5 --demo",
    "  budget-tool-server call find_transactions account_ids=Cash,Savings --demo",
    `  budget-tool-server call find_transactions '{"payee":"AMZN"}' --demo`,
    "  budget-tool-server call find_transactions - --demo < arguments.json",
    "",
    "To see a tool's arguments, run budget-tool-server call TOOL --help.",
  ],
  export: [
    "  budget-tool-server export --format csv --out my-plan",
    "  budget-tool-server export --format hledger | hledger -f - balancesheet",
    "",
    "Only you can read the exported files, but they are not encrypted.",
  ],
  demo: ["Start the demo, then type tool calls."],
  "demo-upstream": [
    "Example, with the access token demo-token:",
    "",
    "  BUDGET_ACCESS_TOKEN=demo-token budget-tool-server call list_plans \\",
    "    --api-url http://127.0.0.1:8787/v1",
    "",
    "--faults takes comma-separated rules in the form REQUEST=FAULT.",
    "REQUEST: an operation (getAccounts), a method (POST) or *; add #2 for only the",
    "         second such request, #2x3 for the second, third and fourth",
    "FAULT:   a status (500, or 429:30 for Retry-After: 30), html:503 (HTML page),",
    "         delay:200 (milliseconds), cut (disconnect) or stall (no response);",
    "         append -after (for example, cut-after) to any fault except delay",
    "         to let the request take effect before the fault occurs",
  ],
  completion: [
    `bash: eval "$(budget-tool-server completion bash)", in ~/.bashrc`,
    "zsh:  source <(budget-tool-server completion zsh), in ~/.zshrc after compinit",
    "fish: budget-tool-server completion fish > \\",
    "        ~/.config/fish/completions/budget-tool-server.fish",
  ],
};

const NOTICE = `Unofficial project, not affiliated with YNAB. No warranty. Not financial advice.`;

/** Runs the `help` command, and handles `--help` for all other commands. */
export async function help(
  { command, operands, given }: CommandLine,
  terminal: Terminal,
): Promise<number> {
  const isAsked = given.help !== undefined && command !== "help";
  const isNamed = isAsked && terminal.args.includes(command);
  const words = isNamed ? [command, ...operands] : isAsked ? [] : operands;
  terminal.out(`${await helpFor(words)}\n`);
  return 0;
}

async function helpFor([word, tool]: readonly string[]): Promise<string> {
  if (word === undefined) return programHelp();
  const command = COMMANDS.find((name) => name === word);
  const takesTool: readonly (CommandName | undefined)[] = ["call", "tools"];
  if (takesTool.includes(command) && tool !== undefined) return await helpForTool(tool);
  if (command !== undefined) return commandHelp(command);
  if (definitions.some(({ name }) => name === word)) return await helpForTool(word);
  throw new UsageError(`there is no help for ${cleanText(word)}: ${likelyMeant(word)}`);
}

async function helpForTool(name: string): Promise<string> {
  return await toolHelp(namedTool(name, { profile: "complete", isWriteAllowed: true }));
}

function programHelp(): string {
  return [
    "Budget Tool Server: ask an AI assistant about your YNAB budget.",
    "",
    "Usage: budget-tool-server [COMMAND] [OPTIONS]",
    "",
    "Commands:",
    ...columns(Object.values(commands)),
    "",
    "Put the access token in BUDGET_ACCESS_TOKEN, or save it to a file and pass the",
    "file's path with --token-file. You can't pass the token on the command line.",
    "",
    ...optionLines("serve"),
    "",
    "To see a command's options, run budget-tool-server help COMMAND.",
    NOTICE,
  ].join("\n");
}

function commandHelp(command: CommandName): string {
  const [usage, meaning] = commands[command];
  const more = MORE[command] === undefined ? [] : [...MORE[command], ""];
  return [
    `Usage: budget-tool-server ${usage} [OPTIONS]`,
    "",
    ...wrapText(`${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`, { width: HELP_WIDTH }),
    "",
    ...more,
    ...optionLines(command),
    "",
    NOTICE,
  ].join("\n");
}

/**
 * Lists a command's flags; flags that require other flags come last, under headings that name the
 * required flags.
 */
function optionLines(command: CommandName): readonly string[] {
  const groups = Map.groupBy(flagsOf(command), (name) => {
    const { needs } = flagOf(name);
    if (needs === "users") return "Options that require --http and --sign-in ynab:";
    return needs === undefined ? "Options:" : "Options that require --http:";
  });
  return [...groups].flatMap(([heading, names], at) => [
    ...(at === 0 ? [] : [""]),
    heading,
    ...columns(names.map((name) => {
      const { meaning } = flagOf(name);
      const variable = variableOf(name);
      return [flagUsage(name), variable === undefined ? meaning : `${meaning} [${variable}]`];
    })),
  ]);
}

function columns(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const indent = " ".repeat(2 + width);
  return rows.flatMap(([left, right]) => {
    const [first = "", ...rest] = wrapText(right, { width: HELP_WIDTH - indent.length });
    return [`  ${left.padEnd(width)}${first}`, ...rest.map((line) => indent + line)];
  });
}
