import type { CsvFormat, Noise } from "./_csv_format.ts";
import type { Draw } from "./_draw.ts";
import type { Role } from "./_language.ts";
import type { Balances, Booking, Ledger } from "./_ledger.ts";
import { amountText, dateText } from "./_written.ts";

/** A field of a line. `isText` matters for banks that quote only text. */
export interface Cell {
  readonly text: string;
  readonly isText: boolean;
}

export interface CellContext {
  readonly draw: Draw;
  readonly format: CsvFormat;
  readonly ledger: Ledger;
  readonly balances: Balances;
  /** Whether money owed on a card is shown without a minus sign. */
  readonly owedIsPositive: boolean;
  /** Constant content of irrelevant columns. */
  readonly constants: readonly string[];
}

const ABSENT: Cell = { text: "", isText: false };

/** Returns a transaction's fields, including irrelevant columns. */
export function cellsOf(booking: Booking, line: number, context: CellContext): readonly Cell[] {
  const { format } = context;
  const cells = format.columns.map((role) => cellOf(role, booking, context));
  return withNoise(cells, context, (kind, index) => noiseText(kind, { index, line, context }));
}

/** An opening or closing balance, or the sum of all transactions, listed like a transaction. */
export interface SumRow {
  readonly date: string;
  readonly label: string;
  readonly units: number;
  readonly isBalance: boolean;
}

export function sumRowCells(
  row: SumRow,
  context: CellContext,
): readonly Cell[] {
  const { format, ledger } = context;
  const inAmount = format.balanceRows === "in the amount";
  const labeled: Role = format.columns.includes("memo") ? "memo" : "payee";
  const cells = format.columns.map((role): Cell => {
    if (role === "date" || role === "value") {
      return {
        text: dateText(row.date, "00:00:00", { format: format.date, language: ledger.language }),
        isText: false,
      };
    }
    if (role === labeled) return { text: row.label, isText: true };
    if (role === "balance") {
      return row.isBalance ? { text: shownBalance(row.units, context), isText: false } : ABSENT;
    }
    const isAmount = ["amount", "out", "in", "side"].includes(role);
    return isAmount && inAmount ? amountCell(role, row.units, context) : ABSENT;
  });
  return withNoise(cells, context, () => "");
}

/** Returns the line that continues a transaction's memo. */
export function continuationCells(text: string, context: CellContext): readonly Cell[] {
  const cells = context.format.columns.map((role): Cell =>
    role === "memo" ? { text, isText: true } : ABSENT
  );
  return withNoise(cells, context, () => "");
}

export function withNoise(
  cells: readonly Cell[],
  { format }: Pick<CellContext, "format">,
  textOf: (kind: Noise, index: number) => string,
): readonly Cell[] {
  const all: Cell[] = [];
  for (let at = 0; at <= cells.length; at += 1) {
    format.noise.forEach(({ after, kind }, index) => {
      if (after === at) all.push({ text: textOf(kind, index), isText: kind === "code" });
    });
    const cell = cells[at];
    if (cell !== undefined) all.push(cell);
  }
  return all;
}

function cellOf(role: Role, booking: Booking, context: CellContext): Cell {
  const { format, ledger, balances } = context;
  const plain = (text: string): Cell => ({ text, isText: false });
  const text = (content: string): Cell => ({ text: content, isText: true });
  const written = (date: string): string =>
    dateText(date, booking.time, { format: format.date, language: ledger.language });
  switch (role) {
    case "date":
      return booking.state === "pending" && format.pendingInDate
        ? text(format.state[1])
        : plain(written(booking.date));
    case "value":
      return booking.state === "pending" ? ABSENT : plain(written(booking.valueDate));
    case "payee":
      return text(booking.payee);
    case "memo":
      return text(
        format.columns.includes("payee")
          ? booking.memo
          : [booking.payee, booking.memo].filter((part) => part !== "").join(" "),
      );
    case "balance": {
      const isShown = format.balance !== "end of day" || balances.endsDay.has(booking);
      const balance = (format.balance === "before" ? balances.before : balances.after)
        .get(booking);
      return balance === undefined || !isShown ? ABSENT : plain(shownBalance(balance, context));
    }
    case "currency":
      return text(booking.currency);
    case "account":
      return text(booking.account);
    case "counter":
      return text(booking.counter);
    case "category":
      return text(`K${booking.payee.length % 7}`);
    case "reference":
      return text(booking.reference);
    case "status":
      return text(stateText(booking, context));
    case "time":
      return plain(booking.time);
    case "foreign":
      return booking.foreign === null
        ? ABSENT
        : plain(amountText(booking.foreign.units, format.number, ledger.currency));
    case "foreign_currency":
      return text(booking.foreign?.currency ?? "");
    case "rate":
      return plain(booking.foreign === null ? "" : "1.0842");
    default:
      return amountCell(role, booking.units, context);
  }
}

