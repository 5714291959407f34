import { foldText } from "../domain/base/fold_text.ts";
import { memoized } from "../domain/base/memoized.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import { type Column, type HeadingRole, partyOf } from "./csv_columns.ts";
import {
  BALANCE,
  BOOKED_TITLE,
  CLOSING,
  FAILED,
  OPENING,
  PENDING,
  PENDING_MARK,
  PENDING_START,
  PENDING_TITLE,
  TOTAL,
} from "./csv_words.ts";

/** Why a transaction with this status isn't entered; `null` if it is. */
export function reasonIn(cell: string): Extract<LeftOutReason, "pending" | "failed"> | null {
  if (cell === "") return null;
  const word = foldText(cell);
  return PENDING.test(word) ? "pending" : FAILED.test(word) ? "failed" : null;
}

/** Returns a status word in brackets, or a word for "pending" followed by a colon or a dash. */
export function statusMark(text: string): string | null {
  // Return early if there's no bracket, colon or dash, as is the case for most text.
  if (!/[([:]| [-\u2013] /u.test(text)) return null;
  const bracketed = [...text.matchAll(/[([]([^)\]]+)[)\]]/gu)].map(([, word = ""]) => word)
    // `Red` means "refused" in Turkish, but is also a color.
    .find((word) => reasonIn(word) !== null && !/^red$/iu.test(word));
  if (bracketed !== undefined) return bracketed;
  const [, first] = /^([^:]+?)(?::| [-\u2013] )/u.exec(text) ?? [];
  if (first === undefined) return null;
  const word = foldText(first);
  return PENDING_MARK.test(word) ? word : null;
}

const MAX_STATUSES = 6;

/** Finds the column that shows whether a transaction is pending. */
export function statusColumn(columns: readonly Column[]): Column | null {
  const texts = columns.filter(({ isText }) => isText);
  return texts.find(({ role }) => role === "status") ??
    texts.find(({ heading, cells, filled }) =>
      filled > 0 && (reasonIn(heading) !== null || BOOKED.test(heading)) &&
      cells.every((cell) => cell === "" || YES.test(cell) || NO.test(cell))
    ) ??
    // If there is only one text column, it names the payee.
    texts.find(({ cells }) => {
      const words = [...new Set(cells)];
      return texts.length > 1 && words.length <= MAX_STATUSES &&
        words.some((word) => reasonIn(word) !== null);
    }) ?? null;
}

/** Maximum ratio of pending rows to rows with the usual status. */
const MAX_PENDING = 0.3;

export const YES = /^(?:true|yes|y|1|x|ja|oui|s\u00ed|si)$/iu;
const NO = /^(?:false|no|n|0|nein|non)$/iu;
const BOOKED = /^(?:booked|posted|cleared|gebucht|settled|completed?|success(?:ful)?)$/iu;

/** Maps each word in a status column to the reason to skip rows with that word, or to `null`. */
export function statusReasons(
  column: Column | null,
): ReadonlyMap<string, ReturnType<typeof reasonIn>> {
  if (column === null) return new Map();
  const ifYes = reasonIn(column.heading);
  const isBooked = BOOKED.test(column.heading);
  const { cells, role } = column;
  const countOf = (word: string): number => cells.filter((cell) => cell === word).length;
  const words = [...new Set(cells)];
  const usual = words.filter((word) => reasonIn(word) === null)
    .toSorted((one, other) => countOf(other) - countOf(one))[0] ?? "";
  const reasonOf = (word: string): ReturnType<typeof reasonIn> => {
    if (ifYes !== null && YES.test(word)) return ifYes;
    if (isBooked && NO.test(word)) return "pending";
    const known = reasonIn(word);
    if (known !== null || role !== "status" || word === "") return known;
    // An unknown status means "pending" if only the newest rows, at one end of the file, have it.
    const count = countOf(word);
    const isAtEnd = [cells.slice(0, count), cells.slice(-count)]
      .some((end) => end.every((cell) => cell === word));
    return isAtEnd && word !== usual && count <= countOf(usual) * MAX_PENDING ? "pending" : null;
  };
  return new Map(words.map((word) => [word, reasonOf(word)]));
}

/** Kinds of rows whose labels show that they aren't transactions. */
export type BalanceLabel = "opening" | "closing" | "balance" | "total";

/** Recognizes the label of a balance or a total; `null` for any other label. */
export function balanceLabel(label: string): BalanceLabel | null {
  if (label === "" || label.length > LONGEST_LABEL) return null;
  const text = foldText(label).replace(/\/|_/gu, " ").replace(SPACED, "");
  if (OPENING.test(text)) return "opening";
  if (CLOSING.test(text)) return "closing";
  if (TOTAL.test(text)) return "total";
  const isShort = !/\d/u.test(text);
  return isShort && /^(?:\S+ ?){1,3}$/u.test(text) && BALANCE.test(text) ? "balance" : null;
}

