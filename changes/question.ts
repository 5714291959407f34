import {
  formatMoney,
  type MoneyFormat,
  plainFormat,
  UNKNOWN_MONEY_FORMAT,
  writeMoney,
} from "../domain/base/money_format.ts";
import { isInOurWords, sentenceForPeople } from "../domain/base/for_people.ts";
import { cleanLines, cleanText, isolated } from "../domain/base/clean_text.ts";
import type { ChangeDraft, FieldValue, PreviewLine } from "./change.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { transactionCount } from "../domain/plan/transaction_label.ts";

/**
 * Asks in plain words what may be changed. Text from banks is one line and its
 * Markdown escaped: it can't forge a line, a link or an image. Text that the call brings
 * is shown whole.
 */
export function questionFor(
  draft: ChangeDraft,
  format: MoneyFormat = UNKNOWN_MONEY_FORMAT,
): string {
  const written = (text: string): string => plainLine(sentenceForPeople(text, format));
  const lines = [
    `${written(draft.summary)}?`,
    ...linesOf(draft.preview, format),
    ...draft.warnings.map((warning) => `Note: ${written(warning)}.`),
    ...[undoLine(draft)].filter((line) => line !== "").map(plainLine),
  ];
  return isolated(lines.join("\n"));
}

/** Says how a change can be undone. */
export function undoLine(
  { irreversible, undo, isUndoneHereOnly }: Pick<
    ChangeDraft,
    "irreversible" | "undo" | "isUndoneHereOnly"
  >,
): string {
  if (undo !== undefined) return "";
  if (irreversible !== null) return `This can't be undone: ${irreversible}.`;
  if (isUndoneHereOnly === true) return "You can undo this until the server stops.";
  return "You can undo this.";
}

export interface ShownPreview {
  /** One sentence in the imperative without a final period. */
  readonly summary: string;
  /** The same in the past. */
  readonly done: string;
  readonly lines: readonly PreviewLine[];
  readonly warnings: readonly string[];
  /** How it can be undone; empty for a change that undoes another one. */
  readonly undo: string;
  readonly isIrreversible: boolean;
  /** Ids of the targets in the order of the steps: a created record gets another. */
  readonly targets: readonly string[];
  /** How the plan writes money. */
  readonly format: MoneyFormat;
  /** Until when it is open, in milliseconds since 1970, by the clock of the store. */
  readonly expiresAt: number;
}

export function shownPreview(
  draft: ChangeDraft,
  { warnings, format, expiresAt }: Pick<ShownPreview, "warnings" | "format" | "expiresAt">,
): ShownPreview {
  const { summary, done, preview, steps, irreversible } = draft;
  return {
    summary,
    done,
    lines: preview,
    warnings,
    undo: undoLine(draft),
    isIrreversible: irreversible !== null,
    targets: steps.flatMap(({ targets }) => targets.map(({ id }) => id)),
    format,
    expiresAt,
  };
}

/** Records that a question shows one by one. */
const MOST_RECORDS = 50;
/** Categories of a month that a question shows one by one: all that a change may have. */
const MOST_CATEGORIES = 60;
/** Records shown one by one when there are more than {@linkcode MOST_RECORDS}. */
const LARGEST_RECORDS = 20;

/**
 * Writes the lines: every record up to 50; above that totals that cover all of them,
 * those that matter most, and the largest.
 */
export function linesOf(lines: readonly PreviewLine[], format: MoneyFormat): readonly string[] {
  const records = recordsIn(lines);
  const write = (record: PreviewRecord): string => lineOf(record, format);
  if (records.length <= (isOfCategories(lines) ? MOST_CATEGORIES : MOST_RECORDS)) {
    return records.map(write);
  }
  const largest = records.toSorted((a, b) => amountOf(b) - amountOf(a));
  const notable = records.filter((record) => record.some(({ isNotable }) => isNotable === true));
  return [
    `${countOf(records.length, lines)} in all:`,
    ...totalsOf(lines, format).map((total) => `- ${plainText(sentenceForPeople(total, format))}`),
    ...notable.length === 0 ? [] : ["Among them:"],
    ...notable.slice(0, MOST_RECORDS).map(write),
    `The ${LARGEST_RECORDS} largest:`,
    ...largest.filter((record) => !notable.includes(record)).slice(0, LARGEST_RECORDS).map(write),
  ];
}

