import type { BankFile } from "./_bank_file.ts";
import { balancesOf } from "./_balances.ts";
import type { CsvFormat, DateFormat } from "./_csv_format.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { type Booking, lastAccount, type Ledger, milliunits } from "./_ledger.ts";
import { hasParts, isCardSignOpen, openDateOrder } from "./_open_points.ts";
import { byAccount, drawStandardLedger, standardOptions, standardRow } from "./_standard_ledger.ts";
import { amountText } from "./_written.ts";

interface QifFormat {
  readonly order: "dmy" | "mdy" | "ymd";
  readonly separator: string;
  /** `quote` writes dates such as `6/24'24`, and `short` such as `6/24/24`. */
  readonly year: "full" | "quote" | "short";
  readonly isPadded: boolean;
  readonly lineEnd: string;
  readonly encoding: "utf-8" | "windows-1252";
  readonly decimal: "." | ",";
  readonly group: string;
  readonly isSplit: boolean;
  readonly endsWithCaret: boolean;
}

/** Generates a QIF file from a seed. */
export function qifFile(seed: number): BankFile {
  const draw = new Draw(seed);
  const ledger = drawStandardLedger(draw, {});
  const format = drawFormat(draw, ledger);
  const account = lastAccount(ledger.bookings);
  const lines = byAccount(ledger).flatMap(({ account: name, bookings }) => [
    ...(ledger.accounts.length > 1 ? ["!Account", `N${name}`, "TBank", "^"] : []),
    `!Type:${ledger.isCard ? "CCard" : "Bank"}${draw.percent(10) ? " " : ""}`,
    ...bookings.flatMap((booking) => record(booking, { draw, ledger, format })),
  ]);
  const text = (format.endsWithCaret ? lines : lines.slice(0, -1)).join(format.lineEnd) +
    format.lineEnd;
  const date: DateFormat = {
    order: format.order,
    separator: format.separator,
    shortYear: format.year === "short",
    padded: format.isPadded,
    time: "none",
    closed: false,
  };
  const options = standardOptions(draw, ledger);
  return {
    seed,
    kind: "qif",
    bytes: encode(encodable(text, format.encoding), { ...format, mark: false }),
    options,
    rows: ledger.bookings
      .filter((booking) => booking.account === account)
      .map((booking) =>
        standardRow(booking, {
          payees: [encodable(booking.payee, format.encoding)],
          memo: booking.memo,
          currency: ledger.currency,
        })
      ),
    opening: milliunits(ledger.opening[account] ?? 0, ledger.currency),
    closing: milliunits(balancesOf(ledger).closing[account] ?? 0, ledger.currency),
    answers: {
      part: account,
      date_order: format.order,
      decimal_sign: format.decimal,
      sign: "as_shown",
    },
    open: [
      ...(hasParts(ledger) ? ["part" as const] : []),
      ...(isCardSignOpen(ledger.bookings, options.isCard) ? ["sign" as const] : []),
      ...openDateOrder(ledger.bookings, date, ledger.today),
    ],
    traits: [JSON.stringify(format), ledger.currency.iso, `${ledger.bookings.length} bookings`],
  };
}

function drawFormat(draw: Draw, { language }: Ledger): QifFormat {
  const order = language.code === "en" ? draw.pick(["mdy", "mdy", "dmy"] as const) : "dmy";
  const drawn = draw.percent(10) ? "ymd" : order;
  return {
    order: drawn,
    separator: drawn === "ymd" ? "-" : language.code === "en" ? "/" : draw.pick(["/", ".", "-"]),
    year: drawn === "ymd"
      ? "full"
      : draw.weighted({ full: 55, quote: drawn === "mdy" ? 30 : 10, short: 15 }),
    isPadded: draw.percent(70),
    lineEnd: draw.percent(50) ? "\n" : "\r\n",
    encoding: draw.percent(60) ? "utf-8" : "windows-1252",
    decimal: language.decimal === "," && draw.percent(40) ? "," : ".",
    group: language.decimal === "." && draw.percent(50) ? "," : "",
    isSplit: draw.percent(20),
    endsWithCaret: !draw.percent(6),
  };
}

function record(
  booking: Booking,
  { draw, ledger, format }: {
    readonly draw: Draw;
    readonly ledger: Ledger;
    readonly format: QifFormat;
  },
): readonly string[] {
  const number: CsvFormat["number"] = {
    decimal: format.decimal,
    group: format.group,
    negative: "-",
    plus: false,
    symbol: "none",
    decimals: "all",
  };
  const written = (units: number): string => amountText(units, number, ledger.currency);
  const half = Math.trunc(booking.units / 2);
  return [
    `D${qifDate(booking.date, format)}`,
    ...(draw.percent(20) ? [`U${written(booking.units)}`] : []),
    `T${written(booking.units)}`,
    ...(draw.percent(30) ? ["C*"] : []),
    ...(draw.percent(20) ? [`N${booking.reference}`] : []),
    `P${booking.payee}`,
    ...(booking.memo === "" ? [] : [`M${booking.memo}`]),
    ...(format.isSplit && draw.percent(20)
      ? [
        "SFood:Groceries",
        "Efirst half",
        `$${written(half)}`,
        "SHome",
        `$${written(booking.units - half)}`,
      ]
      : ["LFood:Groceries"]),
    "^",
  ];
}

function qifDate(date: string, { order, separator, year, isPadded }: QifFormat): string {
  const [full = "", month = "", day = ""] = date.split("-");
  const part = (text: string): string => isPadded ? text : String(Number(text));
  if (order === "ymd") return [full, part(month), part(day)].join(separator);
  const [first, second] = order === "mdy" ? [month, day] : [day, month];
  const start = `${part(first)}${separator}${part(second)}`;
  const short = full.slice(2);
  if (year === "quote") return `${start}'${isPadded ? short : short.replace(/^0/u, " ")}`;
  return `${start}${separator}${year === "full" ? full : short}`;
}
