/**
 * What `--help` prints.
 *
 * @module
 */

import { type CommandName, type Flag, flagNames, flags } from "./_flags.ts";

const USAGE: Readonly<Record<CommandName, readonly [usage: string, meaning: string]>> = {
  serve: ["serve", "the MCP server on stdio (default)"],
  call: ["call TOOL [JSON]", "one tool call: prints the answer; exit status 1 on a tool error"],
  tools: ["tools", "the tools and resources of the profile"],
  coverage: ["coverage", "the 44 operations of YNAB's API and what they are used for"],
  store: ["store [clear]", "where the local copy and the journal are, or clears them"],
  history: ["history", "the changes made here, newest first, and which of them can be undone"],
  "demo-upstream": ["demo-upstream", "a made-up household's API over HTTP on 127.0.0.1"],
};

const NOTICE = `Unofficial project, not affiliated with YNAB. No warranty. Not financial advice.`;

/**
 * Writes the help of the program.
 *
 * @returns Lines of text.
 */
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
    "The access token comes from BUDGET_ACCESS_TOKEN or --token-file, never from a flag's value.",
    "",
    "Options:",
    ...flagLines("serve"),
    "",
    "budget-tool-server COMMAND --help tells a command's own options.",
    NOTICE,
  ].join("\n");
}

/**
 * Writes the help of a command.
 *
 * @param command The command.
 * @returns Lines of text.
 */
export function commandHelp(command: CommandName): string {
  const [usage, meaning] = USAGE[command];
  return [
    `Usage: budget-tool-server ${usage} [OPTIONS]`,
    "",
    `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
    "",
    "Options:",
    ...flagLines(command),
    "",
    NOTICE,
  ].join("\n");
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
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`);
}
