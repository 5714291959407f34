import { cleanWhole } from "../domain/base/clean_text.ts";
import { sumOf } from "../domain/base/money.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import { readAmount } from "./amounts.ts";
import { amountIn, columnsIn } from "./csv_amounts.ts";
import { type Column, isEmpty } from "./csv_columns.ts";
import { type BalanceLabel, balanceLabel, reasonIn } from "./csv_labels.ts";
import type { AmountLayout } from "./csv_layout.ts";
import type { CsvRecord } from "./csv_records.ts";
import { type DateOrder, readDate } from "./dates.ts";
import type { Booking } from "./parts.ts";
import { quoted, refusal } from "./refusal.ts";

/** What is needed to read the transactions of a CSV file. */
export interface BookingLayout {
  readonly dateColumn: Column;
  readonly order: DateOrder;
  readonly amounts: Pick<AmountLayout, "source" | "decimal" | "sign">;
  readonly width: number;
  readonly status: Column | null;
  readonly statusReasons: ReadonlyMap<string, Extract<LeftOutReason, "pending" | "failed"> | null>;
  readonly payees: readonly Column[];
  readonly payers: readonly Column[];
  readonly memos: readonly Column[];
  readonly others: readonly Column[];
  /** Why a row is left out, apart from its date and status; `null` if it isn't. */
  readonly reasonOf: (record: CsvRecord) => LeftOutReason | null;
}

/** A transaction and the record that it was read from. */
export interface ReadBooking extends Booking {
  readonly record: CsvRecord;
  /** What the record's labels reveal about it. */
  readonly label: BalanceLabel | null;
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
    else if (one.kind === "unreadable" && (isInside || one.isDated)) throw one.error;
    else if (one.kind === "text" && at > first) continueBooking(bookings, record, layout);
  }
  return bookings;
}

type RecordReading =
  | { readonly kind: "booking" | "pending"; readonly booking: ReadBooking }
  | { readonly kind: "text" | "balance" }
  | { readonly kind: "unreadable"; readonly error: ToolError; readonly isDated: boolean };

/** Also matches unknown month names, so that a row with one is never dropped. */
const DATE_LIKE = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[ ./-]*\p{L}{3,12}[ .,/-]*\d{2,4})$/u;

function readRecord(record: CsvRecord, layout: BookingLayout): RecordReading {
  const { cells, line } = record;
  const { dateColumn, order, amounts, status, width } = layout;
  const cellAt = (at: number): string => cells[at] ?? "";
  const dateCell = cellAt(dateColumn.at);
  const date = readDate(dateCell)?.[order] ?? null;
  const size = amountOf(record, amounts);
  const reason = reasonIn(dateCell) ?? layout.statusReasons.get(cellAt(status?.at ?? -1)) ??
    layout.reasonOf(record);
  if (date === null && size !== null && size !== undefined && reason !== null) {
    return { kind: "pending", booking: bookingOf(record, { date: "", size, reason }, layout) };
  }
  if (date === null) {
    const isDated = DATE_LIKE.test(dateCell) && size !== null;
    if (isDated) return unreadable(line, `has no valid date (${quoted(dateCell)})`, true);
    if (size === null && isEmpty(dateCell)) return { kind: "text" };
    if (labelOf(record, layout) !== null) return { kind: "balance" };
    if (size === null) return { kind: "text" };
    return unreadable(line, "has an amount but no date", false);
  }
  if (size === null) {
    if (labelOf(record, layout) !== null) return { kind: "balance" };
    // A separate line precedes each day's transactions.
    if (cells.filter((cell) => cell !== "").length === 1) return { kind: "text" };
    return unreadable(line, "has a date but no amount", false);
  }
  if (size === undefined) {
    const isOne = columnsIn(amounts.source).some(({ at }) => /\d/u.test(cellAt(at)));
    return unreadable(line, "has an amount that can't be read", isOne);
  }
  if (cells.slice(width).some((cell) => cell !== "")) {
    return unreadable(line, "has more columns than the others", true);
  }
  return { kind: "booking", booking: bookingOf(record, { date, size, reason }, layout) };
}

function unreadable(line: number, what: string, isDated: boolean): RecordReading {
  const error = refusal(`line ${line} ${what}: correct the line, or download the file again`);
  return { kind: "unreadable", error, isDated };
}

/** Returns a record's amount from the account owner's perspective; see {@linkcode amountIn}. */
function amountOf(
  { cells }: CsvRecord,
  { source, decimal, sign }: BookingLayout["amounts"],
): number | null | undefined {
  const cellAt = (at: number): string => cells[at] ?? "";
  const amount = amountIn(source, {
    cellAt,
    decimal,
    textAt: (at) => isEmpty(cellAt(at)) ? null : readAmount(cellAt(at)) ?? undefined,
  });
  return amount === null || amount === undefined || sign === "as_shown" ? amount : 0 - amount;
}

