import type { z } from "zod";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { transactionCount } from "../../domain/plan/transaction_label.ts";
import {
  type Fields,
  holdsMoney,
  isNothing,
  type Leaf,
  type Presentation,
  type RenderPlan,
  renderPlanOf,
  writeRecord,
  type WrittenRecord,
} from "./render_plan.ts";

/**
 * Maximum number of characters in an answer's JSON. An answer of this length has fewer than 25,000
 * tokens, even if it has many numbers and ids.
 */
export const MAX_CHARACTERS = 60_000;

/** Additional weight of a date, which takes more tokens than other values of the same length. */
const DAY_WEIGHT = 8;

const FACT_SEPARATOR = " | ";
const BAR = "|";
const INDENT = "  ";
/** A value that all rows share is written only once if there are at least this many rows. */
const MIN_SHARING = 3;

export interface Written {
  readonly data: Fields;
  readonly text: string;
  /** What was omitted and how to get it; `null` if nothing was omitted. */
  readonly cut: string | null;
}

/** Writes an answer as data and as text, and truncates lists that are too long. */
export function writeAnswer(schema: z.ZodObject, result: unknown, to: Presentation): Written {
  const plan = renderPlanOf(schema);
  const { record, note } = cutLists(result as Fields, plan, to);
  return { data: record.data, text: textOf(record, plan, to.textFormat), cut: note };
}

/** Writes all single values on one line, then lists of plain values, tables, and the cursor. */
function textOf(
  { data, cells, lists }: WrittenRecord,
  { leaves }: RenderPlan,
  format: MoneyFormat,
): string {
  const facts: string[] = [];
  const values: string[] = [];
  const tables: string[] = [];
  const { next_cursor: cursor } = data;
  for (const [at, { name, field }] of leaves.entries()) {
    const rows = lists.get(name);
    const cell = cells[at] ?? null;
    if (rows?.length === 0) {
      if (field.listForm.hideWhenEmpty !== true) tables.push(`${name}: none`);
    } else if (rows !== undefined) {
      tables.push(...tableText(name, { plan: field, rows }, format));
    } else if (cell !== null && name !== "next_cursor") {
      (field.element === null ? facts : values).push(`${name}: ${cell}`);
    }
  }
  const first = facts.length > 0 ? [facts.join(FACT_SEPARATOR)] : [];
  const last = isNothing(cursor)
    ? []
    : [`next_cursor: ${cursor} (for more rows, pass this as cursor)`];
  return [...first, ...values, ...tables, ...last].join("\n");
}

interface Column extends Leaf {
  /** Index of the column's cell in a row. */
  readonly at: number;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly below: readonly Table[];
}

function tableText(
  name: string,
  { plan: { element, listForm }, rows }: {
    readonly plan: RenderPlan;
    readonly rows: readonly WrittenRecord[];
  },
  format: MoneyFormat,
): readonly string[] {
  if (element === null) return [];
  const { columns, below } = tableOf(name, element, rows);
  const shared = sharedColumns(columns, rows);
  const own: Column[] = [];
  let once: Column | null = null;
  for (const column of columns) {
    if (shared.includes(column)) continue;
    if (column.name === listForm.groupBy) once = column;
    else own.push(column);
  }
  const hasUnit = format.symbol !== "" && columns.some(({ field }) => holdsMoney(field));
  const table = { name, columns: own, below };
  const lines = headings(table, hasUnit ? ` (${format.symbol})` : "", "");
  if (shared.length > 0) {
    const facts = shared.map((column) => `all.${column.name}: ${rows[0]?.cells[column.at]}`);
    lines.unshift(facts.join(FACT_SEPARATOR));
  }
  let group: string | null = null;
  for (const row of rows) {
    if (once !== null && (row.cells[once.at] ?? "") !== group) {
      group = row.cells[once.at] ?? "";
      lines.push(`${once.name}: ${group}`);
    }
    addRow(lines, table, { row, indent: "" });
  }
  return lines;
}

function tableOf(name: string, plan: RenderPlan, rows: readonly WrittenRecord[]): Table {
  const below: Table[] = [];
  for (const { name: list, field: { element } } of plan.leaves) {
    if (!element?.fields) continue;
    const within = rows.flatMap((row) => row.lists.get(list) ?? []);
    if (within.length > 0) below.push(tableOf(list, element, within));
  }
  return { name, columns: filledColumns(plan, rows, 0), below };
}

/** Returns the columns with a value in any row. Id columns that have empty cells come last. */
function filledColumns(
  plan: RenderPlan,
  rows: readonly WrittenRecord[],
  start: number,
): readonly Column[] {
  const columns: Column[] = [];
  const ids: Column[] = [];
  let at = start;
  for (const field of plan.fields ?? []) {
    const end = at + (field.fields === null ? 1 : field.leaves.length);
    const holding = rows.filter(({ cells }) => cells.slice(at, end).some((one) => one !== null));
    if (field.fields !== null) {
      for (const column of filledColumns(field, holding, at)) {
        columns.push({ ...column, name: `${field.name}.${column.name}` });
      }
    } else if (holding.length > 0) {
      const isSpare = field.kind === "id" && holding.length < rows.length;
      (isSpare ? ids : columns).push({ name: field.name, field, at });
    }
    at = end;
  }
  return [...columns, ...ids];
}

