import type { z } from "zod";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { lean, unwrapped } from "./present.ts";
import { type ListForm, metaOf } from "../../tools/_schema.ts";

/** Characters of JSON that stay under 25,000 tokens, numbers and ids included. */
export const MOST_CHARACTERS = 60_000;

/** What a day weighs besides its characters. */
const DAY_WEIGHT = 8;

/** An answer that fits, and what was left out of it. */
export interface FittedAnswer {
  readonly answer: unknown;
  /** How much is missing and how to get it; `null` when nothing is. */
  readonly note: string | null;
}

/** What the note is made of besides the answer. */
export interface FitOptions {
  /** What the handler returned: it may know of rows what the answer does not show. */
  readonly result: unknown;
  readonly format: MoneyFormat;
  /** What of a value is told, and so counts; without it what {@linkcode lean} leaves. */
  readonly told?: (value: unknown) => unknown;
  /** What is told of the whole answer, where that is known already. */
  readonly whole?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

interface List {
  readonly name: string;
  readonly rows: readonly unknown[];
}

/**
 * Cuts the longest lists of an answer that is too long. The cursor of a list that is cut leads
 * to its first row that has no room; other lists leave it alone.
 */
export function fitAnswer(
  schema: z.ZodObject,
  answer: unknown,
  options: FitOptions,
): FittedAnswer {
  const { told = lean } = options;
  const { whole = told(answer) } = options;
  // Most answers are so short that nothing of them has to be weighed.
  if (JSON.stringify(whole).length <= MOST_CHARACTERS / 2) return { answer, note: null };
  const weight = (value: unknown): number => weightOf(JSON.stringify(told(value) ?? null));
  let fitted = answer as Fields;
  const notes: string[] = [];
  for (const { name, rows } of listsOf(fitted, weight)) {
    const over = weight(fitted) - MOST_CHARACTERS;
    if (over <= 0) break;
    const { isPaged = false } = formOf(schema, name);
    // A page without a row would lead nowhere.
    const count = Math.max(isPaged ? 1 : 0, rowsWithin(rows, weight(rows) - over, weight));
    if (count === rows.length) continue;
    const kept = rows.slice(0, count);
    const next = isPaged ? { next_cursor: cursorAfter(options.result, count) } : {};
    fitted = { ...fitted, [name]: kept, ...next };
    const rest = next.next_cursor
      ? "next_cursor leads to the rest"
      : adviceFor(schema, { name, kept: kept.length, options });
    notes.push(`${name} holds only ${kept.length} of ${rows.length}: ${rest}`);
  }
  return { answer: fitted, note: notes.length === 0 ? null : notes.join("; ") };
}

function cursorAfter(result: unknown, count: number): string | null {
  return (result as { readonly cursorAfter?: (count: number) => string | null })
    .cursorAfter?.(count) ?? null;
}

type Weight = (value: unknown) => number;

/** Days are told in more tokens for their length than anything else. */
function weightOf(json: string): number {
  return json.length + (json.match(/"\d{4}-\d{2}-\d{2}"/gu)?.length ?? 0) * DAY_WEIGHT;
}

/** The lists of an answer, the longest first. */
function listsOf(answer: Fields, weight: Weight): readonly List[] {
  return Object.entries(answer)
    .flatMap(([name, rows]) => Array.isArray(rows) ? [{ name, rows, size: weight(rows) }] : [])
    .sort((a, b) => b.size - a.size);
}

function formOf(schema: z.ZodObject, name: string): ListForm {
  const field = (schema.shape as Readonly<Record<string, z.core.$ZodType>>)[name];
  return field === undefined ? {} : metaOf(unwrapped(field)).listForm ?? {};
}

interface CutList {
  readonly name: string;
  readonly kept: number;
  readonly options: FitOptions;
}

function adviceFor(schema: z.ZodObject, { name, kept, options }: CutList): string {
  const { isPaged = false, isOneKind = false, rest = "ask for less at once" } = formOf(
    schema,
    name,
  );
  if (isPaged) return `repeat the call with limit ${Math.max(1, kept)} to page through them`;
  return isOneKind ? oneKind(name, kept, options) : rest;
}

/** Counts and sums records that the answer has no room for. */
function oneKind(name: string, kept: number, { result, format }: FitOptions): string {
  const lines = (result as Readonly<Record<string, readonly CountedLine[]>>)[name] ?? [];
  const seen = new Set(lines.slice(0, kept).map(({ id }) => id));
  // A record's lines follow each other, and each has the record's amount.
  const rest = new Map(lines.slice(kept).map(({ id, amount }) => [id, amount]));
  for (const id of seen) rest.delete(id);
  const amounts = [...rest.values()].filter((amount) => amount !== undefined);
  const isSummed = rest.size > 0 && amounts.length === rest.size;
  const total = writeMoney(fromMilliunits(sumOf(amounts)), format);
  return "the rest are of the same kind: " +
    (isSummed ? `${rest.size} transactions, total ${total}` : `${rest.size} more`);
}

interface CountedLine {
  readonly id: string;
  /** Milliunits, where the line is about a transaction. */
  readonly amount?: number;
}

function rowsWithin(rows: readonly unknown[], room: number, weight: Weight): number {
  let used = 0;
  let count = 0;
  for (const row of rows) {
    used += weight(row) + 1;
    if (used > room) break;
    count += 1;
  }
  return count;
}
