/** The demo household's bank statements for last month. They differ slightly from the plan. */

import { addDays } from "../domain/base/day.ts";
import { compareTexts } from "../domain/base/fold_text.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../domain/base/month.ts";
import type { PlanRecords, StoredTransaction } from "./model/records.ts";

export interface DemoStatement {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A transaction as the bank recorded it. */
interface Booking {
  readonly date: string;
  /** Milliunits. */
  readonly amount: number;
  readonly label: string;
}

/** A bank account's opening balance and transactions for last month. */
interface Account {
  readonly first: string;
  readonly last: string;
  /** Milliunits. */
  readonly opening: number;
  readonly bookings: readonly Booking[];
}

/** Prefix of the bank's labels for restaurants. Only the bank's amount includes a tip. */
const RESTAURANT = "TST* ";
const TIP = -5_000;

/** Creates a household's bank statements as of the given day, newest statement first. */
export function demoStatements(plan: PlanRecords, today: string): readonly DemoStatement[] {
  const month = addMonths(firstOfMonth(today), -1);
  const fileMonth = month.slice(0, "YYYY-MM".length);
  const lyon = accountIn(plan, month, {
    name: "Lyon Account",
    transferLabel: "VIR SEPA RECU",
    missing: [[20, -38_600, "CB CARREFOUR CITY LYON 3"], [27, -2_100, "FRAIS DE TENUE DE COMPTE"]],
  });
  const visa = accountIn(plan, month, {
    name: "Everyday Visa",
    transferLabel: "PAYMENT RECEIVED - THANK YOU",
    missing: [
      [10, -14_750, "SQ *HAWTHORNE BAGELS Portland OR"],
      [22, -36_400, "GREEN BASKET CO-OP 503-555-0618 OR"],
    ],
  });
  return [
    { name: `lyon-${fileMonth}.csv`, text: csvOf(lyon) },
    { name: `everyday-visa-${fileMonth}.ofx`, text: ofxOf(withTip(visa)) },
  ].map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) }));
}

/** Collects a month's cleared transactions, and some transactions that aren't in the plan. */
function accountIn(
  { accounts, payees, transactions }: PlanRecords,
  month: string,
  { name, transferLabel, missing }: {
    readonly name: string;
    readonly transferLabel: string;
    readonly missing: readonly (readonly [day: number, amount: number, label: string])[];
  },
): Account {
  const id = accounts.find((account) => account.name === name)?.id;
  const last = lastOfMonth(month);
  const names = new Map(payees.map((payee) => [payee.id, payee.name]));
  const rows = transactions.filter((row) =>
    row.account_id === id && !row.deleted && row.cleared !== "uncleared"
  );
  const labelOf = (row: StoredTransaction): string =>
    row.import_payee_name_original ??
      (row.transfer_account_id === null
        ? (names.get(row.payee_id ?? "") ?? "").toUpperCase()
        : transferLabel);
  const entered = rows.filter(({ date }) => date >= month && date <= last)
    .map((row) => ({ date: row.date, amount: row.amount, label: labelOf(row) }));
  const further = missing.map(([day, amount, label]) => ({
    date: addDays(month, day),
    amount,
    label,
  }));
  return {
    first: month,
    last,
    opening: rows.filter(({ date }) => date < month).reduce((sum, { amount }) => sum + amount, 0),
    bookings: [...entered, ...further].toSorted((one, other) => compareTexts(one.date, other.date)),
  };
}

/** Adds a tip to the last restaurant bill. */
function withTip(account: Account): Account {
  const { bookings } = account;
  const at = bookings.findLastIndex(({ label }) => label.startsWith(RESTAURANT));
  return {
    ...account,
    bookings: bookings.map((one, index) =>
      index === at ? { ...one, amount: one.amount + TIP } : one
    ),
  };
}

/** Writes a French bank's CSV file, whose last entry is pending. */
function csvOf({ bookings, last, opening }: Account): string {
  let balance = opening;
  const line = ({ date, amount, label }: Booking, ...rest: readonly string[]): string =>
    [date.split("-").toReversed().join("/"), label, inUnits(amount, ","), ...rest].join(";");
  const pending = { date: last, amount: -61_000, label: "CB SNCF LYON" };
  return [
    "Date;Libell\u00e9;Montant;Solde;Statut",
    ...bookings.map((booking) => {
      balance += booking.amount;
      return line(booking, inUnits(balance, ","), "Comptabilis\u00e9");
    }),
    line(pending, "", "En attente"),
    "",
  ].join("\r\n");
}

function inUnits(amount: number, decimalMark = "."): string {
  return (amount / 1000).toFixed(2).replace(".", decimalMark);
}

/** Writes a card's statement in the older form of OFX, which has no closing tags. */
function ofxOf({ bookings, first, last, opening }: Account): string {
  const compact = (date: string): string => date.replaceAll("-", "");
  const closing = bookings.reduce((sum, { amount }) => sum + amount, opening);
  return [
    "OFXHEADER:100",
    "DATA:OFXSGML",
    "VERSION:102",
    "ENCODING:UTF-8",
    "",
    "<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD",
    "<CCACCTFROM><ACCTID>4400660000004417</CCACCTFROM>",
    `<BANKTRANLIST><DTSTART>${compact(first)}<DTEND>${compact(last)}`,
    ...bookings.map(({ date, amount, label }, at) =>
      `<STMTTRN><TRNTYPE>${amount < 0 ? "DEBIT" : "CREDIT"}<DTPOSTED>${compact(date)}` +
      `<TRNAMT>${inUnits(amount)}<FITID>${compact(date)}${at}` +
      `<NAME>${label.replaceAll("&", "&amp;")}</STMTTRN>`
    ),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${inUnits(closing)}<DTASOF>${compact(last)}</LEDGERBAL>`,
    "</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>",
    "",
  ].join("\r\n");
}
