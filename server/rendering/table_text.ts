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

/** Between two facts of a line. */
export const FACT_SEPARATOR = " | ";
const BAR = "|";
const INDENT = "  ";
/** Rows from which a value that all of them share is written once. */
const FEWEST_SHARING = 3;

/** A record of a list, as both data and text. */
export interface WrittenRow {
  readonly data: Fields;
  /** A cell per column of the record's plan; `null` where it has nothing to show. */
  readonly cells: readonly (string | null)[];
  /** The rows of each list of records within, such as the lines of a split. */
  readonly below: ReadonlyMap<string, readonly WrittenRow[]>;
}

/** A field of an answer, or of a record in it. */
export interface WrittenField {
  readonly plan: RenderPlan;
  /** What the data has; `null` where the answer has nothing. */
  readonly shown: unknown;
  /** The rows of a list of records. */
  readonly rows?: readonly WrittenRow[];
  /** The fields of a record. */
  readonly fields?: readonly WrittenField[];
}

/** Writes a record of a list. */
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

/** Whether an id is shown; it may depend on the name in the field beside it. */
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
  /** Fields of a record within a row are columns of their own, `outer.inner`. */
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

/** Writes a table: what all rows share, the columns that some row fills, the rows. */
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

/** Columns that some row fills; ids that only some rows need come last. */
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

/** Columns in which every row says the same. */
function sharedColumns(
  columns: readonly Column[],
  rows: readonly WrittenRow[],
): readonly Column[] {
  if (rows.length < FEWEST_SHARING) return [];
  const shared = columns.filter((column) => {
    const value = cellOf(rows[0], column);
    return value !== "" && rows.every((row) => cellOf(row, column) === value);
  });
  // A row needs its own column to be visible.
  return shared.length === columns.length ? shared.slice(1) : shared;
}

function headings({ name, columns, below }: Table, unit: string, indent: string): string[] {
  const lines = [`${indent}${name}${unit}: ${columns.map((column) => column.name).join(BAR)}`];
  for (const inner of below) lines.push(...headings(inner, "", indent + INDENT));
  return lines;
}

/** Adds the rows of the lists within a row. */
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
  // A name chosen by a stranger must not look like a heading or a line of ours.
  return indent + cells.join(BAR).replace(/^([a-z_.]+(?: \([^)]*\))?):/u, "$1\\:");
}
