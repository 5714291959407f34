import { displayWidth } from "./display_width.ts";

/** Blanks between two columns. */
export const GAP = "  ";

/** The widest that a word may make a column that has to give way. */
const LONGEST_WORD = 15;
/** As narrow as text gets before rarely filled columns leave. */
const COMFORTABLE = 12;
/** A column that fewer than one row in so many fills may leave. */
const RARELY = 3;
const NUMBER = /^-?[\d,.'\u2019\u00a0\u202f]+%?$/u;
/** An id, a day, a time: broken it could not be copied. */
const WHOLE = /^[0-9a-z:.+-]*\d[0-9a-z:.+-]*$/u;

/** One column. */
export interface Column {
  readonly name: string;
  /** The name, a line per word. */
  readonly heading: readonly string[];
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  /** The narrowest it can be. */
  readonly least: number;
  /** What it takes to have each cell on one line. */
  readonly natural: number;
}

/** A column with its place. */
export interface FittedColumn extends Column {
  readonly width: number;
}

/** The columns of a table, as they fit. */
export interface FittedColumns {
  /** One table below another; more than one where numbers alone are too wide. */
  readonly parts: readonly (readonly FittedColumn[])[];
  /** What each row has below it, with its name. */
  readonly below: readonly Column[];
}

/** Makes the columns that some row fills. */
export function columnsOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): readonly Column[] {
  return names.map((name, at) => columnOf(name, rows.map((row) => row[at] ?? "")))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/**
 * Fits columns into a width. Text gives way first, then what hardly any row has goes below
 * its row, and then the table goes on below itself. Figures are never cut.
 */
export function fitColumns(columns: readonly Column[], width: number): FittedColumns {
  let kept = [...columns];
  const below: Column[] = [];
  const leave = (column: Column | undefined): void => {
    kept = kept.filter((one) => one !== column);
    if (column !== undefined) below.push(column);
  };
  while (total(kept, comfortable) > width) {
    const rare = rarest(kept);
    if (rare === undefined) break;
    leave(rare);
  }
  if (total(kept, ({ least }) => least) <= width) return { parts: [fitted(kept, width)], below };
  const [key, ...rest] = kept;
  if (key !== undefined && new Set(key.cells).size === key.cells.length) {
    return { parts: partsOf(key, rest, width), below };
  }
  while (kept.length > 2 && total(kept, ({ least }) => least) > width) leave(kept.at(-1));
  return { parts: [fitted(kept, width)], below };
}

function columnOf(name: string, cells: readonly string[]): Column {
  const heading = name.split(/[_.]/u);
  const isNumeric = cells.every((cell) => cell === "" || NUMBER.test(cell));
  const words = cells.flatMap((cell) => isNumeric ? [cell] : cell.split(" "));
  const least = words.map((word) =>
    isNumeric || WHOLE.test(word) ? displayWidth(word) : Math.min(displayWidth(word), LONGEST_WORD)
  );
  const widestHeading = Math.max(...heading.map(displayWidth));
  return {
    name,
    heading,
    cells,
    isNumeric,
    least: Math.max(widestHeading, ...least),
    natural: Math.max(widestHeading, ...cells.map(displayWidth)),
  };
}

function comfortable({ least, natural }: Column): number {
  return Math.max(least, Math.min(natural, COMFORTABLE));
}

function total<One extends Column>(
  columns: readonly One[],
  widthOf: (column: One) => number,
): number {
  const sum = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return sum + GAP.length * Math.max(0, columns.length - 1);
}

/** The column that the fewest rows fill, if they are few; never the first. */
function rarest(columns: readonly Column[]): Column | undefined {
  const filled = ({ cells }: Column): number => cells.filter((cell) => cell !== "").length;
  return columns.slice(1)
    .filter((column) => filled(column) * RARELY < column.cells.length)
    .toSorted((one, other) => filled(one) - filled(other))[0];
}

/** The widest columns give way until all fit; in the end words are broken, but no figure. */
function fitted(columns: readonly Column[], width: number): readonly FittedColumn[] {
  const all = columns.map((column) => ({ ...column, width: column.natural }));
  for (const floor of [({ least }: Column): number => least, broken]) {
    while (total(all, (column) => column.width) > width) {
      const [widest] = all.filter((column) => column.width > floor(column))
        .toSorted((one, other) => other.width - one.width);
      if (widest === undefined) break;
      widest.width -= 1;
    }
  }
  return all;
}

function broken({ isNumeric, least }: Column): number {
  return isNumeric ? least : Math.min(least, COMFORTABLE);
}

/** As many columns as fit, and the others below, each time behind the first. */
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
