import type { BankFile, TrueRow } from "./_bank_file.ts";
import { balancesOf } from "./_balances.ts";
import {
  balanceRowCells,
  type CellContext,
  cellsOf,
  continuationCells,
  withNoise,
} from "./_csv_cells.ts";
import { type CsvFormat, drawCsvFormat, headingOf } from "./_csv_format.ts";
import { linesAbove, linesBelow, lineText, plainLine } from "./_csv_margins.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { languages, type Role } from "./_language.ts";
import { type Booking, drawLedger, type Ledger, milliunits } from "./_ledger.ts";
import { openPoints } from "./_open_points.ts";

const CONTINUED = "ref 4711/88";

/** A bank's CSV file, drawn from a seed. */
export function csvFile(seed: number): BankFile {
  const draw = new Draw(seed);
  const { ledger, format } = drawBank(draw);
  const balances = balancesOf(ledger);
  const context: CellContext = {
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
    ...linesAbove(context).map((fields) => plainLine(fields, context)),
    ...headingLine(context),
    ...bookingLines(shown, context),
    ...linesBelow(context).map((fields) => plainLine(fields, context)),
  ];
  const text = lines.join(format.lineEnd) + (draw.percent(90) ? format.lineEnd : "");
  const account = ledger.accounts.at(-1) ?? "";
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
    open: openPoints({ shown, format, ledger, balances, isCard }),
    traits: traitsOf(context, isCard),
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
  return { ledger, format: drawCsvFormat(draw, { language, isCard, needs }) };
}

/** Oldest or newest first; a few banks without balances don't sort. */
function inFileOrder(draw: Draw, ledger: Ledger, format: CsvFormat): readonly Booking[] {
  if (format.balance === "none" && draw.percent(3)) return draw.shuffled(ledger.bookings);
  const bySection = ledger.accounts.length > 1 && draw.percent(50)
    ? ledger.accounts.flatMap((account) => ledger.bookings.filter((one) => one.account === account))
    : ledger.bookings;
  return format.newestFirst ? bySection.toReversed() : bySection;
}

function headingLine(context: CellContext): readonly string[] {
  const { draw, format, ledger } = context;
  if (format.heading === "none") return [];
  const words = format.columns.map((role) => ({
    text: headingOf(draw, role, {
      language: ledger.language,
      heading: format.heading,
      currency: ledger.currency.iso,
    }),
    isText: true,
  }));
  const noise = ["Branch", "Filler", "Code"];
  return [lineText(withNoise(words, context, (_, index) => noise[index] ?? ""), context)];
}

function bookingLines(shown: readonly Booking[], context: CellContext): readonly string[] {
  const { draw, format } = context;
  const lines = shown.flatMap((booking, at) => {
    const cells = cellsOf(booking, at, context);
    const isContinued = format.columns.includes("memo") && format.lines !== "one" &&
      draw.percent(30);
    if (!isContinued) return [lineText(cells, context)];
    if (format.lines === "below") {
      return [lineText(cells, context), lineText(continuationCells(CONTINUED, context), context)];
    }
    const memo = memoIndex(context);
    return [
      lineText(
        cells.map((cell, index) =>
          index === memo ? { ...cell, text: `${cell.text}\n${CONTINUED}` } : cell
        ),
        context,
      ),
    ];
  });
  return hasBalanceRows(context) ? withBalanceRows(lines, context) : lines;
}

/** Where the memo is among the fields of a line. */
function memoIndex(context: CellContext): number {
  const marked = context.format.columns.map((role) => ({ text: role, isText: true }));
  return withNoise(marked, context, () => "").findIndex(({ text }) => text === "memo");
}

function hasBalanceRows({ format, ledger }: Pick<CellContext, "format" | "ledger">): boolean {
  return format.balanceRows !== "none" && format.style !== "net" &&
    ledger.accounts.length === 1 &&
    ledger.bookings.every(({ currency }) => currency === ledger.currency.iso);
}

function withBalanceRows(lines: readonly string[], context: CellContext): readonly string[] {
  const { draw, format, ledger, balances } = context;
  const account = ledger.accounts[0] ?? "";
  const opening = lineText(
    balanceRowCells({
      date: ledger.bookings[0]?.date ?? ledger.today,
      label: draw.pick(ledger.language.opening),
      units: ledger.opening[account] ?? 0,
    }, context),
    context,
  );
  const closing = lineText(
    balanceRowCells({
      date: ledger.bookings.at(-1)?.date ?? ledger.today,
      label: draw.pick(ledger.language.closing),
      units: balances.closing[account] ?? 0,
    }, context),
    context,
  );
  return format.newestFirst ? [closing, ...lines, opening] : [opening, ...lines, closing];
}

function trueRow(booking: Booking, context: CellContext): TrueRow {
  const { format, ledger } = context;
  const clean = (text: string): string =>
    encodable(text, format.encoding).replace(/\s+/gu, " ").trim();
  const both = [booking.payee, booking.memo].filter((part) => part !== "").join(" ");
  const label = clean(format.columns.includes("payee") ? booking.payee : both);
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

function traitsOf(
  { format, ledger, owedIsPositive }: CellContext,
  isCard: boolean | null,
): readonly string[] {
  const { number, date } = format;
  return [
    ledger.language.code,
    ledger.currency.iso,
    ledger.isCard ? `card${isCard === null ? " (untold)" : ""}` : "cash",
    `delimiter ${JSON.stringify(format.delimiter)}`,
    `heading ${format.heading}`,
    format.style,
    `dates ${date.order}${date.separator}${date.shortYear ? " short" : ""}`,
    `numbers ${JSON.stringify(number.decimal + number.group)} ${number.negative} ${number.symbol}`,
    `balance ${format.balance}${owedIsPositive ? " owed" : ""}`,
    `columns ${format.columns.join(" ")}`,
    `noise ${format.noise.map(({ kind }) => kind).join(" ")}`,
    `${format.encoding}, ${ledger.bookings.length} bookings`,
    `rows ${format.lines}, balances ${format.balanceRows}, above ${format.above}, below ${format.below}`,
    `${format.newestFirst ? "newest" : "oldest"} first`,
  ];
}
