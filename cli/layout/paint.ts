import type { Terminal } from "../_terminal.ts";

/** What stands out, and what stands back. */
export type Style = "bold" | "dim";

/** Puts a style on a text. */
export type Paint = (text: string, style: Style) => string;

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2 };

/** Puts on nothing. */
export const unpainted: Paint = (text) => text;

/**
 * Chooses how a terminal is painted: not where `NO_COLOR` is set, nor in a pipe, nor on a
 * terminal that can only print letters, nor where none of this may be asked.
 */
export function paintFor({ columns, env }: Pick<Terminal, "columns" | "env">): Paint {
  if (columns === undefined || isDumb(env)) return unpainted;
  try {
    // Any value but an empty one counts: https://no-color.org
    if ((env("NO_COLOR") ?? "") !== "") return unpainted;
  } catch {
    return unpainted;
  }
  return (text, style) => text === "" ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`;
}

/** Tells whether the terminal can only print letters. */
export function isDumb(env: Terminal["env"]): boolean {
  try {
    return env("TERM") === "dumb";
  } catch {
    // Deno was not told to let us: what can't be asked is not relied on.
    return true;
  }
}
