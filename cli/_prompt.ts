import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Reads lines from a person or a pipe. */
export interface Prompt {
  /** Reads a line; `null` at the end of the input. */
  readonly read: (prompt: string) => Promise<string | null>;
  readonly close: () => void;
}

/** Opens standard input. Use one prompt at a time, because each prompt reads ahead. */
export function openPrompt(
  { stdin: input, stdout: output }: {
    readonly stdin: Readable & { readonly isTTY?: boolean };
    readonly stdout: Writable;
  } = process,
): Prompt {
  const isTyped = input.isTTY === true;
  const reader = createInterface(isTyped ? { input, output } : { input });
  let isOpen = true;
  reader.once("close", () => isOpen = false);
  const lines = reader[Symbol.asyncIterator]();
  return {
    read: async (prompt) => {
      // Ctrl+C at an earlier question closes the input; after that, showing a prompt would throw.
      if (isTyped && isOpen) {
        reader.setPrompt(prompt);
        reader.prompt();
      }
      const { value, done } = await lines.next();
      // Piped lines aren't echoed, and Ctrl+D leaves the cursor on the prompt's line.
      if (!isTyped) output.write(`${prompt}${value ?? ""}\n`);
      else if (done === true) output.write("\n");
      return done === true ? null : value;
    },
    close: () => reader.close(),
  };
}

/** Asks a yes/no question; any answer other than `y` or `yes` means no. */
export async function askOn({ read }: Pick<Prompt, "read">): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await read("[y/N] ") ?? "").trim());
}
