import { type Balances, balancesOf } from "./_balances.ts";
import type { BankFile } from "./_bank_file.ts";
import { Draw } from "./_draw.ts";
import { encodable, encode } from "./_encode.ts";
import { type Booking, lastAccount, type Ledger, milliunits } from "./_ledger.ts";
import { hasParts } from "./_open_points.ts";
import {
  byAccount,
  drawStandardLedger,
  standardAmount,
  standardOptions,
  standardRow,
} from "./_standard_ledger.ts";

interface OfxFormat {
  readonly isXml: boolean;
  /** Whether values have end tags, which SGML omits but some banks write. */
  readonly closes: boolean;
  readonly isLowerCase: boolean;
  readonly lineEnd: string;
  readonly encoding: "utf-8" | "windows-1252";
  readonly decimal: "." | ",";
  readonly time: string;
  /** How a bank escapes markup: not at all, as XML requires, or twice. */
  readonly escapes: "none" | "xml" | "twice";
  readonly payeeAggregate: boolean;
  readonly nameIn: "NAME" | "MEMO";
  readonly addsUp: boolean;
}

const TIMES = ["", "120000", "120000.000", "233000[-5:EST]", "003000.000[+2:EET]", "120000[0:GMT]"];

/** Generates an OFX or QFX file from a seed. */
export function ofxFile(seed: number): BankFile {
  const draw = new Draw(seed);
  const ledger = withOddNames(draw, drawStandardLedger(draw, { pending: draw.percent(4) }));
  const format = drawFormat(draw);
  const balances = balancesOf(ledger);
  const account = lastAccount(ledger.bookings);
  const body = byAccount(ledger).map((part) => statementText(part, { ledger, format, balances }));
  const signOn = element("SIGNONMSGSRSV1", [
    element("SONRS", [
      element("STATUS", [value("CODE", "0", format), value("SEVERITY", "INFO", format)], format),
      value("DTSERVER", `${ledger.today.replaceAll("-", "")}101500`, format),
      value("LANGUAGE", "ENG", format),
    ], format),
  ], format);
  const set = ledger.isCard ? "CREDITCARDMSGSRSV1" : "BANKMSGSRSV1";
  const text = header(format) +
    element("OFX", [signOn, element(set, body, format)], format) + format.lineEnd;
  return {
    seed,
    kind: "ofx",
    bytes: encode(encodable(text, format.encoding), { ...format, mark: false }),
    options: standardOptions(draw, ledger),
    rows: ledger.bookings
      .filter((booking) => booking.account === account)
      .filter(({ state }) => state !== "failed")
      .map((booking) =>
        standardRow(booking, {
          payees: payeesOf(booking, format).map((payee) => encodable(payee, format.encoding)),
          memo: booking.memo,
          currency: ledger.currency,
        })
      ),
    opening: milliunits(ledger.opening[account] ?? 0, ledger.currency),
    closing: milliunits(balances.closing[account] ?? 0, ledger.currency),
    answers: { part: account, decimal_sign: format.decimal, sign: "as_shown" },
    open: hasParts(ledger) ? ["part"] : [],
    traits: [JSON.stringify(format), ledger.currency.iso, `${ledger.bookings.length} bookings`],
  };
}

function drawFormat(draw: Draw): OfxFormat {
  const isXml = draw.percent(35);
  return {
    isXml,
    closes: isXml || draw.percent(25),
    isLowerCase: !isXml && draw.percent(4),
    lineEnd: draw.weighted({ "\r\n": 50, "\n": 40, "": 10 }),
    encoding: isXml || draw.percent(50) ? "utf-8" : "windows-1252",
    decimal: draw.percent(8) ? "," : ".",
    time: draw.pick(TIMES),
    escapes: isXml ? "xml" : draw.pick(["none", "xml", "xml", "twice"]),
    payeeAggregate: draw.percent(6),
    nameIn: draw.percent(8) ? "MEMO" : "NAME",
    addsUp: draw.percent(60),
  };
}

/** Gives some shops names that look like markup. */
function withOddNames(draw: Draw, ledger: Ledger): Ledger {
  if (!draw.percent(20)) return ledger;
  const odd = ["BAR <CAFE> 12", "A & B; Sons", "R&B Music", "x < y Maths Shop", "<3 Flowers"];
  return {
    ...ledger,
    bookings: ledger.bookings.map((booking) =>
      draw.percent(25) ? { ...booking, payee: draw.pick(odd) } : booking
    ),
  };
}