/** What a record's texts reveal about a balance. */
export function labelOf(
  { cells }: CsvRecord,
  { payees, memos, others }: Pick<BookingLayout, "payees" | "memos" | "others">,
): BalanceLabel | null {
  for (const { at } of [...payees, ...memos, ...others]) {
    const label = balanceLabel(cells[at] ?? "");
    if (label !== null) return label;
  }
  return null;
}

function bookingOf(
  record: CsvRecord,
  { date, size, reason }: {
    readonly date: string;
    readonly size: number;
    readonly reason: LeftOutReason | null;
  },
  layout: BookingLayout,
): ReadBooking {
  const { cells } = record;
  const textOf = ({ at }: Column): string => cleanWhole(cells[at] ?? "");
  const parties = (size < 0 ? layout.payees : layout.payers).map(textOf);
  const memos = layout.memos.map(textOf);
  // If no column has payees, the memos are references.
  const payee = parties.length === 0
    ? ""
    : [...parties, ...memos].find((text) => text !== "") ?? "";
  return {
    date,
    amount: size,
    payee,
    // The other name is that of the account's owner.
    memo: joinedTexts([...parties.slice(0, 1), ...memos], payee),
    reason,
    record,
    label: labelOf(record, layout),
  };
}

/** A record without a date and an amount continues the transaction above it. */
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

/** Joins the bank's distinct texts on one line; `null` if all are empty. */
function joinedTexts(texts: readonly string[], without = ""): string | null {
  const distinct = new Set(texts.map(cleanWhole).filter((text) => text !== "" && text !== without));
  return distinct.size === 0 ? null : [...distinct].join(" ");
}

/** Balances and totals that a file lists among its transactions. */
export interface BalanceRows {
  readonly rows: readonly ReadBooking[];
  readonly opening: number | null;
  readonly closing: number | null;
  /** Whether sums of transactions confirm the balances, so that no question is needed. */
  readonly isConfirmed: boolean;
}

interface Known {
  readonly isNewestFirst: boolean;
  readonly isCard: boolean | null;
  /** Balances that follow from the column of running balances. */
  readonly proven: { readonly opening: number; readonly closing: number } | null;
}

/** Minimum number of transactions whose sum identifies an unlabeled balance. */
const MIN_BOOKINGS = 3;

/** Finds balances and totals among the transactions, by labels or sums. */
export function findBalanceRows(all: readonly ReadBooking[], known: Known): BalanceRows | null {
  const { isNewestFirst, isCard, proven } = known;
  const entered = all.filter(({ reason }) => reason === null);
  const labeled = entered.filter(({ label, amount }) => label !== null && amount !== 0);
  const [first, ...rest] = isNewestFirst ? entered.toReversed() : entered;
  const last = rest.pop();
  // Nothing precedes the first balance, so an amount equal to it may be no transaction.
  const isFirstBalance = proven?.opening === 0 && isCard !== true && first !== undefined &&
    first.label === null && isUnlike(first, entered);
  if (isFirstBalance) return unconfirmed([first, ...labeled], first.amount);
  if (labeled.length > 0) return confirmed(labeled, entered, known);
  if (first === undefined || last === undefined || proven !== null) return null;
  const sum = totalOf(rest);
  const mayBeOpening = rest.length >= MIN_BOOKINGS || first.date === rest[0]?.date;
  if (sum !== 0 && first.amount + sum === last.amount && mayBeOpening) {
    return unconfirmed([first, last], first.amount, last.amount);
  }
  const isLong = rest.length >= MIN_BOOKINGS;
  const bare = isLong ? [first, last].filter((one) => lacksTexts(one, rest)) : [];
  const rows = bare.length > 0 ? bare : totalsIn(entered);
  return rows.length > 0 ? unconfirmed(rows) : null;
}

function unconfirmed(
  rows: readonly ReadBooking[],
  opening: number | null = null,
  closing: number | null = null,
): BalanceRows {
  return { rows, opening, closing, isConfirmed: false };
}

/** Labels records that break the running balances. They are balances or totals. */
export function labelStrays(
  bookings: readonly ReadBooking[],
  strays: readonly CsvRecord[],
  proven: Known["proven"],
): readonly ReadBooking[] {
  const labelOf = (amount: number): BalanceLabel =>
    amount === proven?.opening ? "opening" : amount === proven?.closing ? "closing" : "total";
  return bookings.map((one) =>
    one.label === null && strays.includes(one.record) ? { ...one, label: labelOf(one.amount) } : one
  );
}