/** A field with an amount, or with the word for its direction. */
function amountCell(role: Role, units: number, context: CellContext): Cell {
  const { format, ledger } = context;
  const written = (value: number): Cell => ({
    text: amountText(value, format.number, ledger.currency),
    isText: false,
  });
  const absent = format.empty === "" ? ABSENT : written(0);
  switch (role) {
    case "side":
      return { text: format.side[units > 0 ? 1 : 0], isText: true };
    case "out":
      if (units > 0) return absent;
      return written(format.style === "two_columns_signed" ? units : -units);
    case "in":
      return units > 0 ? written(units) : absent;
    case "gross":
      return written(units + feeOf(units));
    case "fee":
      return written(-feeOf(units));
    case "net":
      return written(units);
    default:
      if (format.style === "indicator") return written(Math.abs(units));
      return written(format.style === "negated" ? -units : units);
  }
}

/** The fee that a payment service deducts from incoming money. */
function feeOf(units: number): number {
  return units > 0 ? Math.round(units * 0.029) + 30 : 0;
}

export function shownBalance(
  units: number,
  { format, ledger, owedIsPositive }: CellContext,
): string {
  return amountText(owedIsPositive ? -units : units, format.number, ledger.currency);
}

function stateText(booking: Booking, { format, ledger }: CellContext): string {
  if (booking.state === "failed") return ledger.language.failed[0] ?? "";
  return format.state[booking.state === "booked" ? 0 : 1];
}

function noiseText(
  kind: Noise,
  { index, line, context }: {
    readonly index: number;
    readonly line: number;
    readonly context: CellContext;
  },
): string {
  const { draw, constants, format } = context;
  switch (kind) {
    case "constant":
      return constants[index] ?? "";
    case "zero":
      return `0${format.number.decimal}00`;
    case "number":
      return draw.digits(7);
    case "code":
      return `${draw.pick(["A", "B", "TR"])}${draw.digits(2)}`;
    case "rate":
      return `1${format.number.decimal}0000`;
    case "line":
      return String(line + 1);
    case "empty":
      return "";
  }
}

/** Lines before the heading, as fields: title, account, period and the like. */
export function linesAbove(context: CellContext): readonly (readonly string[])[] {
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
    [ledger.language.closing[0] ?? "", shownBalance(balance, context)],
    [""],
    [`${title} ${written(first)}`],
    ["", ""],
    ["BIC", "EXAMDEFFXXX"],
  ];
  const from = draw.whole(0, 2);
  return Array.from({ length: format.above }, (_, at) => all[(at + from) % all.length] ?? []);
}

/** Lines after the last transaction. */
export function linesBelow(context: CellContext): readonly (readonly string[])[] {
  const { draw, format, ledger } = context;
  const total = ledger.bookings.reduce(
    (sum, { units, state }) => state === "booked" ? sum + units : sum,
    0,
  );
  const all: readonly (readonly string[])[] = [
    [draw.pick(ledger.language.totals), amountText(total, format.number, ledger.currency)],
    [],
    [`${ledger.language.above[5]}: ${ledger.today}`],
    ["* * *"],
  ];
  return Array.from({ length: format.below }, (_, at) => all[at] ?? []);
}

/** The fields as a line of text. */
export function lineText(cells: readonly Cell[], { format }: Pick<CellContext, "format">): string {
  const { delimiter, quoting, padded, trailingDelimiter } = format;
  const fields = cells.map(({ text, isText }) => {
    const mustQuote = text.includes(delimiter) || text.includes('"') || /[\r\n]/u.test(text);
    if (mustQuote || quoting === "all" || (quoting === "texts" && isText)) {
      return `"${text.replaceAll('"', '""')}"`;
    }
    return padded ? (isText ? text.padEnd(14) : text.padStart(12)) : text;
  });
  return fields.join(delimiter) + (trailingDelimiter ? delimiter : "");
}

export function plainLine(fields: readonly string[], context: Pick<CellContext, "format">): string {
  if (fields.length === 0) return "";
  return lineText(fields.map((text) => ({ text, isText: true })), {
    format: { ...context.format, padded: false, trailingDelimiter: false },
  });
}
