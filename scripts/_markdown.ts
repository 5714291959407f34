/** What stands at the head of every page that is written by a script. */
export const WRITTEN = "<!-- Written by scripts/docs.ts: deno task docs -->";

/** Writes a table. */
export function tableText(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [heading, heading.map(() => "---"), ...rows];
  const escaped = all.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  return escaped.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Writes text that is shown as it is. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
