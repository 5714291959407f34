/**
 * Lays a tool's text answer out for a terminal: facts under each other, tables in
 * columns, no line wider than asked for.
 *
 * @module
 */

const GAP = "  ";
const INDENT = "  ";
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

interface Row {
  readonly cells: readonly string[];
  /** Rows below the row, such as the lines of a split. */
  readonly below: string[];
}

interface Column {
  readonly heading: readonly string[];
  readonly cells: readonly string[];
  width: number;
}

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
  let rows: Row[] = [];
  const closeTable = (): void => {
    lines.push(...tableLines(rows, layout));
    rows = [];
  };
  const given = text.split("\n").filter((line) => !line.startsWith("next_cursor: "));
  for (const [at, line] of given.entries()) {
    const cells = cellsOf(line);
    const heading = HEADING.exec(line);
    if (line.startsWith(INDENT)) rows.at(-1)?.below.push(INDENT + cells.join(GAP));
    else if (rows.length > 0 && isToldOnce(line, given[at + 1])) {
      rows.push({ cells: [`${line.slice(line.indexOf(": ") + 2)}:`], below: [] });
    } else if (cells.every((cell) => FACT.test(cell))) {
      closeTable();
      lines.push(...factLines(cells));
    } else if (heading !== null && cells.length > 1) {
      closeTable();
      lines.push(heading[1] ?? "");
      rows = [{ cells: cellsOf(line.slice(heading[0].length)), below: [] }];
    } else rows.push({ cells, below: [] });
  }
  closeTable();
  return lines.map((line) => cut(line, layout.width));
}

/** A fact with rows of the same table behind it holds for these. */
function isToldOnce(line: string, next = ""): boolean {
  return /^[a-z_]+: [^|]*$/u.test(line) && next !== "" && !FACT.test(next) && !HEADING.test(next);
}

/** Undoes the form in which answers are written: ` | ` between, `\` before `|` and `\`. */
function cellsOf(line: string): readonly string[] {
  return line.split(/(?<!\\)\|/u).map((cell) => cell.trim().replace(/\\([\\|])/gu, "$1"));
}

function factLines(cells: readonly string[]): readonly string[] {
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
  const columns = columnsOf(heading.cells, shown);
  narrow(columns, layout.width - GAP.length * (columns.length - 1));
  const height = Math.max(...columns.map(({ heading }) => heading.length));
  const headings = Array.from(
    { length: height },
    (_, line) => written(columns, ({ heading }) => heading[line - (height - heading.length)]),
  );
  return [
    ...headings,
    ...shown.flatMap(({ below }, at) => [written(columns, ({ cells }) => cells[at]), ...below]),
    ...(more > 0 ? [`... and ${more} more`] : []),
  ];
}

/** Columns that some row fills; a long name takes a line per word. */
function columnsOf(names: readonly string[], rows: readonly Row[]): Column[] {
  return names.map((name, at) => {
    const cells = rows.map((row) => row.cells[at] ?? "");
    const heading = name.split("_");
    return {
      heading,
      cells,
      width: Math.max(...[...heading, ...cells].map((text) => text.length)),
    };
  }).filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** Makes room: the widest columns give way, the first, which tells rows apart, never. */
function narrow(columns: readonly Column[], room: number): void {
  let excess = columns.reduce((sum, { width }) => sum + width, 0) - room;
  while (excess > 0) {
    const [widest] = columns.slice(1).toSorted((one, other) => other.width - one.width);
    if (widest === undefined || widest.width <= NARROWEST) return;
    widest.width -= 1;
    excess -= 1;
  }
}

function written(
  columns: readonly Column[],
  textIn: (column: Column) => string | undefined,
): string {
  return columns.map((column) => {
    const text = cut(textIn(column) ?? "", column.width);
    return isNumeric(column) ? text.padStart(column.width) : text.padEnd(column.width);
  }).join(GAP).trimEnd();
}

function isNumeric({ cells }: Column): boolean {
  return cells.every((cell) => cell === "" || NUMBER.test(cell));
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 3)}...`;
}
