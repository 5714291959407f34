import { alignedTable, type TableRow } from "./aligned_table.ts";
import { dayRuns } from "./day_runs.ts";
import { displayWidth, padded } from "./display_width.ts";
import { type Paint, unpainted } from "./paint.ts";
import { printable } from "./printable.ts";
import { GAP } from "./table_columns.ts";
import { wrapText } from "./wrap_text.ts";

const INDENT = "  ";
const FACT = /^[a-z_.]+: /u;
const HEADING = /^([a-z_.]+(?: \([^)]*\))?): /u;
/** What `fitAnswer()` says below everything else. */
const NOTE = /^[a-z_]+ holds only \d+ of \d+: /u;
const PLAIN_LIST = /^[\w.-]+(?:,[\w.-]+)+$/u;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.Z+-]*$/u;
const AMOUNT = /^-?(?:\d{1,3}(?:[,.'\u2019\u00a0\u202f]\d{3})*|\d+)(?:[,.]\d{2,3})?$/u;

/** How an answer is laid out. */
export interface Layout {
  /** Widest line, in columns of the terminal. */
  readonly width: number;
  /** How many rows of a table are printed; all when absent. */
  readonly rows?: number | undefined;
  /** How many rows there are, where the answer holds only a page of them. */
  readonly total?: number | undefined;
  readonly paint?: Paint | undefined;
}

interface OpenTable {
  readonly names: readonly string[];
  readonly rows: OpenRow[];
}

interface OpenRow extends TableRow {
  readonly below: string[];
}

/** Lays an answer out. */
export function alignAnswer(text: string, layout: Layout): readonly string[] {
  const { paint = unpainted } = layout;
  const lines: string[] = [];
  let table: OpenTable | null = null;
  const closeTable = (): void => {
    if (table !== null) lines.push(...tableLines(table, layout));
    table = null;
  };
  const given = printable(text).split("\n").filter((line) => !line.startsWith("next_cursor: "));
  for (const [at, line] of given.entries()) {
    const cells = cellsOf(line);
    const heading = HEADING.exec(line);
    if (line.startsWith(INDENT)) table?.rows.at(-1)?.below.push(INDENT + cells.join(GAP));
    else if (NOTE.test(line)) {
      closeTable();
      lines.push(...wrapText(line, { width: layout.width }));
    } else if (table !== null && isToldOnce(line, given[at + 1])) {
      const label = `${unescaped(line.slice(line.indexOf(": ") + 2))}:`;
      table.rows.push({ cells: [], below: [], label });
    } else if (cells.every((cell) => FACT.test(cell))) {
      closeTable();
      lines.push(...factLines(cells, layout));
    } else if (heading !== null && cells.length > 1) {
      const isBehindTable = table !== null;
      closeTable();
      if (isBehindTable) lines.push("");
      lines.push(paint((heading[1] ?? "").replaceAll(/[._]/gu, " "), "bold"));
      table = { names: cellsOf(line.slice(heading[0].length)), rows: [] };
    } else if (table === null) lines.push(...wrapText(cells.join(GAP), { width: layout.width }));
    else table.rows.push({ cells: cells.map(spaced), below: [] });
  }
  closeTable();
  return lines;
}

/** A fact with rows of the same table behind it holds for these. */
function isToldOnce(line: string, next = ""): boolean {
  return /^[a-z_]+: [^|]*$/u.test(line) && next !== "" && !FACT.test(next) && !HEADING.test(next);
}

/** Undoes the form in which answers are written: `|` between cells, `\` before what is meant. */
function cellsOf(line: string): readonly string[] {
  return line.split(/(?<!(?<!\\)(?:\\\\)*\\)\|/u).map((cell) => unescaped(cell.trim()));
}

function unescaped(text: string): string {
  return text.replace(/\\([\\|:;])/gu, "$1");
}

/** A list can only be broken at its blanks, and so can an instant. */
function spaced(cell: string): string {
  if (INSTANT.test(cell)) return cell.replace("T", " ");
  if (!PLAIN_LIST.test(cell) || AMOUNT.test(cell)) return cell;
  return dayRuns(cell.split(",")).join(", ");
}

function factLines(
  cells: readonly string[],
  { width, paint = unpainted }: Layout,
): readonly string[] {
  const facts = cells.map((cell) => {
    const colon = cell.indexOf(": ");
    // Of the rows below, not of all that were found.
    const name = cell.slice(0, colon).replace(/^all\./u, "each row's ").replace(/[._]/gu, " ");
    return [name, spaced(cell.slice(colon + 2))] as const;
  });
  const widest = Math.max(...facts.map(([name]) => displayWidth(name)));
  const room = { width: Math.max(width - widest - GAP.length, 16) };
  return facts.flatMap(([name, value]) =>
    wrapText(value, room).map((line, at) =>
      `${paint(padded(at === 0 ? name : "", widest), "dim")}${GAP}${line}`
    )
  );
}

function tableLines({ names, rows }: OpenTable, layout: Layout): readonly string[] {
  const isRow = ({ label }: TableRow): boolean => label === undefined;
  const most = layout.rows ?? rows.length;
  let count = 0;
  const shown = rows.filter((row) => isRow(row) ? (count += 1) <= most : count < most);
  const all = rows.filter(isRow).length;
  const more = layout.rows === undefined ? 0 : (layout.total ?? all) - shown.filter(isRow).length;
  return [
    ...alignedTable({ names, rows: shown }, layout),
    ...(more > 0 ? [`... and ${more} more`] : []),
  ];
}
