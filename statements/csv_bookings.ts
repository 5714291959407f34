import { cleanWhole } from "../domain/base/clean_text.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import { amountInCells, columnsIn } from "./csv_amounts.ts";
import { type Column, isEmpty } from "./csv_columns.ts";
import { type BalanceLabel, balanceLabel, reasonIn, type TextColumns } from "./csv_labels.ts";
import type { AmountLayout } from "./csv_layout.ts";
import type { CsvRecord } from "./csv_records.ts";
import type { CsvTable } from "./csv_table.ts";
import { DATE_LIKE, type DateOrder, readDate } from "./dates.ts";
import type { Booking } from "./parts.ts";
import { quoted, refusal } from "./refusal.ts";

/** Which columns of a CSV file to read the transactions from, and how. */
export interface BookingLayout {
  readonly dateColumn: Column;
  readonly order: DateOrder;
  readonly amounts: Pick<AmountLayout, "source" | "decimal" | "sign">;
  readonly width: number;
  readonly cutOff: CsvTable["cutOff"];
  readonly payees: readonly Column[];
  /**
   * Two functions, one for money out and one for money in, that each return a record's payee and
   * memo.
   */
  readonly textsOf: Readonly<Record<"out" | "in", (record: CsvRecord) => RecordTexts>>;
  readonly memos: readonly Column[];
  /** The kind of balance or total that a record's text indicates; `null` if neither. */
  readonly labelOf: (record: CsvRecord) => BalanceLabel | null;
  /** The reason, other than the date, to leave out a row; `null` if there is none. */
  readonly reasonOf: (record: CsvRecord) => LeftOutReason | null;
}

type RecordTexts = Pick<Booking, "payee" | "memo">;

/** A transaction and the record that it was read from. */
export interface ReadBooking extends Booking {
  readonly record: CsvRecord;
  readonly label: BalanceLabel | null;
  /** Whether the record has no date of its own and takes the date of the row above. */
  readonly isUndated: boolean;
}

/** Reads the records from the first transaction to the last. */
export function readBookings(
  records: readonly CsvRecord[],
  layout: BookingLayout,
): readonly ReadBooking[] {
  const read = records.map((record) => readRecord(record, layout));
  const isBooking = (one: RecordReading): boolean => one.kind === "booking";
  const first = read.findIndex(isBooking);
  const last = read.findLastIndex(isBooking);
  const bookings: ReadBooking[] = [];
  for (const [at, one] of read.entries()) {
    const record = records[at] as CsvRecord;
    const isInside = at > first && at < last;
    if (one.kind === "booking" || one.kind === "pending") bookings.push(one.booking);
    else if (one.kind === "undated") {
      const next = read.slice(at).find(isBooking) as typeof one | undefined;
      const { date = "" } = bookings.findLast(({ reason }) => reason === null) ?? next?.booking ??
        {};
      bookings.push({ ...one.booking, date, isUndated: true });
    } else if (one.kind === "unreadable" && (isInside || one.isDated)) throw one.error;
    else if (one.kind === "text" && at > first) continueBooking(bookings, record, layout);
  }
  return bookings;
}

type RecordReading =
  | { readonly kind: "booking" | "pending" | "undated"; readonly booking: ReadBooking }
  | { readonly kind: "text" | "balance" }
  | { readonly kind: "unreadable"; readonly error: ToolError; readonly isDated: boolean };

