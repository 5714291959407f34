import { hasAmount, hasValue } from "./csv_amounts.ts";
import { type Column, dateRank, isEmpty } from "./csv_columns.ts";
import { reasonIn, sectionTitle, statusMark, YES } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";
import { directionOf } from "./dates.ts";

/** Rows that may be pending even though no status says so. */
export interface LikelyPending {
  readonly rows: ReadonlySet<CsvRecord>;
  /** The heading, word or title that identified these rows. */
  readonly example: string;
  /** Text that describes these rows in a question, or `null` if no question is needed. */
  readonly which: string | null;
}

/**
 * Finds rows that may be pending. Returns the first of these groups that the file has:
 *
 * - rows whose only amount is in a column of pending amounts
 * - the newest rows, if they are the only ones without a balance, a posting date or a status
 * - rows with a status such as `(pending)`
 * - the newest rows, if they are the only ones with an asterisk
 * - the newest rows, if a column in `marks` has one word in those rows and a different value in
 *   all older rows
 *
 * @param days Each row's day; empty for rows that are left out because of their status.
 * @param marks Columns in which an unknown word may be a status.
 */
export function likelyPending(
  body: readonly CsvRecord[],
  columns: readonly Column[],
  { days, marks }: { readonly days: readonly string[]; readonly marks: readonly Column[] },
): LikelyPending | null {
  const found = (
    rows: readonly boolean[],
    example: string,
    which: string | null,
  ): LikelyPending => ({ rows: recordsAt(body, rows), example, which });
  const isDated = (at: number): boolean => days[at] !== "";
  const named = columns.filter(({ role }) => ["amount", "debit", "credit"].includes(role));
  for (const column of columns) {
    const { cells, heading } = column;
    if (reasonIn(heading) !== "pending" || named.length === 0) continue;
    const rows = cells.map((_, at) =>
      isDated(at) && hasAmount(column, at) && !named.some((one) => hasAmount(one, at))
    );
    if (new Set(rows).size === 2) return found(rows, heading, null);
  }
  for (const { cells, heading, role, dates } of columns) {
    const isBookingDate = dates !== null && dateRank(heading) === BOOKING_DATE;
    if (role !== "balance" && role !== "status" && !isBookingDate) continue;
    const rows = cells.map((cell, at) => isEmpty(cell) && isDated(at));
    if (!areNewest(rows, days, 1)) continue;
    // Some files show a balance only once a day or week, so a row without a balance isn't
    // necessarily pending.
    const booked = new Set(days.filter((_, at) => rows[at] === false));
    const isSure = isBookingDate ||
      (role === "balance" && areFew(rows, days) &&
        !days.some((day, at) => rows[at] === true && booked.has(day)));
    return found(rows, heading, isSure ? null : `that have no ${plain(heading)}`);
  }
  const texts = columns.filter(({ isText }) => isText);
  for (const { cells } of texts) {
    const own = cells.map((cell, at) => isDated(at) ? statusMark(cell) : null);
    const words = new Set(own.filter((mark) => mark !== null));
    if (words.size === 0 || !own.includes(null)) continue;
    const example = [...words].sort().join(", ");
    const rows = own.map((mark) => mark !== null);
    return found(rows, example, `marked ${plain(example)}`);
  }
  for (const { cells } of texts) {
    const rows = cells.map((cell, at) => STAR.test(cell) && isDated(at));
    const count = rows.filter((one) => one).length;
    if (count >= MIN_STARS && cells.length >= MIN_ROWS && areNewest(rows, days, MAX_PENDING)) {
      return found(rows, "*", "marked *");
    }
  }
  for (const { cells } of marks.filter(({ cells }) => cells.length >= MIN_ROWS)) {
    const words = [...new Set(cells)];
    for (const word of words.length === 2 ? words.filter((one) => one !== "") : []) {
      const rows = cells.map((cell, at) => cell === word && isDated(at));
      if (areNewest(rows, days, MAX_PENDING)) return found(rows, word, `marked ${plain(word)}`);
    }
  }
  return null;
}

function recordsAt(
  body: readonly CsvRecord[],
  rows: readonly boolean[],
): ReadonlySet<CsvRecord> {
  return new Set(body.filter((_, at) => rows[at] === true));
}

/**
 * Rows with a flag such as `Reversed`, if other rows have the opposite amounts. Either all of these
 * rows are transactions or none are.
 */