function header({ isXml, encoding, lineEnd }: OfxFormat): string {
  if (isXml) {
    return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>${lineEnd}` +
      `<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" ` +
      `NEWFILEUID="NONE"?>${lineEnd}`;
  }
  const lines = [
    "OFXHEADER:100",
    "DATA:OFXSGML",
    "VERSION:102",
    "SECURITY:NONE",
    `ENCODING:${encoding === "utf-8" ? "UTF-8" : "USASCII"}`,
    `CHARSET:${encoding === "utf-8" ? "NONE" : "1252"}`,
    "COMPRESSION:NONE",
    "OLDFILEUID:NONE",
    "NEWFILEUID:NONE",
    "",
    "",
  ];
  return lines.join(lineEnd === "" ? "\n" : lineEnd);
}

function element(tag: string, inner: readonly string[], format: OfxFormat): string {
  const name = format.isLowerCase ? tag.toLowerCase() : tag;
  return [`<${name}>`, ...inner, `</${name}>`].join(format.lineEnd);
}

function value(tag: string, text: string, format: OfxFormat): string {
  const name = format.isLowerCase ? tag.toLowerCase() : tag;
  return `<${name}>${escaped(text, format)}${format.closes ? `</${name}>` : ""}`;
}

function escaped(text: string, { escapes }: OfxFormat): string {
  if (escapes === "none") return text;
  const once = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escapes === "twice" ? once.replaceAll("&", "&amp;") : once;
}

function statementText(
  { account, bookings }: { readonly account: string; readonly bookings: readonly Booking[] },
  { ledger, format, balances }: {
    readonly ledger: Ledger;
    readonly format: OfxFormat;
    readonly balances: Balances;
  },
): string {
  const prefix = ledger.isCard ? "CC" : "";
  const stamp = (date: string): string => date.replaceAll("-", "") + format.time;
  const booked = bookings.filter(({ state }) => state === "booked");
  const pending = bookings.filter(({ state }) => state === "pending");
  const balance = (balances.closing[account] ?? 0) + (format.addsUp ? 0 : 4_321);
  const from = ledger.isCard
    ? element("CCACCTFROM", [value("ACCTID", account, format)], format)
    : element("BANKACCTFROM", [
      value("BANKID", "121000248", format),
      value("ACCTID", account, format),
      value("ACCTTYPE", "CHECKING", format),
    ], format);
  return element(`${prefix}STMTTRNRS`, [
    value("TRNUID", "1", format),
    element(`${prefix}STMTRS`, [
      value("CURDEF", ledger.currency.iso, format),
      from,
      element("BANKTRANLIST", [
        value("DTSTART", stamp(bookings[0]?.date ?? ledger.today), format),
        value("DTEND", stamp(bookings.at(-1)?.date ?? ledger.today), format),
        ...booked.map((booking) => bookingText(booking, { ledger, format })),
      ], format),
      ...(pending.length === 0 ? [] : [
        element("BANKTRANLISTP", [
          value("DTASOF", stamp(ledger.today), format),
          ...pending.map((booking) =>
            element("STMTTRNP", [
              value("TRNTYPE", "DEBIT", format),
              value("DTTRAN", stamp(booking.date), format),
              value(
                "TRNAMT",
                standardAmount(booking.units, ledger.currency, format.decimal),
                format,
              ),
              value("NAME", booking.payee, format),
            ], format)
          ),
        ], format),
      ]),
      element("LEDGERBAL", [
        value("BALAMT", standardAmount(balance, ledger.currency, format.decimal), format),
        value("DTASOF", stamp(ledger.today), format),
      ], format),
    ], format),
  ], format);
}

function bookingText(
  booking: Booking,
  { ledger, format }: { readonly ledger: Ledger; readonly format: OfxFormat },
): string {
  const amount = standardAmount(booking.units, ledger.currency, format.decimal);
  const name = format.nameIn === "NAME" ? booking.payee : "";
  const memo = format.nameIn === "NAME" ? booking.memo : booking.payee;
  return element("STMTTRN", [
    value("TRNTYPE", booking.units < 0 ? "DEBIT" : "CREDIT", format),
    value("DTPOSTED", booking.date.replaceAll("-", "") + format.time, format),
    value("DTUSER", booking.valueDate.replaceAll("-", ""), format),
    value("TRNAMT", amount, format),
    value("FITID", booking.reference + booking.time, format),
    format.payeeAggregate
      ? element(
        "PAYEE",
        [value("NAME", name, format), value("CITY", "Springfield", format)],
        format,
      )
      : value("NAME", name, format),
    ...(memo === "" ? [] : [value("MEMO", memo, format)]),
  ], format);
}

/** Correct labels. If only the memo contains the payee, an empty label is correct, too. */
function payeesOf({ payee }: Booking, { nameIn }: OfxFormat): readonly string[] {
  return nameIn === "NAME" ? [payee] : [payee, ""];
}