function readRecord(record: CsvRecord, layout: BookingLayout): RecordReading {
  const { cells, line } = record;
  const { dateColumn, order, amounts, width, cutOff } = layout;
  const cellAt = (at: number): string => cells[at] ?? "";
  const dateCell = cellAt(dateColumn.at);
  const date = readDate(dateCell)?.[order] ?? null;
  const shown = amountInCells(amounts.source, cells, amounts.decimal);
  const isTurned = amounts.sign === "reversed" && typeof shown === "number";
  const amount = isTurned ? 0 - shown : shown;
  const reason = reasonIn(dateCell) ?? layout.reasonOf(record);
  if (date === null && amount !== null && amount !== undefined && reason !== null) {
    return { kind: "pending", booking: bookingOf(record, { date: "", amount, reason }, layout) };
  }
  if (date === null) {
    const isDated = DATE_LIKE.test(dateCell) && amount !== null;
    if (isDated) return unreadable(line, `has no valid date (${quoted(dateCell)})`, true);
    if (amount === null && isEmpty(dateCell)) return { kind: "text" };
    if (layout.labelOf(record) !== null) return { kind: "balance" };
    if (amount === null) return { kind: "text" };
    const hasText = [...layout.payees, ...layout.memos].some(({ at }) => cellAt(at) !== "");
    if (isEmpty(dateCell) && amount !== undefined && hasText && cells.length >= width - 1) {
      return { kind: "undated", booking: bookingOf(record, { date: "", amount, reason }, layout) };
    }
    return unreadable(line, "has an amount but no date", false);
  }
  if (amount === null) {
    if (layout.labelOf(record) !== null) return { kind: "balance" };
    // A pending amount may be in a column of its own.
    if (reason === "pending") {
      return { kind: "pending", booking: bookingOf(record, { date, amount: 0, reason }, layout) };
    }
    // In some files, a line with only the date precedes each day's transactions.
    if (cells.filter((cell) => cell !== "").length === 1) return { kind: "text" };
    return unreadable(line, "has a date but no amount", record === cutOff && cells.length < width);
  }
  if (amount === undefined) {
    const isOne = columnsIn(amounts.source).some(({ at }) => /\d/u.test(cellAt(at)));
    return unreadable(line, "has an amount that can't be read", isOne);
  }
  if (cells.slice(width).some((cell) => cell !== "")) {
    return unreadable(line, "has more columns than the other lines", true);
  }
  return { kind: "booking", booking: bookingOf(record, { date, amount, reason }, layout) };
}

function unreadable(line: number, what: string, isDated: boolean): RecordReading {
  const error = refusal(`line ${line} ${what}: correct the line, or download the file again`);
  return { kind: "unreadable", error, isDated };
}

/** Recognizes a balance or a total by the record's text; `null` for other records. */
export function labelOf(
  { cells }: CsvRecord,
  { payees, memos, others }: TextColumns,
): BalanceLabel | null {
  for (const { at } of [...payees, ...memos, ...others]) {
    const label = balanceLabel(cells[at] ?? "");
    if (label !== null) return label;
  }
  return null;
}

/**
 * Returns a record's payee and memo; `parties` are the columns that may name the payee, best first.
 * The columns in `sides` contain words such as `Debit`. Such a word is used as the payee only if
 * the record's `parties` and `memos` columns are empty.
 */
export function textsOf(
  { cells }: CsvRecord,
  parties: readonly Column[],
  columns: { readonly memos: readonly Column[]; readonly sides: readonly Column[] },
): RecordTexts {
  const textOf = ({ at }: Column): string => cleanWhole(cells[at] ?? "");
  const names = parties.map(textOf);
  const [memos, sides] = [columns.memos.map(textOf), columns.sides.map(textOf)];
  // If no column has payees, the memos are only payment references, so don't use them as payees.
  const payee = names.length === 0
    ? ""
    : [...names, ...memos, ...sides].find((text) => text !== "") ?? "";
  // Omit the second party, who is the account's owner.
  return { payee, memo: joinedTexts([...names.slice(0, 1), ...memos], payee) };
}

function bookingOf(
  record: CsvRecord,
  known: Pick<Booking, "date" | "amount" | "reason">,
  layout: BookingLayout,
): ReadBooking {
  return {
    ...known,
    ...layout.textsOf[known.amount < 0 ? "out" : "in"](record),
    record,
    label: layout.labelOf(record),
    isUndated: false,
  };
}

/** A record with neither a date nor an amount continues the transaction above it. */
function continueBooking(
  bookings: ReadBooking[],
  { cells }: CsvRecord,
  { payees, memos, width }: BookingLayout,
): void {
  const booking = bookings.at(-1);
  if (booking === undefined || cells.length < width - 1) return;
  const text = joinedTexts([...payees, ...memos].map(({ at }) => cells[at] ?? ""));
  if (text === null) return;
  const isFirst = booking.payee === "";
  bookings[bookings.length - 1] = {
    ...booking,
    payee: isFirst ? text : booking.payee,
    memo: isFirst ? booking.memo : joinedTexts([booking.memo ?? "", text]),
  };
}

/** Joins distinct texts into one line, skipping any equal to `without`; `null` if none is left. */
function joinedTexts(texts: readonly string[], without = ""): string | null {
  const distinct = new Set(texts.map(cleanWhole).filter((text) => text !== "" && text !== without));
  return distinct.size === 0 ? null : [...distinct].join(" ");
}
