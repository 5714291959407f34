import type { z } from "zod";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { formatMoney, type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { isNothing } from "../../tools/_schema.ts";
import {
  cellText,
  type Fields,
  type Presentation,
  type RenderPlan,
  renderPlanOf,
  shownValue,
} from "./render_plan.ts";
import { FACT_SEPARATOR, tableText, writeRow, type WrittenField } from "./table_text.ts";

/** JSON characters that stay under 25,000 tokens, including numbers and ids. */
export const MAX_CHARACTERS = 60_000;

/** Extra weight of a date, which takes more tokens for its length than any other value. */
const DAY_WEIGHT = 8;

/** An answer as data and as text. */
export interface Written {
  readonly data: Fields;
  readonly text: string;
  /** What was omitted and how to get it; `null` if nothing was. */
  readonly cut: string | null;
}

/** Writes an answer as data and as text, and truncates lists that are too long. */
export function writeAnswer(schema: z.ZodObject, result: unknown, to: Presentation): Written {
  const all = writeFields(renderPlanOf(schema), result as Fields, to);
  const { fields, note } = cutLists(all, {
    result: result as Fields,
    format: to.format,
    dataOf: (some) => dataOf(some, to),
  });
  const { facts, lists, tables, last } = textOf(fields, "", to);
  const first = facts.length > 0 ? [facts.join(FACT_SEPARATOR)] : [];
  return {
    data: dataOf(fields, to),
    text: [...first, ...lists, ...tables, ...last].join("\n"),
    cut: note,
  };
}

function writeFields(record: RenderPlan, from: Fields, to: Presentation): readonly WrittenField[] {
  return (record.fields ?? []).map((plan) => {
    const { element, fields } = plan;
    const given = from[plan.name] ?? null;
    if (given !== null && fields !== null) {
      const within = writeFields(plan, given as Fields, to);
      return { plan, shown: dataOf(within, to), fields: within };
    }
    if (given !== null && element?.fields) {
      const rows = (given as readonly unknown[]).map((row) => writeRow(element, row, to));
      const shown = rows.map(({ data }) => data);
      return { plan, shown, rows };
    }
    return { plan, shown: shownValue(plan, given, to) };
  });
}

function dataOf(fields: readonly WrittenField[], { omitsEmpty }: Presentation): Fields {
  const data: Record<string, unknown> = {};
  for (const { plan, shown } of fields) {
    if (!omitsEmpty || !isNothing(shown)) data[plan.name] = shown;
  }
  return data;
}

interface Parts {
  readonly facts: string[];
  /** Lists of plain values, one line each. */
  readonly lists: string[];
  readonly tables: string[];
  /** Lines below everything else. */
  readonly last: string[];
}

/** Groups field texts by their position; a record's fields use the record's name. */
function textOf(fields: readonly WrittenField[], prefix: string, to: Presentation): Parts {
  const parts: Parts = { facts: [], lists: [], tables: [], last: [] };
  const { textFormat: format } = to;
  for (const { plan, shown, rows, fields: within } of fields) {
    if (shown === null) continue;
    const name = `${prefix}${plan.name}`;
    if (within !== undefined) {
      const { facts, lists, tables } = textOf(within, `${name}.`, to);
      parts.facts.push(...facts);
      parts.lists.push(...lists);
      parts.tables.push(...tables);
    } else if (plan.element !== null) {
      const isEmpty = (shown as readonly unknown[]).length === 0;
      if (isEmpty) {
        if (plan.listForm.hideWhenEmpty !== true) parts.tables.push(`${name}: none`);
      } else if (rows !== undefined) {
        parts.tables.push(...tableText(name, { plan, rows }, format));
      } else parts.lists.push(`${name}: ${cellText(plan, shown, format)}`);
    } else if (name === "next_cursor") {
      parts.last.push(`next_cursor: ${shown} (more rows: repeat with it as cursor)`);
    } else if (!isNothing(shown)) {
      const isMoney = plan.kind === "money" || plan.kind === "estimate";
      const value = isMoney ? formatMoney(shown as number, format) : cellText(plan, shown, format);
      parts.facts.push(`${name}: ${value ?? ""}`);
    }
  }
  return parts;
}

interface CutOptions {
  /** The handler's result; its rows may have more fields than the answer shows. */
  readonly result: Fields;
  readonly format: MoneyFormat;
  readonly dataOf: (fields: readonly WrittenField[]) => Fields;
}

/**
 * Truncates the longest lists of an answer that is too long. A paged list's cursor then points to
 * the first omitted row; other lists don't change the cursor.
 */
export function cutLists(
  fields: readonly WrittenField[],
  { result, format, dataOf }: CutOptions,
): { readonly fields: readonly WrittenField[]; readonly note: string | null } {
  // Most answers are too short to need measuring.
  const json = JSON.stringify(dataOf(fields));
  if (json.length <= MAX_CHARACTERS / 2) return { fields, note: null };
  let [cut, over] = [fields, weightOf(json) - MAX_CHARACTERS];
  const notes: string[] = [];
  const lists = fields.filter(({ shown }) => Array.isArray(shown) && shown.length > 0)
    .map((list) => ({ list, size: weigh(list.shown) }))
    .sort((one, other) => other.size - one.size);
  for (const { list, size } of lists) {
    if (over <= 0) break;
    const { name, listForm: { isPaged = false } } = list.plan;
    const rows = list.shown as readonly unknown[];
    // A cursor after an empty page would never advance.
    const count = Math.max(isPaged ? 1 : 0, rowsWithin(rows, size - over));
    if (count === rows.length) continue;
    const cursor = isPaged ? cursorAfter(result, count) : null;
    cut = cut.map((field) => {
      if (field === list) return firstRows(list, count);
      const isCursor = isPaged && field.plan.name === "next_cursor";
      return isCursor ? { ...field, shown: cursor } : field;
    });
    over = weigh(dataOf(cut)) - MAX_CHARACTERS;
    const next = adviceFor(list.plan, { count, cursor, result, format });
    notes.push(`${name} lists only ${count} of ${rows.length}: ${next}`);
  }
  return { fields: cut, note: notes.length === 0 ? null : notes.join("; ") };
}

function adviceFor(
  { name, listForm: { isPaged = false, isOneKind = false, rest } }: RenderPlan,
  { count, cursor, result, format }: Pick<CutOptions, "result" | "format"> & {
    readonly count: number;
    readonly cursor: string | null;
  },
): string {
  if (cursor !== null) return "next_cursor leads to the rest";
  if (isPaged) return `repeat the call with limit ${count} to page through them`;
  return isOneKind ? sameKind(result[name], count, format) : rest ?? "ask for less at once";
}

function firstRows({ plan, shown, rows }: WrittenField, count: number): WrittenField {
  const first = <Item>(items: unknown): Item =>
    (items as readonly unknown[]).slice(0, count) as Item;
  return {
    plan,
    shown: first(shown),
    ...(rows === undefined ? {} : { rows: first<typeof rows>(rows) }),
  };
}

function cursorAfter(result: Fields, count: number): string | null {
  return (result as { readonly cursorAfter?: (count: number) => string | null })
    .cursorAfter?.(count) ?? null;
}

function weigh(data: unknown): number {
  return weightOf(JSON.stringify(data));
}

function weightOf(json: string): number {
  return json.length + (json.match(/"\d{4}-\d{2}-\d{2}"/gu)?.length ?? 0) * DAY_WEIGHT;
}

function rowsWithin(rows: readonly unknown[], room: number): number {
  let used = 0;
  let count = 0;
  for (const row of rows) {
    used += weigh(row) + 1;
    if (used > room) break;
    count += 1;
  }
  return count;
}

interface CountedLine {
  readonly id: string;
  /** Milliunits, if the line is about a transaction. */
  readonly amount?: number;
}

/** Counts and sums the records that don't fit in the answer. */
function sameKind(list: unknown, kept: number, format: MoneyFormat): string {
  const lines = (list ?? []) as readonly CountedLine[];
  const seen = new Set(lines.slice(0, kept).map(({ id }) => id));
  // A record's lines are adjacent, and each has the record's amount.
  const rest = new Map(lines.slice(kept).map(({ id, amount }) => [id, amount]));
  for (const id of seen) rest.delete(id);
  const amounts = [...rest.values()].filter((amount) => amount !== undefined);
  const isSummed = rest.size > 0 && amounts.length === rest.size;
  const total = writeMoney(fromMilliunits(sumOf(amounts)), format);
  return "the rest are of the same kind: " +
    (isSummed ? `${rest.size} transactions, total ${total}` : `${rest.size} more`);
}
