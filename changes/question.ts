/**
 * The question that the user is asked before a change.
 *
 * @module
 */

import { cleanText } from "../domain/clean_text.ts";
import type { ChangeDraft, ChangeRow, FieldValue } from "./change.ts";

/** Rows that a question shows one by one. */
const MOST_ROWS = 50;
/** Rows shown one by one when there are more than {@linkcode MOST_ROWS}. */
const LARGEST_ROWS = 20;

/**
 * Asks in plain words what may be changed. Text from banks is one line and its
 * Markdown escaped: it can't forge a row, a link or an image.
 *
 * @param draft What would be done.
 * @returns Lines of text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const draft = {
 *   summary: "Flag 1 transaction",
 *   rows: [{ id: "t", label: "Caf\u00e9 [x](y)", field: "flag", before: null, after: "red" }],
 *   warnings: [],
 *   steps: [],
 *   irreversible: null,
 *   undoRequests: 1,
 * };
 * assertEquals(
 *   questionFor(draft).split("\n").slice(0, 2),
 *   ["Flag 1 transaction?", "- Caf\u00e9 \\[x\\]\\(y\\): flag none \u2192 red"],
 * );
 * ```
 */
export function questionFor(draft: ChangeDraft): string {
  return [
    `${draft.summary}?`,
    ...linesFor(draft.rows),
    ...draft.warnings.map((warning) => `Note: ${warning}.`),
    undoLine(draft),
  ].join("\n");
}

/**
 * Says how a change can be undone.
 *
 * @param draft What would be done.
 * @returns A sentence.
 */
export function undoLine(
  { irreversible, undoRequests }: Pick<ChangeDraft, "irreversible" | "undoRequests">,
): string {
  if (irreversible !== null) return `This can't be undone: ${irreversible}.`;
  return `It can be undone, at the cost of ${undoRequests} ${
    undoRequests === 1 ? "request" : "requests"
  }.`;
}

/**
 * Escapes what Markdown would take for more than text.
 *
 * @param text Any text.
 * @returns One line of at most 80 characters, escaped.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainWords("![a](http://b)\n- c"), "\\!\\[a\\]\\(http\\://b\\) - c");
 * ```
 */
export function plainWords(text: string): string {
  return cleanText(text)
    .replace(/[\\`*_{}[\]()<>#!|~]/gu, "\\$&")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`);
}

function linesFor(rows: readonly ChangeRow[]): readonly string[] {
  if (rows.length <= MOST_ROWS) return rows.map(lineFor);
  const largest = rows.toSorted((a, b) => Math.abs(b.amount ?? 0) - Math.abs(a.amount ?? 0));
  return [
    `${rows.length} rows in all:`,
    ...totals(rows),
    `The ${LARGEST_ROWS} largest:`,
    ...largest.slice(0, LARGEST_ROWS).map(lineFor),
  ];
}

/** Counts rows by what they become, so that the totals cover every row. */
function totals(rows: readonly ChangeRow[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { field, after } of rows) {
    const name = `${field} \u2192 ${words(after)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `- ${name}: ${count} ${count === 1 ? "row" : "rows"}`);
}

function lineFor({ label, field, before, after }: ChangeRow): string {
  return `- ${plainWords(label)}: ${field} ${words(before)} \u2192 ${words(after)}`;
}

function words(value: FieldValue): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(value) : plainWords(value);
}
