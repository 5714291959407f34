import { type Cell, type CellContext, shownBalance } from "./_csv_cells.ts";
import { amountText, dateText } from "./_written.ts";

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