const LONGEST_LABEL = 50;
/** Matches the spaces in labels such as `S A L D O`. */
const SPACED = /(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu;

const MAX_TITLE_WORDS = 4;

/** What a title says about the rows below it. */
type SectionTitle = "pending" | "maybe_pending" | "booked" | "other";

export function sectionTitle(line: string): SectionTitle {
  const title = foldText(line).replace(/[^\p{L}]+/gu, " ").trim();
  if (PENDING_TITLE.test(title)) return "pending";
  if (BOOKED_TITLE.test(title)) return "booked";
  const isShort = title.split(" ").length <= MAX_TITLE_WORDS;
  return isShort && PENDING_START.test(title) ? "maybe_pending" : "other";
}

/** Columns that describe transactions, most likely first. */
export interface TextColumns {
  readonly payees: readonly Column[];
  /** The same columns as `payees`, but a payer column comes first. Used for incoming money. */
  readonly payers: readonly Column[];
  readonly memos: readonly Column[];
  /** Other text, used only to distinguish balances from transactions. */
  readonly others: readonly Column[];
}

/** Roles of columns that describe a transaction, from most to least likely to contain payees. */
const LABELS: readonly HeadingRole[] = ["payee", "name", "description", "unknown", "memo"];

const MAX_TEXTS = 12;

/** Finds the columns with payees and memos, by heading and by the format of their text. */
export function textColumns(columns: readonly Column[]): TextColumns {
  const all = columns.filter((column) =>
    column.isText && column.filled > 0 && !isKindOfAccount(column)
  );
  const named = all.filter(({ role }) => LABELS.includes(role));
  // If no heading suggests a label, even a type or a reference is better than no label.
  const texts = named.length > 0 ? named : all.filter(({ role }) => role === "other");
  const isNamed = texts.some(({ role }) => role !== "unknown");
  const labels = texts.filter((column) => isNamed && column.role !== "unknown" || isWordy(column));
  const ranked = (labels.length > 0 ? labels : texts.slice(0, 1))
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  const likeliest = ranked.find((column) => named.length > 0 || !hasCodes(column));
  const { payee, payer } = partiesIn(texts) ?? { payee: likeliest, payer: likeliest };
  const without = (from: readonly Column[], used: readonly (Column | undefined)[]) =>
    from.filter((column) => !used.includes(column)).slice(0, MAX_TEXTS);
  const memos = without(ranked, [payee, payer]);
  const others = without(all, [payee, payer, ...memos]);
  if (payee === undefined || payer === undefined) return { payees: [], payers: [], memos, others };
  const payees = [...new Set([payee, payer])];
  return { payees, payers: payees.toReversed(), memos, others };
}

/** Whether every cell names a kind of account, such as `Cash balance`, instead of a payee. */
function isKindOfAccount({ cells, role }: Column): boolean {
  return (role === "unknown" || role === "other") &&
    cells.every((cell) => balanceLabel(cell) === "balance");
}

/** Finds the payee and payer columns. In each row, one of these two parties owns the account. */
function partiesIn(
  columns: readonly Column[],
): { readonly payee: Column; readonly payer: Column } | null {
  const named = (party: "payee" | "payer"): Column | undefined =>
    columns.find((column) => partyOf(column.heading) === party && isWordy(column));
  const [payee, payer] = [named("payee"), named("payer")];
  if (payee === undefined || payer === undefined) return null;
  const isNamed = payee.cells.every((cell, at) => cell !== "" || payer.cells[at] !== "");
  return isNamed ? { payee, payer } : null;
}

/** Memoized, because sorting compares each column with several others. */
const rankOf = memoized((column: Column): number => {
  // A name that is the same in every row is the account owner's.
  const byRole = isConstant(column) ? 0 : LABELS.length - LABELS.indexOf(column.role);
  const isFurther = /[2-9]$/u.test(column.heading);
  return 10 * byRole + 5 * distinctShare(column) + (isWordy(column) ? 4 : 0) -
    (isFurther || hasReferences(column) ? 6 : 0);
});

const MIN_ROWS = 4;

function isConstant({ cells, isFull }: Column): boolean {
  return isFull && cells.length >= MIN_ROWS && new Set(cells).size === 1;
}

function distinctShare({ cells, filled }: Column): number {
  return new Set(cells.filter((cell) => cell !== "")).size / Math.max(1, filled);
}

/** Whether most cells contain a long number. */
function hasReferences({ cells, filled }: Column): boolean {
  return cells.filter((cell) => /\d{6}/u.test(cell)).length * 2 > filled;
}

/** Whether most cells are single words that contain a digit, such as reference numbers. */
function hasCodes({ cells, filled }: Column): boolean {
  return cells.filter((cell) => /^\S*\d\S*$/u.test(cell)).length * 2 > filled;
}

/** Whether most cells are words, not codes. */
const isWordy = memoized(({ cells, filled }: Column): boolean => {
  const words = cells.filter((cell) => /\p{L}{3}/u.test(cell) && !CODE.test(cell));
  return words.length * 2 > filled;
});

const CODE = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,40}|[A-Z]{3}|[A-Z0-9]*\d[A-Z0-9/-]*)$/u;
