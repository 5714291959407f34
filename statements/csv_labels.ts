import { foldText } from "../domain/base/fold_text.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import type { Column } from "./csv_columns.ts";
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

/** Returns a status word in brackets, or a word for pending before a colon or a dash. */
export function statusMark(text: string): string | null {
  const bracketed = [...text.matchAll(/[([]([^)\]]+)[)\]]/gu)].map(([, word = ""]) => word)
    // `Red` means refused in Turkish, but is also a color.
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

/** Relative to the rows with the usual status. */
const MAX_PENDING = 0.3;

export const YES = /^(?:true|yes|y|1|x|ja|oui|s\u00ed|si)$/iu;
const NO = /^(?:false|no|n|0|nein|non)$/iu;
const BOOKED = /^(?:booked|posted|cleared|gebucht|settled|completed?|success(?:ful)?)$/iu;

/** The words in a status column, each with the reason not to enter its rows. */
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
    // The newest rows are at either end of the file. They are pending if they share a status that
    // no other rows have.
    const count = countOf(word);
    const isAtEnd = [cells.slice(0, count), cells.slice(-count)]
      .some((end) => end.every((cell) => cell === word));
    return isAtEnd && word !== usual && count <= countOf(usual) * MAX_PENDING ? "pending" : null;
  };
  return new Map(words.map((word) => [word, reasonOf(word)]));
}

/** What a row is if its label shows that it isn't a transaction. */
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

/** What a line says about the rows below it. */
type SectionTitle = "pending" | "maybe_pending" | "booked" | "other";

export function sectionTitle(line: string): SectionTitle {
  const title = foldText(line).replace(/[^\p{L}]+/gu, " ").trim();
  if (PENDING_TITLE.test(title)) return "pending";
  if (BOOKED_TITLE.test(title)) return "booked";
  const isShort = title.split(" ").length <= MAX_TITLE_WORDS;
  return isShort && PENDING_START.test(title) ? "maybe_pending" : "other";
}
