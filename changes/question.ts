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
    `${escaped(draft.summary)}?`,
    ...linesFor(draft.rows),
    ...draft.warnings.map((warning) => `Note: ${escaped(warning)}.`),
    ...[undoLine(draft)].filter((line) => line !== "").map(escaped),
  ].join("\n");
}

/**
 * Says how a change can be undone.
 *
 * @param draft What would be done.
 * @returns A sentence; empty for a change that undoes another one.
 */
export function undoLine(
  { irreversible, undoRequests, undo }: Pick<
    ChangeDraft,
    "irreversible" | "undoRequests" | "undo"
  >,
): string {
  if (undo !== undefined) return "";
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
  return escaped(cleanText(text));
}

/** Escapes without cutting: our own sentences hold names from the plan. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>#!|~]/gu, "\\$&")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`);
}

function linesFor(rows: readonly ChangeRow[]): readonly string[] {
  const records = recordsIn(rows);
  if (records.length <= MOST_ROWS) return records.map(lineFor);
  const largest = records.toSorted((a, b) => amountOf(b) - amountOf(a));
  const notable = records.filter((record) => record.some(({ isNotable }) => isNotable === true));
  return [
    `${records.length} rows in all:`,
    ...totals(rows),
    ...notable.length === 0 ? [] : ["Among them:"],
    ...notable.slice(0, MOST_ROWS).map(lineFor),
    `The ${LARGEST_ROWS} largest:`,
    ...largest.filter((record) => !notable.includes(record)).slice(0, LARGEST_ROWS).map(lineFor),
  ];
}

/** A record of which several fields change stands in one line. */
function recordsIn(rows: readonly ChangeRow[]): readonly (readonly ChangeRow[])[] {
  const records: ChangeRow[][] = [];
  for (const row of rows) {
    const last = records.at(-1);
    if (last?.[0]?.id === row.id && last[0].label === row.label) last.push(row);
    else records.push([row]);
  }
  return records;
}

function amountOf([row]: readonly ChangeRow[]): number {
  return Math.abs(row?.amount ?? 0);
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

function lineFor(fields: readonly ChangeRow[]): string {
  const [row] = fields;
  const changes = fields.map(({ field, before, after, isNew }) =>
    isNew === true ? `${field} ${words(after)}` : `${field} ${words(before)} \u2192 ${words(after)}`
  );
  const kind = row?.isNew === true ? "new: " : "";
  return `- ${kind}${plainWords(row?.label ?? "")}: ${changes.join("; ")}`;
}

function words(value: FieldValue): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? String(value) : plainWords(value);
}