/** Whether no other transaction has the same text, and the text has no number. */
function isUnlike({ payee }: ReadBooking, all: readonly ReadBooking[]): boolean {
  return payee !== "" && !/\d/u.test(payee) &&
    all.filter((one) => one.payee === payee).length === 1;
}

/** Finds totals of money out, in, or both, in the last or first rows. */
function totalsIn(entered: readonly ReadBooking[]): readonly ReadBooking[] {
  const ends = [1, 2].flatMap((count) => [entered.slice(-count), entered.slice(0, count)]);
  return ends.find((rows) =>
    rows.every((row) => row.amount !== 0 && isUnlike(row, entered)) &&
    areTotals(rows, entered.filter((one) => !rows.includes(one)))
  ) ?? [];
}

/** An opposite amount, such as the payment of a card's purchases, is no total. */
function areTotals(rows: readonly ReadBooking[], others: readonly ReadBooking[]): boolean {
  const outs = others.filter(({ amount }) => amount < 0);
  const ins = others.filter(({ amount }) => amount > 0);
  const [row, second] = rows;
  if (second !== undefined) {
    const sizes = rows.map(({ amount }) => Math.abs(amount));
    return outs.length > 0 && ins.length > 0 &&
      [outs, ins].every((part) => sizes.includes(Math.abs(totalOf(part))));
  }
  if (others.length === 1) {
    return row?.amount === others[0]?.amount && row?.date === others[0]?.date;
  }
  return totalOf(others) === row?.amount ||
    [outs, ins].some((part) => part.length >= MIN_BOOKINGS && totalOf(part) === row?.amount);
}

/** An answer that leaves out some rows. */
export interface RowsChoice {
  readonly choice: string;
  readonly rows: readonly ReadBooking[];
}

/** A balance has a date, a text and an amount. */
const BALANCE_CELLS = 3;

/**
 * The answers that leave out the first row, the last, or both, if they may be balances. In an
 * unknown language, no label shows that.
 */
export function unknownRows(all: readonly ReadBooking[]): readonly RowsChoice[] {
  const entered = all.filter(({ reason, amount }) => reason === null && amount !== 0);
  const ends = entered.length < 2 ? [] : [...entered.slice(0, 1), ...entered.slice(-1)];
  const rows = ends.filter((one) =>
    isUnlike(one, entered) && one.record.cells.filter((cell) => cell !== "").length <= BALANCE_CELLS
  );
  const parts = [...rows.map((row) => [row]), ...(rows.length > 1 ? [rows] : [])];
  return parts.map((part) => {
    const names = part.map(({ payee }) => quoted(payee.replaceAll(";", ",")));
    return { choice: `without ${names.join(" and ")}`, rows: part };
  });
}

/** Minimum number of columns that are empty only in a balance's row. */
const MIN_LACKING = 2;

/** Whether several columns are empty in a row but filled in all other rows. */
function lacksTexts({ record }: ReadBooking, others: readonly ReadBooking[]): boolean {
  const lacking = [...(others[0]?.record.cells ?? []).keys()].filter((at) =>
    (record.cells[at] ?? "") === "" &&
    others.every((other) => (other.record.cells[at] ?? "") !== "")
  );
  return lacking.length >= MIN_LACKING;
}

function confirmed(
  rows: readonly ReadBooking[],
  entered: readonly ReadBooking[],
  { isNewestFirst, proven }: Known,
): BalanceRows {
  const others = entered.filter((one) => !rows.includes(one));
  const out = totalOf(others.filter(({ amount }) => amount < 0));
  const sum = totalOf(others);
  const oldest = isNewestFirst ? entered.at(-1) : entered[0];
  const kindOf = (row: ReadBooking): BalanceLabel | null =>
    row.label === "balance" ? (row === oldest ? "opening" : "closing") : row.label ?? "total";
  const named = (label: BalanceLabel): readonly number[] =>
    rows.filter((row) => kindOf(row) === label).map(({ amount }) => amount);
  const [opening = null, ...openings] = named("opening");
  const [closing = null, ...closings] = named("closing");
  const hasBalances = opening !== null && closing !== null && opening + sum === closing;
  const sums = [sum, out, sum - out].map(Math.abs);
  const isConfirmed = openings.length + closings.length === 0 &&
    named("total").every((total) => sums.includes(Math.abs(total))) &&
    (proven === null
      ? hasBalances || (opening === null && closing === null)
      : (opening ?? proven.opening) === proven.opening &&
        (closing ?? proven.closing) === proven.closing);
  return {
    rows,
    isConfirmed,
    opening: hasBalances ? opening : null,
    closing: hasBalances ? closing : null,
  };
}

function totalOf(rows: readonly ReadBooking[]): number {
  return sumOf(rows.map(({ amount }) => amount));
}
