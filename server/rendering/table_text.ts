import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { isNothing } from "../../tools/_schema.ts";
import {
  cellText,
  type Fields,
  holdsMoney,
  type Presentation,
  type RenderPlan,
  shownValue,
} from "./render_plan.ts";

/** Separates facts on one line. */
export const FACT_SEPARATOR = " | ";
const BAR = "|";
const INDENT = "  ";
/** Minimum number of rows for which a shared value is written only once. */
const MIN_SHARING = 3;

/** A list's record as both data and text. */
export interface WrittenRow {
  readonly data: Fields;
  /** One cell per column of the record's render plan; `null` if empty. */
  readonly cells: readonly (string | null)[];
  /** Rows of each nested list of records, such as split lines. */
  readonly below: ReadonlyMap<string, readonly WrittenRow[]>;
}

/** A field of an answer, or of a record in it. */
export interface WrittenField {
  readonly plan: RenderPlan;
  /** The value in the data; `null` if the answer has none. */
  readonly shown: unknown;
  /** Rows, if it is a list of records. */
  readonly rows?: readonly WrittenRow[];
  /** Fields, if it is a record. */
  readonly fields?: readonly WrittenField[];
}

/** Writes one record of a list. */
export function writeRow(plan: RenderPlan, value: unknown, to: Presentation): WrittenRow {
  const from = value as Fields;
  const data: Record<string, unknown> = {};
  const cells: (string | null)[] = [];
  const below = new Map<string, readonly WrittenRow[]>();
  const keep = (name: string, shown: unknown): void => {
    if (!to.omitsEmpty || !isNothing(shown)) data[name] = shown;
  };
  for (const field of plan.fields ?? []) {
    const { name } = field;
    const given = from[name] ?? null;
    if (field.fields !== null) {
      const within = given === null ? null : writeRow(field, given, to);
      keep(name, within?.data ?? null);
      cells.push(...(within?.cells ?? Array<null>(field.width).fill(null)));
    } else if (field.element?.fields) {
      const { element } = field;
      const rows = given as readonly unknown[] | null;
      const written = rows?.map((row) => writeRow(element, row, to)) ?? null;
      keep(name, written?.map((row) => row.data) ?? null);
      below.set(name, written ?? []);
    } else {
      const shown = shownValue(field, given, to);
      keep(name, shown);
      const isHidden = field.kind === "id" && !isIdShown(field, { plan, from, shown, to });
      cells.push(isHidden ? null : cellText(field, shown, to.textFormat));
    }
  }
  return { data, cells, below };
}

/** Whether to show an id; this may depend on the name next to it. */
function isIdShown(
  { idUsage }: RenderPlan,
  { plan, from, shown, to }: {
    readonly plan: RenderPlan;
    readonly from: Fields;
    readonly shown: unknown;
    readonly to: Presentation;
  },
): boolean {
  if (typeof shown !== "string") return false;
  const beside = plan.fields?.find(({ name }) => name === idUsage.namedBy);
  const name = beside === undefined ? null : shownValue(beside, from[beside.name], to);
  return to.isIdShown(shown, idUsage, name);
}

interface Column {
  /** A nested record's fields have their own columns, named `outer.inner`. */
  readonly name: string;
  readonly field: RenderPlan;
  /** Index of the column's cell. */
  readonly at: number;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly below: readonly Table[];
}

/**
 * Writes a table: values shared by all rows, then columns with a value in any row, then the rows.
 */
