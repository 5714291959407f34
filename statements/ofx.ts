import { cleanWhole } from "../domain/base/clean_text.ts";
import { isDay } from "../domain/base/day.ts";
import type { ReadAs, ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { amountOf, type AmountText, readAmount, settledDecimals, sizeOf } from "./amounts.ts";
import { type Booking, openQuestions, readPart, type StatementPart } from "./parts.ts";
import { checkCount, quoted, refusal } from "./refusal.ts";
import { bothSignsFrom, type SignEvidence } from "./signs.ts";

/** A transaction whose amount's decimal separator and sign convention aren't known yet. */
interface Entry extends Omit<Booking, "amount"> {
  readonly amount: AmountText;
  readonly written: string;
  readonly type: string;
}

interface Account {
  account: string | null;
  currency: string | null;
  /** `LEDGERBAL`, the balance on the day of the download. */
  balance: string;
  readonly entries: Entry[];
}

interface OfxBooking {
  /** `STMTTRN`, or `STMTTRNP` for a pending transaction. */
  readonly name: string;
  readonly at: number;
  readonly fields: Map<string, string>;
}

/** Reads OFX and QFX, as SGML or XML. */
export function readOfx(text: string, options: ReadingOptions): ReadingOfStatement {
  const accounts = accountsIn(text);
  const entries = accounts.flatMap((account) => account.entries);
  const decimals = settledDecimals(entries.map(({ amount }) => amount), options, false);
  const signs = signsOf(entries, options);
  const likely = { decimal_sign: decimals.sign, sign: signs.sign };
  const read = (as: ReadAs): ReadingOfStatement =>
    readPart("ofx", accounts.map((account) => partOf(account, { ...likely, ...as })), options);
  const { statement, questions } = read({});
  const open = openQuestions(
    { decimal_sign: decimals.choices, sign: signs.choices },
    entries[0]?.written ?? "",
    (as) => read(as).statement.rows,
  );
  return { statement, questions: [...questions, ...open] };
}

function accountsIn(text: string): readonly Account[] {
  const accounts: Account[] = [];
  let account: Account | null = null;
  let booking: OfxBooking | null = null;
  let bookings = 0;
  /** The enclosing aggregate, which determines what the tags in it mean. */
  let within = "";
  for (const { name, value, at } of ofxTags(text)) {
    if (/^(?:CC)?STMTRS$/u.test(name)) {
      accounts.push(account = { account: null, currency: null, balance: "", entries: [] });
    }
    if (account === null) continue;
    // Some banks write a closing tag only for the last transaction.
    if (/^\/?(?:STMTTRNP?|BANKTRANLISTP?|(?:CC)?STMTRS)$/u.test(name)) {
      if (booking !== null) account.entries.push(entryOf(booking, text, account.currency));
      booking = name.startsWith("STMTTRN") ? { name, at, fields: new Map() } : null;
      if (booking !== null) checkCount(bookings += 1);
      within = "";
      if (/^\/(?:CC)?STMTRS$/u.test(name)) account = null;
    } else if (AGGREGATES.has(name)) within = name;
    else if (AGGREGATES.has(name.slice(1))) within = "";
    else if (booking !== null && !IGNORED.test(within)) {
      if (value !== "" && !booking.fields.has(name)) booking.fields.set(name, value);
    } else if (name === "CURDEF") account.currency = value.toUpperCase() || null;
    else if (name === "BALAMT" && within === "LEDGERBAL") account.balance ||= value;
    else if (name === "ACCTID" && within !== "") account.account = value || null;
  }
  if (account !== null) throw refusal("the file is cut off: download it again");
  return accounts;
}

const AGGREGATES: ReadonlySet<string> = new Set([
  "BANKACCTFROM",
  "BANKACCTTO",
  "CCACCTFROM",
  "CCACCTTO",
  "CURRENCY",
  "LEDGERBAL",
  "ORIGCURRENCY",
]);

/**
 * Aggregates to ignore. `ORIGCURRENCY` names the currency that the amount was converted from; the
 * amount itself isn't in that currency.
 */
const IGNORED = /^(?:(?:BANK|CC)ACCTTO|ORIGCURRENCY)$/u;

function entryOf(
  { name, at, fields }: OfxBooking,
  text: string,
  currency: string | null,
): Entry {
  const written = fields.get("TRNAMT") ?? "";
  const amount = readAmount(written);
  // The date in the bank's time zone; the rest of the field is the time.
  const date = (fields.get("DTPOSTED") ?? fields.get("DTTRAN") ?? "")
    .replace(/^(\d{4})-?(\d\d)-?(\d\d).*$/u, "$1-$2-$3");
  if (amount === null || !isDay(date)) {
    const line = text.slice(0, at).split("\n").length;
    const what = amount === null ? `amount ${quoted(written)}` : `day ${quoted(date)}`;
    throw refusal(`line ${line}: the ${what} of this transaction can't be read`);
  }
  const labels = [fields.get("EXTDNAME"), fields.get("NAME"), fields.get("MEMO")]
    .map((label = "") => label.slice(0, LONGEST_LABEL).replace(/^<!\[CDATA\[(.*)\]\]>$/su, "$1"))
    // Some banks escape text twice.
    .map((label) => cleanWhole(cleanWhole(label)))
    .filter((label) => label !== "");
  const [payee = "", ...rest] = labels;
  const type = fields.get("TRNTYPE")?.toUpperCase() ?? "";
  const own = fields.get("CURSYM")?.toUpperCase();
  const isOther = own !== undefined && currency !== null && own !== currency;
  return {
    date,
    amount,
    written,
    type,
    payee,
    memo: rest.findLast((label) => label !== payee) ?? null,
    reason: name === "STMTTRNP" || type === "HOLD" ? "pending" : isOther ? "other_currency" : null,
  };
}

const LONGEST_LABEL = 5_000;

const OUT = /^(?:DEBIT|CHECK|POS|ATM|FEE|SRVCHG|DIRECTDEBIT)$/u;
const IN = /^(?:CREDIT|DEP|DIRECTDEP)$/u;

/**
 * Determines the sign convention. If the transaction types contradict the signs, the user must
 * choose a convention.
 */
function signsOf(
  entries: readonly Entry[],
  { readAs, remembered }: ReadingOptions,
): Pick<SignEvidence, "sign" | "choices"> {
  if (readAs.sign !== undefined) return { sign: readAs.sign, choices: [] };
  const nonZero = entries.filter(({ amount }) => /[1-9]/u.test(amount.digits));
  const agreeing = nonZero.filter(({ amount, type }) => (amount.sign < 0 ? OUT : IN).test(type));
  const contrary = nonZero.filter(({ amount, type }) => (amount.sign < 0 ? IN : OUT).test(type));
  const isContrary = contrary.length > agreeing.length;
  // If no amount has a minus sign, only the transaction types show which amounts are outflows.
  const isUnsigned = contrary.length > 0 && nonZero.every(({ amount }) => amount.sign >= 0);
  if (!isContrary && !isUnsigned) return { sign: "as_shown", choices: [] };
  if (remembered.sign !== undefined) return { sign: remembered.sign, choices: [] };
  const sign = isContrary ? "reversed" : "as_shown";
  return { sign, choices: bothSignsFrom(sign) };
}

function partOf(
  { account, currency, balance, entries }: Account,
  { decimal_sign: decimal, sign }: Required<Pick<ReadAs, "decimal_sign" | "sign">>,
): StatementPart {
  const read = (text: AmountText): number => {
    const amount = amountOf(text, decimal);
    return sign === "as_shown" ? amount : 0 - amount;
  };
  const bookings = entries.map(({ amount, type: _type, written: _, ...entry }) => {
    return { ...entry, amount: read(amount) };
  });
  const later = readAmount(balance);
  const isReadable = later !== null && sizeOf(later, decimal) !== null;
  const laterBalance = isReadable ? read(later) : null;
  return { account, currency, bookings, opening: null, closing: null, laterBalance };
}

/** A tag in an OFX file, and the text up to the next tag. */
interface OfxTag {
  /** The tag's name in uppercase; a closing tag's name starts with a slash. */
  readonly name: string;
  /** The trimmed text, whose entities haven't been decoded yet. */
  readonly value: string;
  readonly at: number;
}

/** Tags that may follow another tag on the same line. */
const KNOWN: ReadonlySet<string> = new Set(
  ("OFX SIGNONMSGSRSV1 SONRS STATUS CODE SEVERITY MESSAGE DTSERVER LANGUAGE DTPROFUP DTACCTUP FI ORG " +
    "FID BANKMSGSRSV1 CREDITCARDMSGSRSV1 INVSTMTMSGSRSV1 STMTTRNRS CCSTMTTRNRS TRNUID CLTCOOKIE " +
    "STMTRS CCSTMTRS INVSTMTRS CURDEF BANKACCTFROM CCACCTFROM BANKACCTTO CCACCTTO BANKID BRANCHID " +
    "ACCTID ACCTTYPE ACCTKEY BANKTRANLIST BANKTRANLISTP DTSTART DTEND DTASOF STMTTRN STMTTRNP " +
    "TRNTYPE DTPOSTED DTUSER DTAVAIL DTTRAN DTEXPIRE TRNAMT FITID CORRECTFITID CORRECTACTION " +
    "SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME PAYEE ADDR1 ADDR2 ADDR3 CITY STATE " +
    "POSTALCODE COUNTRY PHONE MEMO IMAGEDATA CURRENCY ORIGCURRENCY CURRATE CURSYM INV401KSOURCE " +
    "LEDGERBAL AVAILBAL BALAMT BALLIST BAL DESC BALTYPE VALUE MKTGINFO").split(" "),
);

/** Payee names may look like tags, so a tag counts only if it is known or starts a line. */
function* ofxTags(text: string): Generator<OfxTag> {
  let last: { readonly name: string; readonly at: number; readonly end: number } | null = null;
  const tagAt = (end: number | undefined): readonly OfxTag[] =>
    last === null
      ? []
      : [{ name: last.name, value: text.slice(last.end, end).trim(), at: last.at }];
  for (
    const match of text.matchAll(/(?:((?<=^[ \t]*)<)|<)(\/?)([a-z][a-z0-9._]*)(?: [^<>]*)?>/gimu)
  ) {
    const [whole, lineStart, slash = "", written = ""] = match;
    const name = written.toUpperCase();
    if (lineStart === undefined && !KNOWN.has(name)) continue;
    yield* tagAt(match.index);
    last = { name: slash + name, at: match.index, end: match.index + whole.length };
  }
  yield* tagAt(undefined);
}
