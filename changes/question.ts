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
 * Asks whether to make the change. Text from banks is written on one line with its Markdown
 * escaped, so it can't fake a line, a link or an image. Text from the call's arguments is shown in
 * full.
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
    ...(draft.undo === undefined ? [plainLine(undoLine(draft))] : []),
  ];
  return isolated(lines.join("\n"));
}

export function undoLine(
  { irreversible = null, undo, isUndoneHereOnly }: Pick<
    ChangeDraft,
    "irreversible" | "undo" | "isUndoneHereOnly"
  >,
): string {
  if (undo !== undefined) return "";
  if (irreversible !== null) return `This can't be undone: ${irreversible}.`;
  if (isUndoneHereOnly === true) return "You can undo this until the server stops.";
  return "You can undo this.";
}

export interface ShownPreview extends Pick<ChangeDraft, "summary" | "done" | "warnings"> {
  readonly lines: readonly PreviewLine[];
  /** How the change can be undone; empty for an undo. */
  readonly undo: string;
  readonly isIrreversible: boolean;
  /**
   * The ids of the records that the steps change, in the order of the steps. A record that is yet
   * to be created has a temporary id.
   */
  readonly targets: readonly string[];
  readonly format: MoneyFormat;
  /** Expiry in milliseconds since 1970, by the store's clock. */
  readonly expiresAt: number;
}

export function shownPreview(
  draft: ChangeDraft,
  { warnings, format, expiresAt }: Pick<ShownPreview, "warnings" | "format" | "expiresAt">,
): ShownPreview {
  const { summary, done, preview, steps, irreversible = null } = draft;
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

const MAX_RECORDS = 50;
/** Maximum number of categories to list, set to the most that one change can affect. */
const MAX_CATEGORIES = 60;
/** Number of records to list, largest first, if there are too many to list in full. */
const LARGEST_SHOWN = 20;

/**
 * Lists the records; if there are many, lists only totals, the notable records and the largest
 * ones.
 */
export function linesOf(lines: readonly PreviewLine[], format: MoneyFormat): readonly string[] {
  const records = recordsIn(lines);
  const write = (record: PreviewRecord): string => lineOf(record, format);
  if (records.length <= (isOfCategories(lines) ? MAX_CATEGORIES : MAX_RECORDS)) {
    return records.map(write);
  }
  const amountOf = ([{ amount = 0 }]: PreviewRecord): number => Math.abs(amount);
  const largest = records.toSorted((a, b) => amountOf(b) - amountOf(a));
  const notable = records.filter((record) => record.some(({ isNotable }) => isNotable === true));
  return [
    `${countOf(records.length, lines)} in all:`,
    ...totalsOf(lines, format).map((total) => `- ${plainText(sentenceForPeople(total, format))}`),
    ...notable.length === 0 ? [] : ["Among them:"],
    ...notable.slice(0, MAX_RECORDS).map(write),
    `The ${LARGEST_SHOWN} largest:`,
    ...largest.filter((record) => !notable.includes(record)).slice(0, LARGEST_SHOWN).map(write),
  ];
}

/** Groups a preview's consecutive lines by record. */
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
 * For each new value of a field, counts the records that get it and sums their amounts. All
 * assigned amounts are added up into a single total.
 */
export function totalsOf(lines: readonly PreviewLine[], format: MoneyFormat): readonly string[] {
  const groups = Map.groupBy(lines, ({ field, after, isOwnText }) => {
    if (field === ASSIGNED) return field;
    const text = textOf(after, { format: plainFormat(format), isOwnText });
    return `${field} \u2192 ${text.replaceAll("\n", " ")}`;
  });
  return [...groups].sort(([, a], [, b]) => b.length - a.length).map(([name, of]) => {
    const amounts = of.flatMap(({ amount }) => amount ?? []);
    const sum = amounts.length < of.length
      ? ""
      : `, ${writeMoney(fromMilliunits(sumOf(amounts)), format)}`;
    return `${name}: ${countOf(of.length, of)}${sum}`;
  });
}

type PreviewRecord = ReturnType<typeof recordsIn>[number];

/** The field with the amount assigned to a category for a month. */
const ASSIGNED = "assigned";

function isOfCategories(lines: readonly PreviewLine[]): boolean {
  return lines.every(({ field }) => field === ASSIGNED);
}

function countOf(count: number, lines: readonly PreviewLine[]): string {
  if (!isOfCategories(lines)) return transactionCount(count);
  return `${count} ${count === 1 ? "category" : "categories"}`;
}

/** Writes a record's fields on one line, with multi-line text below it. */
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
    // Prefixes each line, so that none looks like a line of the question.
    else below.push(`  ${start}`, ...text.split("\n").map((line) => `  > ${line}`));
    const { available_before: from, available_after: to } = line;
    if (from !== undefined && to !== undefined) {
      const [had, has] = [from, to].map((one) => formatMoney(fromMilliunits(one), format));
      inLine.push(plainText(`available ${had} \u2192 ${has}`));
    }
  }
  const label = plainText(sentenceForPeople(cleanText(line.label), format));
  return [`- ${kind}${label}: ${inLine.join("; ")}`.trimEnd(), ...below].join("\n");
}

function textOf(
  value: FieldValue,
  { format, isOurs = false, isOwnText }: {
    readonly format: MoneyFormat;
    /** Whether this server wrote the text. If so, amounts and dates in the text are reformatted. */
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

export function plainText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>#!|~]/gu, "\\$&")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/\bwww\./giu, (match) => `${match.slice(0, -1)}\\.`);
}

/** Escapes text and joins its lines, so that it can't add a line to the question. */
function plainLine(text: string): string {
  return plainText(text.replace(/[\s\u0085]+/gu, " "));
}
