import { displayWidth, padded, type Paint, unpainted, wrapText } from "./_text.ts";

/** Space between columns. */
export const GAP = "  ";
/** Prefix of additional lines below a table row. */
export const INDENT = "  ";

/** Words longer than this may be broken to make a column narrower. */
const MAX_WORD_LENGTH = 15;
/** If text columns get narrower than this, values of sparse columns move below the rows. */
const COMFORTABLE = 12;
/** A column with values in fewer than 1/{@linkcode RARELY} of the rows counts as sparse. */
const RARELY = 3;
const NUMBER = /^[-+]?[\d,.'\u2019\u00a0\u202f]+%?$/u;
/** Matches an id, a date, a time or a tool's name, which users couldn't copy if it were wrapped. */
const WHOLE = /^(?:[0-9a-z:.+-]*\d[0-9a-z:.+-]*|[a-z]+(?:_[a-z]+)+)$/u;

/** A table row, or a label above the rows that follow it. */
export interface TableRow {
  readonly cells: readonly string[];
  /** Lines below the row, such as those of a split. */
  readonly below?: readonly string[];
  /** Replaces the cells. */
  readonly label?: string;
}

export interface Table {
  /** Headings, with one line per word. */
  readonly names: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableLayout {
  /** Maximum line width, in terminal columns. */
  readonly width: number;
  readonly paint?: Paint | undefined;
}

interface Column {
  readonly name: string;
  readonly heading: readonly string[];
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  /** Minimum width at which no word is broken. */
  readonly least: number;
  /** Width at which every cell fits on one line. */
  readonly natural: number;
}

interface FittedColumn extends Column {
  readonly width: number;
}

/**
 * If a table is too wide, lays it out in three steps: text wraps, the values of sparse columns move
 * below their rows, and columns that still don't fit move below the table or below its rows.
 * Numbers are never truncated.
 */
export function alignedTable(
  { names, rows }: Table,
  { width, paint = unpainted }: TableLayout,
): readonly string[] {
  const cells = rows.filter(({ label }) => label === undefined).map(({ cells }) => cells);
  if (cells.length === 0) return [];
  const columns = names.map((name, at) => columnOf(name, cells.map((row) => row[at] ?? "")))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const { parts, below } = fitColumns(columns, width);
  return parts.flatMap((part, index) => {
    let at = -1;
    const lines = rows.flatMap((row) => {
      if (row.label !== undefined) return [row.label];
      at += 1;
      const isLast = index === parts.length - 1;
      const under = isLast ? [...rareLines(below, at, width), ...belowLines(row, width)] : [];
      return [...cellLines(part, at), ...under];
    });
    const head = headingLines(part).map((line) => paint(line, "dim"));
    return [...(index === 0 ? [] : [""]), ...head, ...lines];
  });
}

function columnOf(name: string, cells: readonly string[]): Column {
  const heading = name.split(" ");
  const isNumeric = cells.every((cell) => cell === "" || NUMBER.test(cell));
  const words = cells.flatMap((cell) => isNumeric ? [cell] : cell.split(" "));
  const leastOf = words.map((word) =>
    isNumeric || WHOLE.test(word)
      ? displayWidth(word)
      : Math.min(displayWidth(word), MAX_WORD_LENGTH)
  );
  const widestHeading = Math.max(...heading.map(displayWidth));
  const least = Math.max(widestHeading, ...leastOf);
  const natural = Math.max(widestHeading, ...cells.map(displayWidth));
  return { name, heading, cells, isNumeric, least, natural };
}

function fitColumns(columns: readonly Column[], width: number): {
  /**
   * One table, or several stacked tables if the columns don't fit even when text is wrapped,
   * provided that the first column's values are unique.
   */
  readonly parts: readonly (readonly FittedColumn[])[];
  /** Columns whose values are written below the rows, each after the column's name. */
  readonly below: readonly Column[];
} {
  let kept = [...columns];
  const below: Column[] = [];
  const leave = (column: Column | undefined): void => {
    kept = kept.filter((one) => one !== column);
    if (column !== undefined) below.push(column);
  };
  const comfortable = ({ least, natural }: Column): number =>
    Math.max(least, Math.min(natural, COMFORTABLE));
  while (total(kept, comfortable) > width) {
    const rare = rarest(kept);
    if (rare === undefined) break;
    leave(rare);
  }
  const isTooWide = (): boolean => total(kept, ({ least }) => least) > width;
  const [key, ...rest] = kept;
  if (isTooWide() && key !== undefined && new Set(key.cells).size === key.cells.length) {
    return { parts: partsOf(key, rest, width), below };
  }
  while (kept.length > 2 && isTooWide()) leave(kept.at(-1));
  return { parts: [fitted(kept, width)], below };
}

function total<One extends Column>(
  columns: readonly One[],
  widthOf: (column: One) => number,
): number {
  const sum = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return sum + GAP.length * Math.max(0, columns.length - 1);
}

/** Returns the emptiest of the sparse columns, ignoring the table's first column. */
function rarest(columns: readonly Column[]): Column | undefined {
  const filled = ({ cells }: Column): number => cells.filter((cell) => cell !== "").length;
  return columns.slice(1)
    .filter((column) => filled(column) * RARELY < column.cells.length)
    .toSorted((one, other) => filled(one) - filled(other))[0];
}

/**
 * If some columns don't fit, moves them to additional tables, each of which repeats the first
 * column.
 */
function partsOf(
  key: Column,
  rest: readonly Column[],
  width: number,
): readonly (readonly FittedColumn[])[] {
  const parts: Column[][] = [];
  for (const column of rest) {
    const last = parts.at(-1);
    const isRoom = last !== undefined && total([...last, column], ({ least }) => least) <= width;
    if (isRoom) last.push(column);
    else parts.push([key, column]);
  }
  return parts.map((part) => fitted(part, width));
}

/** Narrows the widest columns until all fit; as a last resort, breaks words, but never numbers. */
function fitted(columns: readonly Column[], width: number): readonly FittedColumn[] {
  const all = columns.map((column) => ({ ...column, width: column.natural }));
  const whole = ({ least }: Column): number => least;
  const broken = ({ isNumeric, least }: Column): number =>
    isNumeric ? least : Math.min(least, COMFORTABLE);
  for (const floor of [whole, broken]) {
    while (total(all, (column) => column.width) > width) {
      const [widest] = all.filter((column) => column.width > floor(column))
        .toSorted((one, other) => other.width - one.width);
      if (widest === undefined) break;
      widest.width -= 1;
    }
  }
  return all;
}

/** Adds blank lines above shorter headings, so that all headings end on the same line. */
function headingLines(columns: readonly FittedColumn[]): readonly string[] {
  const height = Math.max(...columns.map(({ heading }) => heading.length));
  return joinedLines(
    columns,
    columns.map(({ heading }) => [
      ...Array<string>(height - heading.length).fill(""),
      ...heading,
    ]),
  );
}

function cellLines(columns: readonly FittedColumn[], at: number): readonly string[] {
  return joinedLines(
    columns,
    columns.map(({ cells, width }) => wrapText(cells[at] ?? "", { width })),
  );
}

function joinedLines(
  columns: readonly FittedColumn[],
  texts: readonly (readonly string[])[],
): readonly string[] {
  const height = Math.max(...texts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ width, isNumeric }, at) => padded(texts[at]?.[line] ?? "", width, isNumeric))
      .join(GAP).trimEnd());
}

/** Writes a row's values for the `below` columns, each preceded by the column's name. */
function rareLines(below: readonly Column[], at: number, width: number): readonly string[] {
  const filled = below.filter(({ cells }) => (cells[at] ?? "") !== "")
    .map(({ name, cells }) => `${name}: ${cells[at]}`);
  return filled.length === 0 ? [] : wrapText(INDENT + filled.join("; "), { width, indent: INDENT });
}

function belowLines({ below = [] }: TableRow, width: number): readonly string[] {
  return below.flatMap((line) =>
    displayWidth(line) <= width ? [line] : wrapText(line, { width, indent: INDENT + INDENT })
  );
}
