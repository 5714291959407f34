/**
 * The lines that differ from a commit, for mutating what is new and nothing else.
 *
 * @module
 */

import { outputOf } from "./command.ts";

/** Lines by file. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** Asks git which lines of the working tree are not those of a commit. */
export async function changedLines(root: string, commit: string): Promise<ChangedLines> {
  return linesIn(await outputOf("git", ["diff", "-U0", "--no-prefix", commit], root));
}

/**
 * Reads a diff without context.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const diff = "+++ domain/a.ts\n@@ -3 +4,2 @@\n+one\n+two\n";
 * assertEquals([...linesIn(diff).get("domain/a.ts") ?? []], [4, 5]);
 * ```
 */
export function linesIn(diff: string): ChangedLines {
  const lines = new Map<string, Set<number>>();
  let file = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ ")) file = line.slice(4);
    const [, first, count = "1"] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    if (first === undefined) continue;
    const known = lines.get(file) ?? new Set();
    for (let at = 0; at < Number(count); at++) known.add(Number(first) + at);
    lines.set(file, known);
  }
  return lines;
}
