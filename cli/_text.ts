import type { CommandLine } from "./_parse.ts";
import { readVariable, type Terminal } from "./_terminal.ts";

/** Width of help and lists, regardless of the terminal's width. */
export const HELP_WIDTH = 80;

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Matches an emoji, or an East Asian Wide or Fullwidth character (Unicode Standard Annex 11). */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

/** Matches a combining mark that has no base character. Such a mark has no width in a terminal. */
const MARK = /^\p{M}/u;

const ASCII = /^[ -~]*$/u;

/** Matches line separators, bidirectional controls, and control characters except the line feed. */
const OBEYED =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Removes characters that a terminal would interpret. */
export function printable(text: string): string {
  return text.replace(OBEYED, "");
}

/** Writes a value as JSON, and escapes characters that a terminal would interpret. */
export function jsonText(value: unknown, indent: number = 2): string {
  return JSON.stringify(value, null, indent).replace(
    OBEYED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Number of terminal columns that a string takes up. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, [, width]) => sum + width, 0);
}

export function padded(text: string, width: number, isRight: boolean = false): string {
  const blanks = " ".repeat(Math.max(0, width - displayWidth(text)));
  return isRight ? blanks + text : text + blanks;
}

function graphemes(text: string): readonly (readonly [grapheme: string, width: number])[] {
  if (ASCII.test(text)) return Array.from(text, (character) => [character, 1]);
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => {
    const width = MARK.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
    return [segment, width];
  });
}

/** Margins for wrapping text. */
export interface Margins {
  /** Maximum line width including the indent, in terminal columns. */
  readonly width: number;
  /** Prefix of every line except the first. */
  readonly indent?: string;
}

/** Wraps text at spaces. Breaks a word only if it is wider than a line. */
export function wrapText(text: string, { width, indent = "" }: Margins): readonly string[] {
  const lines: string[] = [];
  let line = /^ */u.exec(text)?.[0] ?? "";
  let used = line.length;
  let isEmpty = true;
  const breakLine = (): void => {
    lines.push(line);
    line = indent;
    used = displayWidth(indent);
    isEmpty = true;
  };
  for (const word of text.slice(line.length).split(/ +/u)) {
    const wordWidth = displayWidth(word);
    if (!isEmpty && used + 1 + wordWidth > width) breakLine();
    if (!isEmpty) {
      line += ` ${word}`;
      used += 1 + wordWidth;
      continue;
    }
    for (const [grapheme, columns] of graphemes(word)) {
      if (!isEmpty && used + columns > width) breakLine();
      line += grapheme;
      used += columns;
      isEmpty = false;
    }
  }
  return [...lines, line];
}

/** Makes text printable and, in a terminal, wraps each line. */
export function wrapped(text: string, { columns }: Pick<Terminal, "columns">): string {
  const shown = printable(text);
  if (columns === undefined) return shown;
  return shown.split("\n").flatMap((line) => wrapText(line, { width: columns })).join("\n");
}

/** Prints a result: as JSON with `--json`, otherwise as text. */
export function tell(
  { given }: Pick<CommandLine, "given">,
  terminal: Pick<Terminal, "out">,
  { json, text }: { readonly json: unknown; readonly text: string },
): void {
  terminal.out(`${given.json === undefined ? text : jsonText(json)}\n`);
}

/** Writes a message for the user to stderr. */
export function say(sentence: string, terminal: Pick<Terminal, "columns" | "err">): void {
  terminal.err(`${wrapped(`budget-tool-server: ${sentence}`, terminal)}\n`);
}

/** Applies a style to a string. */
export type Paint = (text: string, style: "bold" | "dim") => string;

export const unpainted: Paint = (text) => text;

/**
 * Returns the function that styles text for the terminal. That function applies no styles if
 * `NO_COLOR` is set, the output is a pipe or a dumb terminal, or the environment can't be read.
 */
export function paintFor({ columns, env }: Pick<Terminal, "columns" | "env">): Paint {
  const noColor = readVariable(env, "NO_COLOR");
  // Any non-empty value of `NO_COLOR` turns styles off: https://no-color.org
  if (columns === undefined || isDumb(env) || noColor === null || noColor) return unpainted;
  return (text, style) =>
    text === "" ? text : `\u001b[${style === "bold" ? 1 : 2}m${text}\u001b[0m`;
}

/** Returns `true` if the terminal prints only plain text, or the environment can't be read. */
export function isDumb(env: Terminal["env"]): boolean {
  const term = readVariable(env, "TERM");
  return term === "dumb" || term === null;
}
