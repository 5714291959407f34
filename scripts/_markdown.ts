/**
 * Writes pieces of Markdown.
 *
 * @module
 */

/** What stands at the head of every page that is written by a script. */
export const WRITTEN = "<!-- Written by scripts/docs.ts: deno task docs -->";

/**
 * Writes a table.
 *
 * @param heading Names of the columns.
 * @param rows Texts, one per column; a bar in them is escaped.
 * @returns Lines, the last without a newline.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(tableText(["a", "b"], [["1", "x|y"]]), "| a | b |\n| --- | --- |\n| 1 | x\\|y |");
 * ```
 */
export function tableText(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [heading, heading.map(() => "---"), ...rows];
  const escaped = all.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  return escaped.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Writes text that is shown as it is.
 *
 * @param language Name of the language, for colours.
 * @param text The text.
 */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
