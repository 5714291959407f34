import { foldText } from "../domain/base/fold_text.ts";
import * as words from "./csv_words.ts";
import { isCurrency } from "./amounts.ts";

/** What a heading suggests about its column. The cells decide whether the heading is right. */
export type HeadingRole =
  | "account"
  | "amount"
  | "balance"
  | "counterparty"
  | "credit"
  | "currency"
  | "date"
  | "debit"
  | "description"
  | "indicator"
  | "memo"
  | "name"
  | "other"
  | "payee"
  | "status"
  | "unknown";

type Fits = (text: string) => boolean;

/** In `Betrag in EUR`, "in" doesn't mean money in. */
const CURRENCY_AT_END = /(?<=^| )(?:in|en|i|em|w) (?:euros?|[a-z]{3})$/u;

/** The first matching role wins. */
const ROLES: readonly (readonly [HeadingRole, Fits])[] = [
  ["debit", (text) => words.DEBIT.test(withoutFillers(text))],
  ["credit", (text) => words.CREDIT.test(withoutFillers(text))],
  ["indicator", isIndicator],
  [
    "other",
    (text) =>
      words.IDENTIFIER.test(text) || words.CATEGORY.test(text) || words.FOREIGN.test(text) ||
      words.FEE.test(text),
  ],
  ["currency", (text) => words.CURRENCY.test(text)],
  ["balance", (text) => words.BALANCE.test(text)],
  ["date", (text) => words.DATE.test(text)],
  ["amount", (text) => words.AMOUNT.test(text)],
  [
    "counterparty",
    (text) =>
      words.OTHER_ACCOUNT.test(text) ||
      (words.OTHER_SIDE.test(text) && words.ACCOUNT_NUMBER.test(text)),
  ],
  ["account", isAccount],
  ["status", (text) => words.STATUS.test(text)],
  ["payee", (text) => words.PAYEE.test(text)],
  ["name", (text) => words.NAME.test(text)],
  ["memo", (text) => words.MEMO.test(text)],
  ["description", (text) => words.DESCRIPTION.test(text)],
  ["other", (text) => words.OTHER.test(text)],
];

const LONGEST_HEADING = 80;

/** Determines what a heading suggests about its column. */
export function headingRole(heading: string): HeadingRole {
  const text = heading.length > LONGEST_HEADING ? "" : plain(heading);
  const whole = text.replace(words.WITH_FEES, " ").trim();
  const role = ROLES.find(([, fits]) => fits(whole))?.[0] ?? "unknown";
  // `Amount (account currency)` is an amount's heading, so ignore the parentheses.
  const outside = heading.replace(/\(.*?\)/gu, "");
  return role === "currency" && outside !== heading ? headingRole(outside) : role;
}

/** Returns the folded words of a heading, splitting names such as `TxAmt`. */
function plain(heading: string): string {
  return foldText(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "))
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

function withoutFillers(text: string): string {
  return text.replace(CURRENCY_AT_END, "")
    .replace(/ ([a-z]{3})$/u, (end, code: string) => isCurrency(code.toUpperCase()) ? "" : end)
    .replace(words.FILLERS, " ").replace(/ +/gu, " ").trim();
}

/** A heading such as `Debit/Credit` names both directions. */
function isIndicator(text: string): boolean {
  const parts = text.split(" ");
  return words.INDICATOR.test(text) ||
    (parts.some((part) => words.DEBIT.test(part)) && parts.some((part) => words.CREDIT.test(part)));
}

function isAccount(text: string): boolean {
  const parts = text.split(" ");
  return parts.some((part) => words.ACCOUNT.test(part)) &&
    parts.every((part) => words.ACCOUNT.test(part) || words.ACCOUNT_FILLER.test(part));
}

/** Whether a column has fees; `Total (with fees)` and `Total after fees` have amounts. */
export function isFee(heading: string): boolean {
  const text = plain(heading.replace(/\(.*?\)/gu, "")).replace(words.WITH_FEES, " ");
  return !heading.includes("%") && words.FEE.test(text);
}

/** Whether a column has the amount left to spend. */
export function isAvailable(heading: string): boolean {
  return words.AVAILABLE.test(plain(heading));
}

export function isMinorUnit(heading: string): boolean {
  const text = plain(heading);
  return words.MINOR_UNIT.test(text) && !/\bper cents?\b/u.test(text);
}

/** Whether a heading names who is paid or who pays; `null` if it names neither or both. */
export function partyOf(heading: string): "payee" | "payer" | null {
  const text = plain(heading);
  const [isPaid, isPaying] = [words.PAID.test(text), words.PAYING.test(text)];
  return isPaid === isPaying ? null : isPaid ? "payee" : "payer";
}

/** Ranks date columns by how likely their heading means the booking date. */
export function dateRank(heading: string): number {
  const text = plain(heading);
  if (words.OTHER_DATE.test(text)) return 0;
  if (words.VALUE_DATE.test(text)) return 1;
  if (words.BOOKING_DATE.test(text)) return 4;
  return words.DATE.test(text) ? 3 : 2;
}
