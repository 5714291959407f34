import { cleanWhole } from "../domain/base/clean_text.ts";
import { dayNumber, isDay } from "../domain/base/day.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../domain/statements/statement.ts";
import { type Booking, readPart, type StatementPart } from "./parts.ts";
import { refusal } from "./refusal.ts";

/** Matches known tags. Text that looks like an unknown tag belongs to the field before it. */
const TAG = /^(?:\{.*)?:(20|21|25P?|28C?|13D|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS):(.*)$/u;

const MAX_FIELDS = 50_000;

interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
  /** The lines of the `:86:` field that follows a `:61:` field. */
  readonly text: string[];
}

interface Message {
  account: string | null;
  opening: Balance | null;
  closing: Balance | null;
  /** `:61:` fields. */
  readonly entries: Field[];
}

interface Balance {
  readonly currency: string;
  readonly amount: number;
}

/** Reads SWIFT's MT940. */
export function readMt940(text: string, options: ReadingOptions): ReadingOfStatement {
  return readPart("mt940", messagesIn(fieldsIn(text)).map(partOf), options);
}

function fieldsIn(text: string): readonly Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, tag, rest = ""] = TAG.exec(line) ?? [];
    if (fields.length > MAX_FIELDS) {
      throw refusal(
        `the file has more than ${MAX_FIELDS} fields: download a file for a shorter period`,
      );
    }
    if (tag !== undefined) fields.push({ tag, line: index + 1, lines: [rest], text: [] });
    else if (/^(?:-\s*$|-\}|\{[1-5]:)/u.test(line)) {
      // An empty field marks the end of a message; text after it doesn't belong to an entry.
      fields.push({ tag: "", line: index + 1, lines: [], text: [] });
    } else if (line.trim() !== "") fields.at(-1)?.lines.push(line);
  }
  return fields;
}

function messagesIn(fields: readonly Field[]): readonly Message[] {
  const messages: Message[] = [];
  let message: Message | null = null;
  let entry: Field | null = null;
  for (const field of fields) {
    const [first = ""] = field.lines;
    const isOpening = field.tag.startsWith("60");
    if (message === null || field.tag === "20" || (isOpening && message.opening !== null)) {
      const account: string | null = isOpening ? messages.at(-1)?.account ?? null : null;
      messages.push(message = { account, opening: null, closing: null, entries: [] });
    }
    if (field.tag.startsWith("25")) message.account = first.trim() || null;
    if (isOpening) message.opening = balanceIn(field);
    if (field.tag.startsWith("62")) message.closing = balanceIn(field);
    // After the closing balance, an `:86:` field describes the whole statement.
    if (field.tag === "86" && entry !== null) {
      for (const line of field.lines) entry.text.push(line);
    } else if (field.tag !== "NS") entry = null;
    if (field.tag === "61") message.entries.push(entry = field);
  }
  return messages;
}

function partOf({ account, opening, closing, entries }: Message): StatementPart {
  if (opening !== null && closing === null) {
    throw refusal("a statement in the file is cut off: download the file again");
  }
  return {
    account,
    currency: (opening ?? closing)?.currency ?? null,
    bookings: entries.map(({ lines: [first = "", ...details], line, text }) => {
      return { ...bookingIn(first, line), ...labelOf(text, details), reason: null };
    }),
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
  };
}

function bookingIn(text: string, line: number): Pick<Booking, "date" | "amount"> {
  const [, value = "", day, mark = "", digits = ""] =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(,?\d[\d.,]*)/u.exec(text) ?? [];
  const date = bookingDay(value, day);
  const amount = amountOf(digits);
  if (date === null || amount === null) throw unreadable(line, "the booking");
  // The reversal of a debit is money in.
  return { date, amount: mark === "C" || mark === "RD" ? amount : 0 - amount };
}