/** Returns the columns that have the same value in all rows. */
function sharedColumns(
  columns: readonly Column[],
  rows: readonly WrittenRecord[],
): readonly Column[] {
  if (rows.length < MIN_SHARING) return [];
  const shared = columns.filter(({ at }) => {
    const value = rows[0]?.cells[at];
    return value && rows.every(({ cells }) => cells[at] === value);
  });
  // Keep at least one column, because a row without any columns would be invisible.
  return shared.length === columns.length ? shared.slice(1) : shared;
}

function headings({ name, columns, below }: Table, unit: string, indent: string): string[] {
  const lines = [`${indent}${name}${unit}: ${columns.map((column) => column.name).join(BAR)}`];
  for (const inner of below) lines.push(...headings(inner, "", indent + INDENT));
  return lines;
}

/** Adds a record's row, and the rows of the lists in the record. */
function addRow(
  lines: string[],
  { columns, below }: Table,
  { row, indent }: { readonly row: WrittenRecord; readonly indent: string },
): void {
  const cells = columns.map(({ at }) => row.cells[at] ?? "");
  while (cells.at(-1) === "") cells.pop();
  // A name chosen by a stranger must not look like a heading or a line from this server.
  lines.push(indent + cells.join(BAR).replace(/^([a-z_.]+(?: \([^)]*\))?):/u, "$1\\:"));
  for (const table of below) {
    for (const inner of row.lists.get(table.name) ?? []) {
      addRow(lines, table, { row: inner, indent: indent + INDENT });
    }
  }
}

/**
 * Writes an answer. If the answer is too long, truncates the longest lists. If a truncated list is
 * paged, the list's cursor points to the first omitted row.
 */
function cutLists(
  result: Fields,
  plan: RenderPlan,
  to: Presentation,
): { readonly record: WrittenRecord; readonly note: string | null } {
  const all = writeRecord(plan, result, { ...to, isRow: false });
  // Most answers are too short to need measuring.
  if (JSON.stringify(all.data).length <= MAX_CHARACTERS / 2) return { record: all, note: null };
  let [shortened, record] = [result, all];
  const notes: string[] = [];
  const bySize = (plan.fields ?? []).filter(({ name }) => Array.isArray(all.data[name]))
    .map((field) => ({ field, size: weigh(all.data[field.name]) }))
    .sort((one, other) => other.size - one.size);
  for (const { field, size } of bySize) {
    const over = weigh(record.data) - MAX_CHARACTERS;
    if (over <= 0) break;
    const { name, listForm: { isPaged = false } } = field;
    const rows = all.data[name] as readonly unknown[];
    // If a page were empty, its cursor would never advance.
    const count = Math.max(isPaged ? 1 : 0, rowsWithin(rows, size - over));
    if (count === rows.length) continue;
    const cursor = isPaged ? cursorAfter(result, count) : null;
    const own = (result[name] as readonly unknown[]).slice(0, count);
    shortened = { ...shortened, [name]: own, ...isPaged ? { next_cursor: cursor } : {} };
    record = writeRecord(plan, shortened, { ...to, isRow: false });
    const next = adviceFor(field, { count, cursor, result, format: to.format });
    notes.push(`${name} lists only ${count} of ${rows.length}: ${next}`);
  }
  return { record, note: notes.length === 0 ? null : notes.join("; ") };
}

function adviceFor(
  { name, listForm: { isPaged = false, isOneKind = false, rest } }: RenderPlan,
  { count, cursor, result, format }: {
    readonly count: number;
    readonly cursor: string | null;
    /** The handler's result, whose rows may have more fields than the answer shows. */
    readonly result: Fields;
    readonly format: MoneyFormat;
  },
): string {
  if (cursor !== null) return "pass next_cursor as cursor for the rest";
  if (isPaged) return `repeat the call with limit ${count} to page through them`;
  return isOneKind ? sameKind(result[name], count, format) : rest ?? "request less data per call";
}

function cursorAfter(result: Fields, count: number): string | null {
  return (result as { readonly cursorAfter?: (count: number) => string | null })
    .cursorAfter?.(count) ?? null;
}

function weigh(data: unknown): number {
  const json = JSON.stringify(data);
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
  /** The transaction's amount in milliunits; absent if the line isn't about a transaction. */
  readonly amount?: number;
}

/** Counts and sums the records that don't fit in the answer. */
function sameKind(list: unknown, kept: number, format: MoneyFormat): string {
  const lines = (list ?? []) as readonly CountedLine[];
  const seen = new Set(lines.slice(0, kept).map(({ id }) => id));
  // Count a record only once: each of its lines has the record's whole amount.
  const rest = new Map(lines.slice(kept).map(({ id, amount }) => [id, amount]));
  for (const id of seen) rest.delete(id);
  const amounts = [...rest.values()].filter((amount) => amount !== undefined);
  const isSummed = rest.size > 0 && amounts.length === rest.size;
  const total = writeMoney(fromMilliunits(sumOf(amounts)), format);
  return "the rest are of the same kind: " +
    (isSummed ? `${transactionCount(rest.size)}, total ${total}` : `${rest.size} more`);
}
