import { sectionTitle } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Rows below titles such as `Pending transactions`. */
export interface PendingSections {
  /** Rows that are pending for certain. */
  readonly pending: ReadonlySet<CsvRecord>;
  /** Rows below a line that may be such a title, or whose end is unclear; `null` if none. */
  readonly doubtful: { readonly title: string; readonly rows: ReadonlySet<CsvRecord> } | null;
}

interface Section {
  readonly title: string;
  readonly rows: CsvRecord[];
  isClear: boolean;
}

/**
 * Finds the sections of pending transactions. Each one begins with a title and ends with another
 * one; a repeated heading without a title may begin a new page or the other transactions.
 */
export function pendingSections(
  records: readonly CsvRecord[],
  body: ReadonlySet<CsvRecord>,
  isHeading: (record: CsvRecord) => boolean,
): PendingSections {
  const sections: Section[] = [];
  let open: Section | null = null;
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
      if (isPending) {
        // A single word among the rows may continue the text of the one above.
        const isTitle = !isBelowRows || isAboveHeading || title.trim().includes(" ");
        open = { title, rows: [], isClear: kind === "pending" && isTitle };
        sections.push(open);
        continue;
      }
    } else continue;
    open = null;
  }
  return sorted(sections.filter(({ rows }) => rows.length > 0), body.size);
}

function sorted(sections: readonly Section[], count: number): PendingSections {
  const rowsOf = (some: readonly Section[]): ReadonlySet<CsvRecord> =>
    new Set(some.flatMap(({ rows }) => rows));
  const isAll = rowsOf(sections).size === count;
  // Above all transactions, only a whole title tells that they are pending.
  const isName = isAll && sections.every(({ isClear, title }) => !isClear || !title.includes(" "));
  const doubtful = isName ? [] : sections.filter(({ isClear }) => isAll || !isClear);
  const [first] = doubtful;
  return {
    pending: isAll ? new Set() : rowsOf(sections.filter(({ isClear }) => isClear)),
    doubtful: first === undefined ? null : { title: first.title, rows: rowsOf(doubtful) },
  };
}
