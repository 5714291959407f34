import { cleanText } from "../domain/base/clean_text.ts";
import { likelyWord } from "../domain/references/nearest_word.ts";
import { definitions } from "../tools/_definitions.ts";
import { type CommandName, COMMANDS } from "./_flags.ts";
import { commandHelp, programHelp } from "./_help.ts";
import { namedTool } from "./_named_tool.ts";
import type { CommandLine } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { toolHelp } from "./tool_help/tool_help.ts";
import { UsageError } from "./_usage_error.ts";

/** Runs the command, and `--help` of each other one. */
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
  if (takesTool.includes(command) && tool !== undefined) return await ofTool(tool);
  if (command !== undefined) return commandHelp(command);
  const names = definitions.map(({ name }) => name);
  if (names.includes(word)) return await ofTool(word);
  const near = likelyWord(word, [...COMMANDS, ...names]);
  const hint = near === null ? `there are ${COMMANDS.join(", ")}` : `did you mean ${near}?`;
  throw new UsageError(`there is no help on ${cleanText(word)}: ${hint}`);
}

async function ofTool(name: string): Promise<string> {
  return await toolHelp(namedTool(name, { profile: "complete", isWriteAllowed: true }));
}
