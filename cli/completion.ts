import { definitions } from "../tools/_definitions.ts";
import { bashScript, fishScript, type Vocabulary, zshScript } from "./_completion_scripts.ts";
import { COMMANDS, type Flag, flagNames, flags } from "./_flags.ts";
import { commandMeaning } from "./_help.ts";
import type { CommandLine } from "./_parse.ts";
import type { JsonSchema } from "./tool_help/schema_rows.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

const SCRIPTS: Readonly<Record<string, (words: Vocabulary) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Runs the command. */
export function completion({ operands }: CommandLine, { out }: Terminal): number {
  const [shell = "", ...more] = operands;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined || more.length > 0) {
    throw new UsageError("completion takes the name of a shell: completion bash|zsh|fish");
  }
  out(script(vocabulary()));
  return 0;
}

function vocabulary(): Vocabulary {
  return {
    commands: COMMANDS.map((name) => ({ name, meaning: commandMeaning(name) })),
    tools: definitions.map(({ name, title, inputSchema }) => ({
      name,
      meaning: title,
      keys: Object.keys((inputSchema as JsonSchema).properties ?? {}),
    })),
    flags: flagNames.map((name) => ({ name, ...(flags[name] as Flag) })),
  };
}
