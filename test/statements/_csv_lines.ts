import type { CsvFormat } from "./_csv_format.ts";
import type { Draw } from "./_draw.ts";
import type { Role } from "./_language.ts";
import type { Balances, Booking, Ledger } from "./_ledger.ts";
import { amountText, dateText } from "./_written.ts";

/** A field in a line of a CSV file. Some banks quote only fields for which `isText` is true. */
interface Cell {
  readonly text: string;
  readonly isText: boolean;
}

export interface LineContext {
  readonly draw: Draw;
  readonly format: CsvFormat;
  readonly ledger: Ledger;
  readonly balances: Balances;
  /** Whether money owed on a card is shown without a minus sign. */
  readonly owedIsPositive: boolean;
  /** Values for irrelevant columns whose kind is `constant`, by position in `format.noise`. */
  readonly constants: readonly string[];
}

const plain = (text: string): Cell => ({ text, isText: false });
const words = (text: string): Cell => ({ text, isText: true });
const ABSENT = plain("");

/**
 * Returns a function that writes a transaction's line; `continued` is text to append to the memo
 * after a line break.
 */
export function bookingLine(
  booking: Booking,
  line: number,
  context: LineContext,
): (continued?: string) => string {
  const { draw, format, constants } = context;
  const cells = cellsOf(booking, context);
  const { decimal } = format.number;
  const noise = format.noise.map(({ kind }, index) =>
    kind === "number"
      ? draw.digits(7)
      : kind === "code"
      ? `${draw.pick(["A", "B", "TR"])}${draw.digits(2)}`
      : {
        constant: constants[index] ?? "",
        zero: `0${decimal}00`,
        rate: `1${decimal}0000`,
        line: String(line + 1),
        empty: "",
      }[kind]
  );
  return (continued) => {
    const memo = continued === undefined ? cells.memo : words(`${cells.memo.text}\n${continued}`);
    return roleLine((role) => role === "memo" ? memo : cells[role], noise, context);
  };
}

/** Returns a line that lists a balance or a total in the same columns as a transaction. */
export function sumLine(
  { date, label, units, isBalance }: {
    readonly date: string;
    readonly label: string;
    readonly units: number;
    readonly isBalance: boolean;
  },
  context: LineContext,
): string {
  const { format, ledger } = context;
  const inAmount = format.balanceRows === "in the amount";
  const day = plain(dateText(date, "00:00:00", { format: format.date, language: ledger.language }));
  const { amount, out, in: in_, side } = amountCells(units, context);
  const cells: Partial<Record<Role, Cell>> = {
    date: day,
    value: day,
    [format.columns.includes("memo") ? "memo" : "payee"]: words(label),
    ...(isBalance ? { balance: shownBalance(units, context) } : {}),
    ...(inAmount ? { amount, out, in: in_, side } : {}),
  };
  return roleLine((role) => cells[role], [], context);
}

/** The line that continues a transaction's memo. */
export function continuationLine(text: string, context: LineContext): string {
  return roleLine((role) => role === "memo" ? words(text) : undefined, [], context);
}

export function headingLine(textOf: (role: Role) => string, context: LineContext): string {
  return roleLine((role) => words(textOf(role)), ["Branch", "Filler", "Code"], context);
}

/** A line with fields for all columns, including those that the statement reader must ignore. */
function roleLine(
  cellOf: (role: Role) => Cell | undefined,
  noise: readonly string[],
  context: LineContext,
): string {
  const { format } = context;
  const cells = [...format.columns.map(cellOf), null].flatMap((cell, at) => [
    ...format.noise.flatMap(({ after, kind }, index): readonly Cell[] =>
      after === at ? [{ text: noise[index] ?? "", isText: kind === "code" }] : []
    ),
    ...(cell === null ? [] : [cell ?? ABSENT]),
  ]);
  return lineText(cells, format);
}

function cellsOf(booking: Booking, context: LineContext): Readonly<Record<Role, Cell>> {
  const { format, ledger, balances } = context;
  const { payee, memo, time, foreign, state } = booking;
  const written = (date: string): Cell =>
    plain(dateText(date, time, { format: format.date, language: ledger.language }));
  const [booked, pending] = format.state;
  const isPending = state === "pending";
  const balance = (format.balance === "before" ? balances.before : balances.after).get(booking);
  const isShown = format.balance !== "end of day" || balances.endsDay.has(booking);
  return {
    ...amountCells(booking.units, context),
    date: isPending && format.pendingInDate ? words(pending) : written(booking.date),
    value: isPending ? ABSENT : written(booking.valueDate),
    payee: words(payee),
    memo: words(format.columns.includes("payee") ? memo : labelOf(booking)),
    balance: balance === undefined || !isShown ? ABSENT : shownBalance(balance, context),
    currency: words(booking.currency),
    account: words(booking.account),
    counter: words(booking.counter),
    category: words(`K${payee.length % 7}`),
    reference: words(booking.reference),
    status: words(
      state === "failed" ? ledger.language.failed[0] ?? "" : isPending ? pending : booked,
    ),
    time: plain(time),
    foreign: foreign === null ? ABSENT : amountCell(foreign.units, context),
    foreign_currency: words(foreign?.currency ?? ""),
    rate: plain(foreign === null ? "" : "1.0842"),
  };
}

