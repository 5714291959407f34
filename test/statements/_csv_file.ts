import type { BankFile, TrueRow } from "./_bank_file.ts";
import {
  bookingLine,
  continuationLine,
  headingLine,
  labelOf,
  type LineContext,
  linesAbove,
  linesBelow,
  sumLine,
} from "./_csv_lines.ts";
import { type CsvFormat, drawCsvFormat, headingOf } from "./_csv_format.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { languages, type Role } from "./_language.ts";
import {
  balancesOf,
  type Booking,
  drawLedger,
  lastAccount,
  type Ledger,
  milliunits,
} from "./_ledger.ts";

const CONTINUED = "ref 4711/88";

export function csvFile(seed: number): BankFile {
  const draw = new Draw(seed);
  const { ledger, format } = drawBank(draw);
  const balances = balancesOf(ledger);
  const context: LineContext = {
    draw,
    format,
    ledger,
    balances,
    owedIsPositive: ledger.isCard && (format.style === "negated" || draw.percent(8)),
    constants: Array.from({ length: 4 }, () => draw.digits(draw.whole(1, 6))),
  };
  const shown = inFileOrder(draw, ledger, format);
  const isCard = draw.percent(2) ? null : ledger.isCard;
  const lines = [
    ...(draw.percent(1.5) ? [`sep=${format.delimiter}`] : []),
    ...linesAbove(context),
    ...headingLines(context),
    ...bookingLines(shown, context),
    ...linesBelow(context),
  ];
  const text = lines.join(format.lineEnd) + (draw.percent(90) ? format.lineEnd : "");
  const account = lastAccount(shown);
  return {
    seed,
    kind: "csv",
    bytes: encode(encodable(text, format.encoding), format),
    options: {
      today: ledger.today,
      decimals: ledger.currency.decimals,
      currency: ledger.currency.iso,
      isCard,
      remembered: {},
      readAs: {},
    },
    rows: shown
      .filter((booking) => ledger.accounts.length === 1 || booking.account === account)
      .map((booking) => trueRow(booking, context)),
    opening: milliunits(ledger.opening[account] ?? 0, ledger.currency),
    closing: milliunits(balances.closing[account] ?? 0, ledger.currency),
    answers: answersFor(format, account),
    traits: [ledger.language.code, `${ledger.bookings.length} bookings`, JSON.stringify(format)],
  };
}

function drawBank(draw: Draw): { readonly ledger: Ledger; readonly format: CsvFormat } {
  const isEnglish = draw.percent(50);
  const language = isEnglish
    ? languages.find(({ code }) => code === "en") ?? draw.pick(languages)
    : draw.pick(languages);
  const isCard = draw.percent(25);
  const several = draw.percent(1);
  const pending = draw.percent(6);
  const otherCurrency = !several && draw.percent(2.5);
  const ledger = drawLedger(draw, {
    language,
    isCard,
    accountCount: several ? draw.whole(2, 3) : 1,
    pending,
    zeros: draw.percent(6),
    otherCurrency,
  });
  const needs: Role[] = [];
  if (pending || draw.percent(6)) needs.push("status");
  if (several) needs.push("account");
  if (otherCurrency) needs.push("currency");
  return {
    ledger,
    format: drawCsvFormat(draw, { language, currency: ledger.currency, isCard, needs }),
  };
}

/**
 * Puts transactions in the bank's order (oldest or newest first). If the file shows no balances,
 * the order is occasionally random.
 */
function inFileOrder(draw: Draw, ledger: Ledger, format: CsvFormat): readonly Booking[] {
  if (format.balance === "none" && draw.percent(3)) return draw.shuffled(ledger.bookings);
  const bySection = ledger.accounts.length > 1 && draw.percent(50)
    ? ledger.accounts.flatMap((account) => ledger.bookings.filter((one) => one.account === account))
    : ledger.bookings;
  return format.newestFirst ? bySection.toReversed() : bySection;
}

