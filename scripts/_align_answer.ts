/**
 * Lays a tool's text answer out for a terminal: facts under each other, tables in
 * columns, no line wider than asked for.
 *
 * @module
 */

const GAP = "  ";
const NARROWEST = 8;
const FACT = /^[a-z_.]+: /u;
const HEADING = /^([a-z_]+(?: \([^)]*\))?): /u;
const NUMBER = /^-?[\d,.]+%?$/u;

/** How an answer is laid out. */
export interface Layout {
  /** Widest line, in characters. */
  readonly width: number;
  /** How many rows of a table are printed. */
  readonly rows: number;
  /** How many rows there are, where the answer holds only a page of them. */
  readonly total?: number | undefined;
}

type Row = readonly string[];

/**
 * Lays an answer out.
 *
 * @param text The text block of a tool's answer.
 * @param layout How wide and long it may be.
 * @returns Lines of text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const text = "month: 2026-11 | income: $9.00\nrows ($): name | left\nRent | -10.00\nTea | 2.00";
 * assertEquals(alignAnswer(text, { width: 100, rows: 1 }), [
 *   "month   2026-11",
 *   "income  $9.00",
 *   "rows ($)",
 *   "name    left",
 *   "Rent  -10.00",
 *   "... and 1 more",
 * ]);
 * ```
 */
export function alignAnswer(text: string, layout: Layout): readonly string[] {
  const lines: string[] = [];
  let table: Row[] = [];
  const closeTable = (): void => {
    lines.push(...tableLines(table, layout));
    table = [];
  };
  for (const line of text.split("\n").filter((line) => !line.startsWith("next_cursor: "))) {
    const cells = cellsOf(line);
    const heading = HEADING.exec(line);
    if (cells.every((cell) => FACT.test(cell))) {
      closeTable();
      lines.push(...factLines(cells));
    } else if (heading !== null && cells.length > 1) {
      closeTable();
      lines.push(heading[1] ?? "");
      table = [cellsOf(line.slice(heading[0].length))];
    } else table.push(cells);
  }
  closeTable();
  return lines.map((line) => cut(line, layout.width));
}

/** Undoes the form in which answers are written: ` | ` between, `\` before `|` and `\`. */
function cellsOf(line: string): Row {
  return line.split(/(?<!\\)\|/u).map((cell) => cell.trim().replace(/\\([\\|])/gu, "$1"));
}

function factLines(cells: Row): readonly string[] {
  const facts = cells.map((cell) => {
    const colon = cell.indexOf(": ");
    return [cell.slice(0, colon).replace(/[._]/gu, " "), cell.slice(colon + 2)] as const;
  });
  const widest = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(widest)}${GAP}${value}`);
}

function tableLines([heading, ...rows]: readonly Row[], layout: Layout): readonly string[] {
  if (heading === undefined) return [];
  const shown = rows.slice(0, layout.rows);
  const more = (layout.total ?? rows.length) - shown.length;
  const widths = columnWidths([...headingLines(heading), ...shown], heading.length, layout.width);
  const isRight = heading.map((_, at) => isNumeric(shown, at));
  const write = (row: Row): string =>
    widths.map((width, at) => {
      const text = cut(row[at] ?? "", width);
      return isRight[at] ? text.padStart(width) : text.padEnd(width);
    }).join(GAP).trimEnd();
  return [
    ...headingLines(heading).map(write),
    ...shown.map(write),
    ...(more > 0 ? [`... and ${more} more`] : []),
  ];
}

/** Long names of columns take two lines, so that the columns stay narrow. */
function headingLines(heading: Row): readonly Row[] {
  const words = heading.map((name) => name.split("_"));
  const height = Math.max(...words.map(({ length }) => length));
  return Array.from(
    { length: height },
    (_, line) => words.map((parts) => parts[line - (height - parts.length)] ?? ""),
  );
}

/** As wide as the cells; the widest columns give way where the row would not fit. */
function columnWidths(rows: readonly Row[], columns: number, most: number): number[] {
  const widths = Array.from(
    { length: columns },
    (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const room = most - GAP.length * (columns - 1);
  while (widths.reduce((sum, width) => sum + width, 0) > room) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function isNumeric(rows: readonly Row[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  return cells.length > 0 && cells.every((cell) => NUMBER.test(cell));
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 3)}...`;
}
