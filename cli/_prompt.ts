import process from "node:process";
import { createInterface } from "node:readline";

/** Lines that a person types, or that come from a pipe. */
export interface Prompt {
  /** Reads a line; `null` at the end of the input. */
  readonly read: (prompt: string) => Promise<string | null>;
  readonly close: () => void;
}

/** Opens the standard input; one prompt at a time, as each reads ahead. */
export function openPrompt(): Prompt {
  const { stdin: input, stdout: output } = process;
  const isTyped = input.isTTY === true;
  const reader = createInterface(isTyped ? { input, output } : { input });
  const lines = reader[Symbol.asyncIterator]();
  return {
    read: async (prompt) => {
      if (isTyped) {
        reader.setPrompt(prompt);
        reader.prompt();
      }
      const { value, done } = await lines.next();
      // A pipe doesn't show its lines, and a person's Ctrl+D ends none.
      if (!isTyped) output.write(`${prompt}${value ?? ""}\n`);
      else if (done === true) output.write("\n");
      return done === true ? null : value;
    },
    close: () => reader.close(),
  };
}

/** Asks on a prompt; anything but y and yes is a no. */
export async function askOn({ read }: Pick<Prompt, "read">): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await read("[y/N] ") ?? "").trim());
}