function headingLines(context: LineContext): readonly string[] {
  const { draw, format: { heading }, ledger: { language, currency } } = context;
  if (heading === "none") return [];
  const textOf = (role: Role): string =>
    headingOf(draw, role, { language, heading, currency: currency.iso });
  return [headingLine(textOf, context)];
}

function bookingLines(shown: readonly Booking[], context: LineContext): readonly string[] {
  const { draw, format } = context;
  const lines = shown.flatMap((booking, at) => {
    const line = bookingLine(booking, at, context);
    const isContinued = format.columns.includes("memo") && format.lines !== "one" &&
      draw.percent(30);
    if (!isContinued) return [line()];
    return format.lines === "below"
      ? [line(), continuationLine(CONTINUED, context)]
      : [line(CONTINUED)];
  });
  return hasSumRows(context) ? withSumRows(lines, context) : lines;
}

function hasSumRows({ format, ledger, owedIsPositive }: LineContext): boolean {
  const isConsistent = !owedIsPositive || format.style === "negated";
  return format.balanceRows !== "none" && format.style !== "net" && isConsistent &&
    ledger.accounts.length === 1 &&
    ledger.bookings.every(({ currency }) => currency === ledger.currency.iso);
}

function withSumRows(lines: readonly string[], context: LineContext): readonly string[] {
  const { draw, format, ledger, balances } = context;
  const { language } = ledger;
  const account = ledger.accounts[0] ?? "";
  const first = ledger.bookings[0]?.date ?? ledger.today;
  const last = ledger.bookings.at(-1)?.date ?? ledger.today;
  const opening = sumLine({
    date: first,
    label: draw.pick(language.opening),
    units: ledger.opening[account] ?? 0,
    isBalance: true,
  }, context);
  const closing = sumLine({
    date: last,
    label: draw.pick(language.closing),
    units: balances.closing[account] ?? 0,
    isBalance: true,
  }, context);
  const label = draw.pick(language.totals);
  const turnovers = format.balanceRows === "in the amount" && draw.percent(35)
    ? turnoversOf(context)
      .map((units) => sumLine({ date: last, label, units, isBalance: false }, context))
    : [];
  const all = [
    opening,
    ...(format.newestFirst ? lines.toReversed() : lines),
    ...turnovers,
    closing,
  ];
  return format.newestFirst ? all.toReversed() : all;
}

/**
 * Returns the total money out and the total money in, or only the net total if one column contains
 * both.
 */
function turnoversOf({ format, ledger }: LineContext): readonly number[] {
  const units = ledger.bookings.filter(({ state }) => state === "booked").map((one) => one.units);
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const isTogether = format.style === "signed" || format.style === "negated";
  const sums = isTogether
    ? [sum(units)]
    : [sum(units.filter((one) => one < 0)), sum(units.filter((one) => one > 0))];
  return sums.filter((one) => one !== 0);
}

function trueRow(booking: Booking, context: LineContext): TrueRow {
  const { format, ledger } = context;
  const clean = (text: string): string =>
    encodable(text, format.encoding).replace(/\s+/gu, " ").trim();
  const label = clean(format.columns.includes("payee") ? booking.payee : labelOf(booking));
  return {
    date: booking.state === "pending" && format.pendingInDate ? null : booking.date,
    amount: milliunits(booking.units, ledger.currency),
    payees: format.lines === "one" ? [label] : [label, `${label} ${CONTINUED}`],
    memo: format.columns.includes("memo") ? clean(booking.memo) : "",
    leftOut: booking.state !== "booked"
      ? booking.state
      : booking.currency !== ledger.currency.iso
      ? "other_currency"
      : booking.units === 0
      ? "zero"
      : null,
  };
}

function answersFor(format: CsvFormat, account: string): BankFile["answers"] {
  return {
    ...(format.date.order === "name" ? {} : { date_order: format.date.order }),
    decimal_sign: format.number.decimal,
    sign: format.style === "negated" ? "reversed" : "as_shown",
    part: account,
  };
}
