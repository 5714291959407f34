/**
 * Prints the help of the program, of a command or of a tool.
 *
 * @module
 */

import { cleanText } from "../domain/text/clean_text.ts";
import { likelyWord } from "../domain/references/likely_word.ts";
import { tools } from "../tools/_manifest.ts";
import { type CommandName, COMMANDS } from "./_flags.ts";
import { commandHelp, programHelp } from "./_help.ts";
import { namedTool } from "./_named_tool.ts";
import type { CommandLine } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { toolHelp } from "./tool_help/tool_help.ts";
import { UsageError } from "./_usage_error.ts";

/**
 * Runs the command, and `--help` of each other one.
 *
 * @param line The command line.
 * @param terminal The process.
 * @returns The exit status.
 */
export function help({ command, operands, given }: CommandLine, terminal: Terminal): number {
  const isAsked = given.help !== undefined && command !== "help";
  const isNamed = isAsked && terminal.args.includes(command);
  const words = isNamed ? [command, ...operands] : isAsked ? [] : operands;
  terminal.out(`${helpFor(words)}\n`);
  return 0;
}

function helpFor([word, tool]: readonly string[]): string {
  if (word === undefined) return programHelp();
  const command = COMMANDS.find((name) => name === word);
  const takesTool: readonly (CommandName | undefined)[] = ["call", "tools"];
  if (takesTool.includes(command) && tool !== undefined) return ofTool(tool);
  if (command !== undefined) return commandHelp(command);
  const names = tools.map(({ name }) => name);
  if (names.includes(word)) return ofTool(word);
  const near = likelyWord(word, [...COMMANDS, ...names]);
  const hint = near === null ? `there are ${COMMANDS.join(", ")}` : `did you mean ${near}?`;
  throw new UsageError(`there is no help on ${cleanText(word)}: ${hint}`);
}

function ofTool(name: string): string {
  return toolHelp(namedTool(name, { profile: "complete", isWriteAllowed: true }));
}
