import { type Balances, balancesOf } from "./_balances.ts";
import type { BankFile } from "./_bank_file.ts";
import { Draw } from "./_draw.ts";
import { encode } from "./_encode.ts";
import { type Booking, lastAccount, type Ledger, milliunits } from "./_ledger.ts";
import { hasParts } from "./_open_points.ts";
import {
  byAccount,
  drawStandardLedger,
  standardAmount,
  standardOptions,
  standardRow,
} from "./_standard_ledger.ts";

interface CamtFormat {
  readonly message: "052" | "053";
  readonly version: "02" | "04" | "08";
  readonly prefix: string;
  readonly lineEnd: string;
  readonly mark: boolean;
  readonly hasTime: boolean;
  /** Whether the account has a separate statement for each half of the period. */
  readonly parts: number;
  readonly openingCode: "OPBD" | "PRCD";
  readonly details: boolean;
}

interface Writer {
  readonly draw: Draw;
  readonly ledger: Ledger;
  readonly format: CamtFormat;
  readonly balances: Balances;
}

/** Generates a CAMT.052 or .053 file from a seed. */
export function camtFile(seed: number): BankFile {
  const draw = new Draw(seed);
  const ledger = drawStandardLedger(draw, { europe: true, pending: draw.percent(10) });
  const format: CamtFormat = {
    message: draw.pick(["052", "053", "053"]),
    version: draw.pick(["02", "02", "04", "08"]),
    prefix: draw.pick(["", "", "", "ns2:", "camt:"]),
    lineEnd: draw.pick(["\n", "\r\n", ""]),
    mark: draw.percent(10),
    hasTime: draw.percent(15),
    parts: draw.percent(25) ? 2 : 1,
    openingCode: draw.percent(75) ? "OPBD" : "PRCD",
    details: !draw.percent(8),
  };
  const writer: Writer = { draw, ledger, format, balances: balancesOf(ledger) };
  const account = lastAccount(ledger.bookings);
  const body = byAccount(ledger).flatMap((part) => statements(part, writer));
  const [document, group, name] = format.message === "053"
    ? ["BkToCstmrStmt", "GrpHdr", "camt.053.001."]
    : ["BkToCstmrAcctRpt", "GrpHdr", "camt.052.001."];
  const space = format.prefix === "" ? "xmlns" : `xmlns:${format.prefix.slice(0, -1)}`;
  const { prefix } = format;
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${prefix}Document ${space}="urn:iso:std:iso:20022:tech:xsd:${name}${format.version}">`,
    tag(
      document ?? "",
      [tag(group ?? "", [tag("MsgId", ["M1"], writer)], writer), ...body],
      writer,
    ),
    `</${prefix}Document>`,
  ].join(format.lineEnd);
  return {
    seed,
    kind: "camt",
    bytes: encode(text, { encoding: "utf-8", mark: format.mark }),
    options: standardOptions(draw, ledger),
    rows: ledger.bookings
      .filter((booking) => booking.account === account && booking.state !== "failed")
      .map((booking) =>
        standardRow(booking, {
          payees: format.details ? [booking.payee] : [`${booking.payee} ${booking.memo}`],
          memo: booking.memo,
          currency: ledger.currency,
        })
      ),
    opening: milliunits(ledger.opening[account] ?? 0, ledger.currency),
    closing: milliunits(writer.balances.closing[account] ?? 0, ledger.currency),
    answers: { part: account, sign: "as_shown" },
    open: hasParts(ledger) ? ["part"] : [],
    traits: [JSON.stringify(format), ledger.currency.iso, `${ledger.bookings.length} bookings`],
  };
}

function tag(name: string, inner: readonly string[], { format }: Writer, attributes = ""): string {
  const full = format.prefix + name;
  const isLeaf = inner.length === 1 && !(inner[0] ?? "").startsWith("<");
  const between = isLeaf ? "" : format.lineEnd;
  return [`<${full}${attributes}>`, ...inner, `</${full}>`].join(between);
}

function leaf(name: string, text: string, writer: Writer): string {
  return tag(name, [escaped(text)], writer);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** One statement of the account, or two consecutive ones. */
function statements(
  { account, bookings }: { readonly account: string; readonly bookings: readonly Booking[] },
  writer: Writer,
): readonly string[] {
  const { ledger, format } = writer;
  const cut = format.parts === 1 ? bookings.length : Math.ceil(bookings.length / 2);
  let balance = ledger.opening[account] ?? 0;
  return [bookings.slice(0, cut), bookings.slice(cut)]
    .filter((part, at) => part.length > 0 || at === 0)
    .map((part, at) => {
      const opening = balance;
      balance += part.reduce((sum, { units, state }) => state === "booked" ? sum + units : sum, 0);
      return statement({ account, part, opening, closing: balance, at }, writer);
    });
}

function statement(
  { account, part, opening, closing, at }: {
    readonly account: string;
    readonly part: readonly Booking[];
    readonly opening: number;
    readonly closing: number;
    readonly at: number;
  },
  writer: Writer,
): string {
  const { ledger, format } = writer;
  const isIban = /^[A-Z]/u.test(account);
  const first = part[0]?.date ?? ledger.today;
  const last = part.at(-1)?.date ?? ledger.today;
  return tag(format.message === "053" ? "Stmt" : "Rpt", [
    leaf("Id", `S${at + 1}`, writer),
    leaf("ElctrncSeqNb", String(at + 1), writer),
    tag("Acct", [
      tag("Id", [
        isIban ? leaf("IBAN", account, writer) : tag("Othr", [leaf("Id", account, writer)], writer),
      ], writer),
      leaf("Ccy", ledger.currency.iso, writer),
    ], writer),
    balanceText(format.openingCode, opening, { date: first, writer }),
    balanceText("CLBD", closing, { date: last, writer }),
    balanceText("CLAV", closing + 100_000, { date: last, writer }),
    ...part.filter(({ state }) => state !== "failed").map((booking) => entry(booking, writer)),
  ], writer);
}

function balanceText(
  code: string,
  units: number,
  { date, writer }: { readonly date: string; readonly writer: Writer },
): string {
  return tag("Bal", [
    tag("Tp", [tag("CdOrPrtry", [leaf("Cd", code, writer)], writer)], writer),
    amount(units, writer),
    leaf("CdtDbtInd", units < 0 ? "DBIT" : "CRDT", writer),
    tag("Dt", [leaf("Dt", date, writer)], writer),
  ], writer);
}

function amount(units: number, writer: Writer): string {
  const { iso } = writer.ledger.currency;
  const text = standardAmount(Math.abs(units), writer.ledger.currency, ".");
  return tag("Amt", [text], writer, ` Ccy="${iso}"`);
}

function entry(booking: Booking, writer: Writer): string {
  const { draw, format } = writer;
  const status = booking.state === "booked" ? "BOOK" : "PDNG";
  const isReversal = booking.units > 0 && draw.percent(4);
  const day = (name: string, date: string): string =>
    tag(name, [
      format.hasTime
        ? leaf("DtTm", `${date}T${booking.time}+02:00`, writer)
        : leaf("Dt", date, writer),
    ], writer);
  return tag("Ntry", [
    amount(booking.units, writer),
    leaf("CdtDbtInd", booking.units < 0 ? "DBIT" : "CRDT", writer),
    ...(isReversal ? [leaf("RvslInd", "true", writer)] : []),
    format.version === "08"
      ? tag("Sts", [leaf("Cd", status, writer)], writer)
      : leaf("Sts", status, writer),
    day("BookgDt", booking.date),
    day("ValDt", booking.valueDate),
    leaf("AcctSvcrRef", booking.reference, writer),
    ...(format.details
      ? [tag("NtryDtls", [details(booking, isReversal, writer)], writer)]
      : [leaf("AddtlNtryInf", `${booking.payee} ${booking.memo}`, writer)]),
  ], writer);
}

/**
 * Writes the names of the parties: the one that gets the money is the creditor. In a reversal, the
 * roles are those of the original payment.
 */
function details(booking: Booking, isReversal: boolean, writer: Writer): string {
  const { format } = writer;
  const party = (name: string, title: string): string => {
    const nm = leaf("Nm", name, writer);
    return tag(title, [format.version === "08" ? tag("Pty", [nm], writer) : nm], writer);
  };
  const isOut = booking.units < 0 !== isReversal;
  return tag("TxDtls", [
    tag("Refs", [leaf("EndToEndId", booking.reference, writer)], writer),
    tag("RltdPties", [
      party(isOut ? "Robin Example" : booking.payee, "Dbtr"),
      party(isOut ? booking.payee : "Robin Example", "Cdtr"),
    ], writer),
    ...(booking.memo === "" ? [] : [tag("RmtInf", [leaf("Ustrd", booking.memo, writer)], writer)]),
  ], writer);
}
