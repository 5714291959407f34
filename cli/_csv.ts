import type { z } from "zod";
import {
  type Fields,
  type Leaf,
  type RenderPlan,
  renderPlanOf,
} from "../server/rendering/render_plan.ts";
import { columnsOf, valueAt } from "./_columns.ts";
import { UsageError } from "./_terminal.ts";
import { printable } from "./_text.ts";

/** The main tables of tools whose first table isn't the main one. */
const MAIN: Readonly<Record<string, string>> = { forecast_balance: "months" };
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u;
/** Prefixes that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/u;

/** One table of an answer, as CSV. */
export interface CsvTable {
  readonly text: string;
  /** Names of the answer's other tables, except empty ones. */
  readonly others: readonly string[];
}

/**
 * Writes an answer's main table as CSV (RFC 4180, but with LF line endings).
 *
 * @throws {UsageError} If the tool has no table.
 */
export function csvTable(
  answer: Fields,
  { name: tool, schema }: {
    readonly name: string;
    readonly schema: { readonly output: z.ZodObject };
  },
): CsvTable {
  const tables = renderPlanOf(schema.output).leaves.flatMap(({ name, field: { element } }) => {
    const rows = (valueAt(answer, name) ?? []) as readonly Fields[];
    return element?.fields ? [{ name, element, rows }] : [];
  });
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const table = filled.find(({ name }) => name === MAIN[tool]) ?? filled[0] ?? tables[0];
  if (table === undefined) throw new UsageError(`${tool} returns no table: use --json`);
  const months = Array.isArray(answer["months"]) ? answer["months"] : [];
  const inner = innerList(table.element);
  const rows = inner === undefined
    ? table.rows
    : table.rows.flatMap((row) => rowsWith(row, inner.name));
  const leaves = table.element.leaves.flatMap((leaf): readonly Leaf[] =>
    leaf.field === inner
      ? (inner.element?.leaves ?? []).map((one) => ({ ...one, name: `${leaf.name}.${one.name}` }))
      : [leaf]
  );
  const columns = columnsOf(leaves, months);
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map(({ valueIn }) => cellText(valueIn(row)))),
  ];
  return {
    text: lines.map((cells) => cells.map(quoted).join(",")).join("\n"),
    others: filled.filter((one) => one !== table).map(({ name }) => name),
  };
}

/**
 * Finds a nested list whose records each get a row, such as the categories in a group. Rows with
 * amounts aren't repeated, because sums would count the amounts several times.
 */
function innerList({ fields }: RenderPlan): RenderPlan | undefined {
  if (fields?.some(({ kind }) => kind === "money")) return undefined;
  return fields?.find(({ element }) => element?.fields);
}

function rowsWith(row: Fields, inner: string): readonly Fields[] {
  const records = row[inner];
  return Array.isArray(records) ? records.map((one) => ({ ...row, [inner]: one })) : [row];
}

function cellText(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "yes";
  if (!Array.isArray(value)) return safeCell(String(value));
  const isPlain = value.every((item) => typeof item !== "object");
  return safeCell(isPlain ? value.join("; ") : JSON.stringify(value));
}

function safeCell(text: string): string {
  return NUMBER.test(text) ? text : textCell(text);
}

/** Prefixes a cell with an apostrophe, which makes a spreadsheet show it as text. */
export function textCell(text: string): string {
  const cell = printable(text);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