/** The payee and memo together, for banks that have only one column for both. */
export function labelOf({ payee, memo }: Booking): string {
  return [payee, memo].filter((part) => part !== "").join(" ");
}

/** The fields of all columns that show an amount or its direction. */
function amountCells(
  units: number,
  context: LineContext,
): Readonly<Record<"side" | "out" | "in" | "gross" | "fee" | "net" | "amount", Cell>> {
  const { format: { style, side, empty } } = context;
  const written = (value: number): Cell => amountCell(value, context);
  const absent = empty === "" ? ABSENT : written(0);
  /** The fee that a payment service deducts from incoming money. */
  const fee = units > 0 ? Math.round(units * 0.029) + 30 : 0;
  const shown = style === "indicator" ? Math.abs(units) : style === "negated" ? -units : units;
  return {
    side: words(side[units > 0 ? 1 : 0]),
    out: units > 0 ? absent : written(style === "two_columns_signed" ? units : -units),
    in: units > 0 ? written(units) : absent,
    gross: written(units + fee),
    fee: written(-fee),
    net: written(units),
    amount: written(shown),
  };
}

function amountCell(units: number, { format, ledger }: LineContext): Cell {
  return plain(amountText(units, format.number, ledger.currency));
}

function shownBalance(units: number, context: LineContext): Cell {
  return amountCell(context.owedIsPositive ? -units : units, context);
}

/** Lines before the header row: title, account, period and the like. */
export function linesAbove(context: LineContext): readonly string[] {
  const { draw, format, ledger } = context;
  const [title = "", account = "", period = "", holder = "", currency = "", made = ""] =
    ledger.language.above;
  const written = (date: string): string =>
    dateText(date, "08:30:00", {
      format: { ...format.date, time: "none" },
      language: ledger.language,
    });
  const first = ledger.bookings[0]?.date ?? ledger.today;
  const last = ledger.bookings.at(-1)?.date ?? ledger.today;
  const balance = context.balances.closing[ledger.accounts[0] ?? ""] ?? 0;
  const all: readonly (readonly string[])[] = [
    [title],
    [account, ledger.accounts.join(" ")],
    [period, `${written(first)} - ${written(last)}`],
    [],
    [holder, "Robin Example"],
    [currency, ledger.currency.iso],
    [made, written(ledger.today)],
    [ledger.language.closing[0] ?? "", shownBalance(balance, context).text],
    [""],
    [`${title} ${written(first)}`],
    ["", ""],
    ["BIC", "EXAMDEFFXXX"],
  ];
  const from = draw.whole(0, 2);
  return Array.from(
    { length: format.above },
    (_, at) => plainLine(all[(at + from) % all.length], format),
  );
}

/** Lines after the last transaction. */
export function linesBelow(context: LineContext): readonly string[] {
  const { draw, format, ledger } = context;
  const total = ledger.bookings.reduce(
    (sum, { units, state }) => state === "booked" ? sum + units : sum,
    0,
  );
  const all: readonly (readonly string[])[] = [
    [draw.pick(ledger.language.totals), amountCell(total, context).text],
    [],
    [`${ledger.language.above[5]}: ${ledger.today}`],
    ["* * *"],
  ];
  return Array.from({ length: format.below }, (_, at) => plainLine(all[at], format));
}

function plainLine(fields: readonly string[] | undefined, format: CsvFormat): string {
  return fields === undefined || fields.length === 0
    ? ""
    : lineText(fields.map(words), { ...format, padded: false, trailingDelimiter: false });
}

/** Joins fields into a line of text. */
function lineText(cells: readonly Cell[], format: CsvFormat): string {
  const { delimiter, quoting, padded, trailingDelimiter } = format;
  const fields = cells.map(({ text, isText }) => {
    const mustQuote = text.includes(delimiter) || /["\r\n]/u.test(text);
    if (mustQuote || quoting === "all" || (quoting === "texts" && isText)) {
      return `"${text.replaceAll('"', '""')}"`;
    }
    return padded ? (isText ? text.padEnd(14) : text.padStart(12)) : text;
  });
  return fields.join(delimiter) + (trailingDelimiter ? delimiter : "");
}