export function tableText(
  name: string,
  { plan: { element, listForm }, rows }: {
    readonly plan: RenderPlan;
    readonly rows: readonly WrittenRow[];
  },
  format: MoneyFormat,
): readonly string[] {
  if (element === null) return [];
  const { columns, below } = tableOf(name, element, rows);
  const shared = sharedColumns(columns, rows);
  const once = columns.find((column) =>
    column.name === listForm.groupBy && !shared.includes(column)
  );
  const own = columns.filter((column) => column !== once && !shared.includes(column));
  const hasUnit = format.symbol !== "" && columns.some(({ field }) => holdsMoney(field));
  const lines = headings({ name, columns: own, below }, hasUnit ? ` (${format.symbol})` : "", "");
  if (shared.length > 0) {
    const facts = shared.map((column) => `all.${column.name}: ${cellOf(rows[0], column)}`);
    lines.unshift(facts.join(FACT_SEPARATOR));
  }
  let group: string | null = null;
  for (const row of rows) {
    if (once !== undefined && cellOf(row, once) !== group) {
      group = cellOf(row, once);
      lines.push(`${once.name}: ${group}`);
    }
    lines.push(lineOf(row, own, ""));
    addBelow(lines, below, { row, indent: INDENT });
  }
  return lines;
}

function cellOf(row: WrittenRow | undefined, { at }: Column): string {
  return row?.cells[at] ?? "";
}

function tableOf(name: string, plan: RenderPlan, rows: readonly WrittenRow[]): Table {
  const below: Table[] = [];
  for (const { name: list, element } of plan.fields ?? []) {
    if (!element?.fields) continue;
    const within = rows.flatMap((row) => row.below.get(list) ?? []);
    if (within.length > 0) below.push(tableOf(list, element, within));
  }
  return { name, columns: filledColumns(plan, rows, 0), below };
}

/** Returns columns with a value in any row; ids that only some rows have come last. */
function filledColumns(
  plan: RenderPlan,
  rows: readonly WrittenRow[],
  start: number,
): readonly Column[] {
  const columns: Column[] = [];
  const ids: Column[] = [];
  let at = start;
  for (const field of plan.fields ?? []) {
    if (field.fields !== null) {
      const end = at + field.width;
      const holding = rows.filter(({ cells }) => cells.slice(at, end).some((one) => one !== null));
      columns.push(
        ...filledColumns(field, holding, at)
          .map((column) => ({ ...column, name: `${field.name}.${column.name}` })),
      );
      at = end;
    } else if (!field.element?.fields) {
      const count = rows.filter(({ cells }) => cells[at] !== null).length;
      const isSpare = field.kind === "id" && count < rows.length;
      if (count > 0) (isSpare ? ids : columns).push({ name: field.name, field, at });
      at += 1;
    }
  }
  return [...columns, ...ids];
}

/** Returns columns with the same value in every row. */
function sharedColumns(
  columns: readonly Column[],
  rows: readonly WrittenRow[],
): readonly Column[] {
  if (rows.length < MIN_SHARING) return [];
  const shared = columns.filter((column) => {
    const value = cellOf(rows[0], column);
    return value !== "" && rows.every((row) => cellOf(row, column) === value);
  });
  // A row needs at least one column of its own to be visible.
  return shared.length === columns.length ? shared.slice(1) : shared;
}

function headings({ name, columns, below }: Table, unit: string, indent: string): string[] {
  const lines = [`${indent}${name}${unit}: ${columns.map((column) => column.name).join(BAR)}`];
  for (const inner of below) lines.push(...headings(inner, "", indent + INDENT));
  return lines;
}

/** Adds the rows of nested lists. */
function addBelow(
  lines: string[],
  tables: readonly Table[],
  { row, indent }: { readonly row: WrittenRow; readonly indent: string },
): void {
  for (const { name, columns, below } of tables) {
    for (const inner of row.below.get(name) ?? []) {
      lines.push(lineOf(inner, columns, indent));
      addBelow(lines, below, { row: inner, indent: indent + INDENT });
    }
  }
}

function lineOf(row: WrittenRow, columns: readonly Column[], indent: string): string {
  const cells = columns.map((column) => cellOf(row, column));
  while (cells.at(-1) === "") cells.pop();
  // A name chosen by a stranger must not look like a heading or one of our own lines.
  return indent + cells.join(BAR).replace(/^([a-z_.]+(?: \([^)]*\))?):/u, "$1\\:");
}
