import { displayWidth, padded } from "./display_width.ts";
import { type Paint, unpainted } from "./paint.ts";
import { type Column, columnsOf, fitColumns, type FittedColumn, GAP } from "./table_columns.ts";
import { wrapText } from "./wrap_text.ts";

const INDENT = "  ";

/** One row, or a line that holds for the rows behind it. */
export interface TableRow {
  readonly cells: readonly string[];
  /** Lines below the row, such as those of a split. */
  readonly below?: readonly string[];
  /** Stands in the place of the cells. */
  readonly label?: string;
}

/** A table. */
export interface Table {
  /** Names of the columns. */
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
}

/** How a table is laid out. */
export interface TableLayout {
  /** Widest line, in columns of the terminal. */
  readonly width: number;
  readonly paint?: Paint | undefined;
}

/** Lays a table out. */
export function alignedTable(
  { names, rows }: Table,
  { width, paint = unpainted }: TableLayout,
): readonly string[] {
  const cells = rows.filter(({ label }) => label === undefined).map(({ cells }) => cells);
  if (cells.length === 0) return [];
  const { parts, below } = fitColumns(columnsOf(names, cells), width);
  return parts.flatMap((columns, part) => {
    const isLast = part === parts.length - 1;
    let at = -1;
    const lines = rows.flatMap((row) => {
      if (row.label !== undefined) return [row.label];
      at += 1;
      const under = isLast ? [...rareLines(below, at, width), ...belowLines(row, width)] : [];
      return [...cellLines(columns, at), ...under];
    });
    const head = headings(columns).map((line) => paint(line, "dim"));
    return [...(part === 0 ? [] : [""]), ...head, ...lines];
  });
}

/** Headings end in the same line. */
function headings(columns: readonly FittedColumn[]): readonly string[] {
  const height = Math.max(...columns.map(({ heading }) => heading.length));
  return Array.from(
    { length: height },
    (_, line) => joined(columns, ({ heading }) => heading[line - (height - heading.length)]),
  );
}

function cellLines(columns: readonly FittedColumn[], at: number): readonly string[] {
  const texts = columns.map(({ cells, width }) => wrapText(cells[at] ?? "", { width }));
  const height = Math.max(...texts.map((lines) => lines.length));
  return Array.from(
    { length: height },
    (_, line) => joined(columns, (_, column) => texts[column]?.[line]),
  );
}

function joined(
  columns: readonly FittedColumn[],
  textIn: (column: FittedColumn, at: number) => string | undefined,
): string {
  return columns
    .map((column, at) => padded(textIn(column, at) ?? "", column.width, column.isNumeric))
    .join(GAP).trimEnd();
}

/** What hardly any row has, by its name. */
function rareLines(below: readonly Column[], at: number, width: number): readonly string[] {
  const told = below.filter(({ cells }) => (cells[at] ?? "") !== "")
    .map(({ name, cells }) => `${name.replaceAll(/[_.]/gu, " ")}: ${cells[at]}`);
  return told.length === 0 ? [] : wrapText(INDENT + told.join("; "), { width, indent: INDENT });
}

function belowLines({ below = [] }: TableRow, width: number): readonly string[] {
  return below.flatMap((line) =>
    displayWidth(line) <= width ? [line] : wrapText(line, { width, indent: INDENT + INDENT })
  );
}