/** Groups the lines of a preview by record: its fields follow each other. */
export function recordsIn<Line extends PreviewLine>(
  lines: readonly Line[],
): readonly (readonly [Line, ...Line[]])[] {
  const records: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = records.at(-1);
    if (last?.[0].id === line.id && last[0].label === line.label) last.push(line);
    else records.push([line]);
  }
  return records;
}

/**
 * Counts transactions by what they become, with what they come to: every one of them is
 * in a total.
 */
export function totalsOf(lines: readonly PreviewLine[], format: MoneyFormat): readonly string[] {
  const groups = Map.groupBy(
    lines,
    ({ field, after, isOwnText }) =>
      field === ASSIGNED
        ? field
        : `${field} \u2192 ${
          textOf(after, { format: plainFormat(format), isOwnText }).replaceAll("\n", " ")
        }`,
  );
  return [...groups].sort(([, a], [, b]) => b.length - a.length).map(([name, of]) => {
    const amounts = of.flatMap(({ amount }) => amount ?? []);
    const sum = amounts.length < of.length
      ? ""
      : `, ${writeMoney(fromMilliunits(sumOf(amounts)), format)}`;
    return `${name}: ${countOf(of.length, of)}${sum}`;
  });
}

type PreviewRecord = ReturnType<typeof recordsIn>[number];

/** The field of a category's amount in a month: hardly two are given the same. */
const ASSIGNED = "assigned";

function isOfCategories(lines: readonly PreviewLine[]): boolean {
  return lines.every(({ field }) => field === ASSIGNED);
}

function countOf(count: number, lines: readonly PreviewLine[]): string {
  if (!isOfCategories(lines)) return transactionCount(count);
  return `${count} ${count === 1 ? "category" : "categories"}`;
}

function amountOf([line]: PreviewRecord): number {
  return Math.abs(line.amount ?? 0);
}

/** The fields of a record in one line; text of several lines follows below it. */
function lineOf(fields: PreviewRecord, format: MoneyFormat): string {
  const [line] = fields;
  const kind = line.isNew === true ? "new: " : "";
  const inLine: string[] = [];
  const below: string[] = [];
  for (const line of fields) {
    const { field, before, after, isNew, isOwnText } = line;
    const isOurs = isInOurWords(field);
    const start = isNew === true
      ? field
      : `${field} ${plainText(textOf(before, { format, isOurs }))} \u2192`;
    const text = plainText(textOf(after, { format, isOurs, isOwnText }));
    if (!text.includes("\n")) inLine.push(`${start} ${text}`);
    // No line of it can begin like one of ours.
    else below.push(`  ${start}`, ...text.split("\n").map((line) => `  > ${line}`));
    inLine.push(...availableIn(line, format));
  }
  const label = plainText(sentenceForPeople(cleanText(line.label), format));
  return [`- ${kind}${label}: ${inLine.join("; ")}`.trimEnd(), ...below]
    .join("\n");
}

function availableIn(
  { available_before: before, available_after: after }: PreviewLine,
  format: MoneyFormat,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const [from, to] = [before, after].map((one) => formatMoney(fromMilliunits(one), format));
  return [plainText(`available ${from} \u2192 ${to}`)];
}

function textOf(
  value: FieldValue,
  { format, isOurs = false, isOwnText }: {
    readonly format: MoneyFormat;
    /** Whether it is a sentence of ours, with plain amounts and dates. */
    readonly isOurs?: boolean;
    readonly isOwnText?: boolean | undefined;
  },
): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatMoney(value, format);
  if (isOwnText === true) return cleanLines(value);
  return isOurs ? sentenceForPeople(cleanText(value), format) : cleanText(value);
}

/** Escapes Markdown. */
export function plainText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>#!|~]/gu, "\\$&")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`);
}

/** Escapes Markdown and joins lines: text of a call must not begin a line of a question. */
export function plainLine(text: string): string {
  return plainText(text.replace(/[\s\u0085]+/gu, " "));
}
