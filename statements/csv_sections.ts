import { sectionTitle } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Titles of tables, and the rows below titles such as `Pending transactions`. */
export interface TableSections {
  /** The line above each heading, except those of pending and booked transactions. */
  readonly titles: readonly string[];
  /** Rows that are pending for certain. */
  readonly pending: ReadonlySet<CsvRecord>;
  /**
   * Rows that may be pending, because it is unclear whether their title says so or where its
   * section ends; `null` if there are none.
   */
  readonly doubtful: DoubtfulRows | null;
}

export interface DoubtfulRows {
  readonly title: string;
  readonly rows: ReadonlySet<CsvRecord>;
}

interface Section {
  readonly title: string;
  readonly rows: CsvRecord[];
  isClear: boolean;
}

/**
 * Finds titles, and the sections of pending transactions. Each one begins with a title and ends
 * with another one; a repeated heading without a title may begin a new page or the other
 * transactions.
 */
export function tableSections(
  records: readonly CsvRecord[],
  body: ReadonlySet<CsvRecord>,
  isHeading: (record: CsvRecord) => boolean,
): TableSections {
  const sections: Section[] = [];
  let open: Section | null = null;
  const titles: string[] = [];
  let isBelowRows = false;
  for (const [at, record] of records.entries()) {
    if (body.has(record)) {
      open?.rows.push(record);
      isBelowRows = true;
      continue;
    }
    const [title = "", ...others] = record.cells;
    const next = records[at + 1];
    const isAboveHeading = next !== undefined && isHeading(next);
    if (isHeading(record)) {
      if (open === null || open.rows.length === 0) continue;
      open.isClear = false;
    } else if (/\p{L}/u.test(title) && others.every((cell) => cell === "")) {
      const kind = sectionTitle(title);
      const isPending = kind === "pending" || kind === "maybe_pending";
      if (open !== null && !isPending && kind !== "booked" && !isAboveHeading) {
        open.isClear = false;
      }
      if (kind === "other" && isAboveHeading) titles.push(title);
      if (isPending) {
        // A single word among the rows may continue the text of the one above.
        const isTitle = !isBelowRows || isAboveHeading || hasWords(title);
        open = { title, rows: [], isClear: kind === "pending" && isTitle };
        sections.push(open);
        continue;
      }
    } else continue;
    open = null;
  }
  return { titles, ...sorted(sections.filter(({ rows }) => rows.length > 0), body.size) };
}

/** Whether a title has several words. A single word may be an ordinary status. */
function hasWords(title: string): boolean {
  return /\p{L}[^\p{L}]+\p{L}/u.test(title);
}

function sorted(
  sections: readonly Section[],
  count: number,
): Omit<TableSections, "titles"> {
  const rowsOf = (some: readonly Section[]): ReadonlySet<CsvRecord> =>
    new Set(some.flatMap(({ rows }) => rows));
  const isAll = rowsOf(sections).size === count;
  // If all transactions are below such titles, a single word isn't enough to call them pending.
  const isName = isAll && sections.every(({ isClear, title }) => !isClear || !hasWords(title));
  const doubtful = isName ? [] : sections.filter(({ isClear }) => isAll || !isClear);
  const [first] = doubtful;
  return {
    pending: isAll ? new Set() : rowsOf(sections.filter(({ isClear }) => isClear)),
    doubtful: first === undefined ? null : { title: first.title, rows: rowsOf(doubtful) },
  };
}