/** Adds the missing year to a posting date: the year that puts it closest to the value date. */
function bookingDay(value: string, monthAndDay: string | undefined): string | null {
  const year = 2000 + Number(value.slice(0, 2));
  const valueDay = dayIn(year, value.slice(2), true);
  if (valueDay === null || monthAndDay === undefined) return valueDay;
  const distance = (day: string): number => Math.abs(dayNumber(day) - dayNumber(valueDay));
  return [year - 1, year, year + 1]
    .flatMap((one) => dayIn(one, monthAndDay) ?? [])
    .toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** Some banks calculate interest with 30-day months, so a value date may be February 30. */
function dayIn(year: number, monthAndDay: string, isValueDay = false): string | null {
  const [, month = "", day = ""] = /^(\d\d)(\d\d)$/u.exec(monthAndDay) ?? [];
  const lastDay = isValueDay && month === "02" ? ["29", "28"] : [];
  const days = [day, ...(Number(day) <= 30 ? lastDay : [])].map((one) => `${year}-${month}-${one}`);
  return days.find(isDay) ?? null;
}

function balanceIn({ lines: [text = ""], line }: Field): Balance {
  const [, mark, currency = "", digits = ""] = /^([CD])\d{6}([A-Z]{3})(,?\d[\d.,]*)/u.exec(text) ??
    [];
  const amount = amountOf(digits);
  if (amount === null) throw unreadable(line, "the balance");
  return { currency, amount: mark === "C" ? amount : 0 - amount };
}

/**
 * Some banks use a period as the decimal separator. A period followed by 3 digits is rejected,
 * because it may separate thousands.
 */
function amountOf(digits: string): number | null {
  const [, whole, comma = "", point = ""] =
    /^(?=,?\d)(\d{0,12})(?:,(\d{0,3})0*|\.(\d{2}))?$/u.exec(digits) ??
      [];
  return whole === undefined ? null : Number(`${whole}${(comma || point).padEnd(3, "0")}`);
}

function unreadable(line: number, what: string): ToolError {
  return refusal(`line ${line}: ${what} isn't valid MT940: download the file in another format`);
}

/** Banks break a subfield's text at this length, even within a word. */
const SUBFIELD_LENGTH = 27;
const LINE_LENGTH = 65;

/** Maximum number of characters to read from an entry's text. MT940 allows far fewer (6 lines). */
const LONGEST_TEXT = 5_000;
const MAX_LINES = 50;

/** German banks tag the parts of the payment details; `SVWZ` tags the text that the payer wrote. */
const SEPA_TAG = /\b(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|IBAN|BIC|PURP)\+/u;

const DUTCH_TAG =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CNTP|MARF|CSID|PREF|RTRN|PURP|ISDT|CDTRREFTP|CDTRREF|ULTD|ULTB|ULTC|ID|INIT|SVCL|ADDR)\//u;

/** Returns an entry's payee and memo from `:86:`, or from `:61:` if `:86:` is empty. */
function labelOf(
  text: readonly string[],
  details: readonly string[],
): Pick<Booking, "payee" | "memo"> {
  const joined = text.join("").slice(0, LONGEST_TEXT);
  const found = germanLabel(joined) ?? dutchLabel(joined) ?? freeLabel(text.slice(0, MAX_LINES));
  const [payee = "", memo] = [...found, ...(joined === "" ? details : [])]
    .map(cleanWhole).filter((part) => part !== "");
  return { payee, memo: memo === undefined || memo === payee ? null : memo };
}

/** Subfields start with a delimiter and two digits, as in `166?00KIND?20TEXT?32NAME`. */
function germanLabel(text: string): readonly string[] | null {
  const [start = "", code, sign] = /^(\d{3})?([?~^<>@|])\d\d/u.exec(text) ?? [];
  if (sign === undefined) return null;
  const isSpecial = /[?^|]/u.test(sign);
  const subfield = new RegExp(`${isSpecial ? "\\" : ""}${sign}(?=\\d\\d)`, "u");
  const fields = text.slice(start.length - 3).split(subfield).slice(1);
  if (code === undefined && fields.length < 2) return null;
  const textOf = (tag: RegExp): string =>
    joinPieces(fields.filter((field) => tag.test(field)).map((field) => field.slice(2)));
  return [textOf(/^3[23]/u), purposeOf(textOf(/^(?:2\d|6[0-3])/u)), textOf(/^00/u)];
}

function joinPieces(pieces: readonly string[]): string {
  return pieces.reduce(
    (text, piece, index) =>
      (pieces[index - 1] ?? "").length < SUBFIELD_LENGTH ? `${text} ${piece}` : text + piece,
    "",
  );
}

function purposeOf(text: string): string {
  const [, written] = text.split(/\bSVWZ\+/u);
  return written === undefined ? text : written.split(SEPA_TAG)[0] ?? "";
}

function dutchLabel(text: string): readonly string[] | null {
  if (!DUTCH_TAG.test(text.slice(0, 12))) return null;
  const [, ...parts] = text.split(DUTCH_TAG);
  const valueOf = (tag: string): string => {
    const at = parts.findIndex((part, index) => index % 2 === 0 && part === tag);
    return at < 0 ? "" : (parts[at + 1] ?? "").replace(/\/+$/u, "");
  };
  // `CNTP` consists of account, bank, name and city.
  const counterparty = valueOf("CNTP").split("/")[2] ?? "";
  const remittance = valueOf("REMI").replace(/^(?:USTD|STRD)\/(?:[A-Z]*\/)*/u, "");
  return [valueOf("NAME"), counterparty, remittance];
}

/** Reads the first line as the payee's name, or all lines if the name fills the first line. */
function freeLabel(lines: readonly string[]): readonly string[] {
  const [first = "", ...rest] = lines;
  return first.length < LINE_LENGTH ? [first, rest.join(" ")] : [lines.join("")];
}