export function maybeReversed(
  body: readonly CsvRecord[],
  columns: readonly Column[],
  status: Column | null,
): LikelyPending | null {
  if (status === null || reasonIn(status.heading) !== "failed") return null;
  const rows = status.cells.map((cell) => YES.test(cell));
  const money = columns.filter(({ amounts, role }) => amounts !== null && role !== "balance");
  const valuesOf = (isFlagged: boolean) =>
    money.flatMap(({ at, amounts }) =>
      (amounts ?? []).filter((_, row) => rows[row] === isFlagged)
        .flatMap((text) => text !== null && hasValue(text) ? [{ at, ...text }] : [])
    );
  const others = Map.groupBy(valuesOf(false), ({ digits }) => digits);
  const isReversed = valuesOf(true).some(({ at, digits, sign }) =>
    others.get(digits)?.some((other) => other.at !== at || other.sign !== sign)
  );
  const which = `marked ${plain(status.heading)}`;
  return isReversed ? { rows: recordsAt(body, rows), example: status.heading, which } : null;
}

/** Semicolons separate answers. */
function plain(text: string): string {
  return text.replaceAll(";", ",");
}

/** The rank of a heading that clearly means the posting date. */
const BOOKING_DATE = 4;
/** Minimum number of rows; with fewer, a column's two values may be payment types, not statuses. */
const MIN_ROWS = 5;
const STAR = /^[*\u2020]|\*$/u;
/** Minimum number of rows with an asterisk or dagger; a single one may be part of a name. */
const MIN_STARS = 2;
/** Maximum ratio of rows with a mark, such as an asterisk, to rows without it. */
const MAX_PENDING = 0.5;

/**
 * Limits, as a count and as a fraction of the dated rows, on how many rows without a balance may be
 * assumed to be pending.
 */
const FEW = 3;
const FEW_SHARE = 0.25;

function areFew(rows: readonly boolean[], days: readonly string[]): boolean {
  const count = rows.filter((one) => one).length;
  return count <= FEW && count <= days.filter((day) => day !== "").length * FEW_SHARE;
}

/**
 * Whether the rows marked `true` are the newest ones, judging by the order of all other rows.
 * Returns `false` if so many rows are marked that they are probably not pending.
 */
function areNewest(
  rows: readonly boolean[],
  days: readonly string[],
  mostShare: number,
): boolean {
  const due = rows.filter((_, at) => days[at] !== "");
  const count = due.filter((one) => one).length;
  const direction = directionOf(days.filter((day, at) => day !== "" && rows[at] === false));
  const isAtStart = due.slice(0, count).every((one) => one);
  const isAtEnd = due.slice(-count).every((one) => one);
  const isNewest = direction === 1 ? isAtEnd : direction === -1 && isAtStart;
  return isNewest && count > 0 && count <= Math.max(1, (due.length - count) * mostShare);
}

/** Table titles, and the rows that a title such as `Pending transactions` marks as pending. */
export interface TableSections {
  /**
   * Titles directly above column headings, except the titles of sections that list pending or
   * posted transactions.
   */
  readonly titles: readonly string[];
  /** Rows that are definitely pending. */
  readonly pending: ReadonlySet<CsvRecord>;
  /**
   * Rows that may be pending; `null` if there are none. The title above these rows may not mean
   * "pending", or the section of pending transactions may have no clear end.
   */
  readonly doubtful: LikelyPending | null;
}

interface Section {
  readonly title: string;
  readonly rows: CsvRecord[];
  isClear: boolean;
}

/**
 * Finds the titles of tables. Also finds sections of pending transactions, which begin below a
 * title such as `Pending transactions` and end at the next title. Column headings that are
 * repeated without a title may mark the start of either a new page or the section of posted
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
    const isAboveHeading = records.slice(at + 1, at + 2).some(isHeading);
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
        // A single word below a row may be the rest of that row's text instead of a title.
        const isTitle = !isBelowRows || isAboveHeading || hasWords(title);
        sections.push(open = { title, rows: [], isClear: kind === "pending" && isTitle });
        continue;
      }
    } else continue;
    open = null;
  }
  return { titles, ...sorted(sections.filter(({ rows }) => rows.length > 0), body.size) };
}

/** Whether a title has several words; a single word might be a row's status instead of a title. */
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
  // If every transaction is below some title that may mean "pending", ignore all such titles,
  // unless one of them has several words and clearly means "pending".
  const isName = isAll && sections.every(({ isClear, title }) => !isClear || !hasWords(title));
  const doubtful = isName ? [] : sections.filter(({ isClear }) => isAll || !isClear);
  const [first] = doubtful;
  return {
    pending: isAll ? new Set() : rowsOf(sections.filter(({ isClear }) => isClear)),
    doubtful: first === undefined
      ? null
      : { rows: rowsOf(doubtful), example: first.title, which: `below ${plain(first.title)}` },
  };
}
