import { foldText } from "../domain/base/fold_text.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import type { Column } from "./csv_columns.ts";
import { BALANCE, CLOSING, FAILED, OPENING, PENDING, TOTAL } from "./csv_words.ts";

/** Why a cell's word keeps a booking from being entered; `null` if it doesn't. */
export function reasonIn(cell: string): Extract<LeftOutReason, "pending" | "failed"> | null {
  if (cell === "") return null;
  const word = foldText(cell);
  return PENDING.test(word) ? "pending" : FAILED.test(word) ? "failed" : null;
}

/** Words of a status; a column with more of them is something else. */
const MOST_STATUSES = 6;

/** Finds the column that says whether a booking is pending. */
export function statusColumn(columns: readonly Column[]): Column | null {
  const texts = columns.filter(({ amounts, dates }) => amounts === null && dates === null);
  return texts.find(({ role }) => role === "status") ??
    texts.find(({ cells }) => {
      const words = [...new Set(cells)];
      return words.length <= MOST_STATUSES && words.some((word) => reasonIn(word) !== null);
    }) ?? null;
}

/** Rows at the end of a file with another status, for each row with the usual one. */
const MOST_PENDING = 0.3;

/** Words of a status column with the reason that they give. */
export function statusReasons(
  column: Column | null,
): ReadonlyMap<string, ReturnType<typeof reasonIn>> {
  if (column === null) return new Map();
  const isFlag = /^pending$|^vorgemerkt$/iu.test(column.heading);
  const { cells, role } = column;
  const countOf = (word: string): number => cells.filter((cell) => cell === word).length;
  const words = [...new Set(cells)];
  const usual = words.filter((word) => reasonIn(word) === null)
    .toSorted((one, other) => countOf(other) - countOf(one))[0] ?? "";
  const reasonOf = (word: string): ReturnType<typeof reasonIn> => {
    if (isFlag) return /^(?:true|yes|y|1|x|ja)$/iu.test(word) ? "pending" : null;
    const known = reasonIn(word);
    if (known !== null || role !== "status" || word === "") return known;
    // The newest rows, at either end of the file, with a word of their own are not booked yet.
    const count = countOf(word);
    const isAtEnd = [cells.slice(0, count), cells.slice(-count)]
      .some((end) => end.every((cell) => cell === word));
    return isAtEnd && word !== usual && count <= countOf(usual) * MOST_PENDING ? "pending" : null;
  };
  return new Map(words.map((word) => [word, reasonOf(word)]));
}

/** What a label says about a row that may be no booking. */
export type BalanceLabel = "opening" | "closing" | "balance" | "total";

/** Reads a label as one of a balance or a total; `null` if it is none. */
export function balanceLabel(label: string): BalanceLabel | null {
  if (label === "" || label.length > LONGEST_LABEL) return null;
  const text = foldText(label).replace(/\/|_/gu, " ");
  if (OPENING.test(text)) return "opening";
  if (CLOSING.test(text)) return "closing";
  if (TOTAL.test(text)) return "total";
  const isShort = !/\d/u.test(text);
  return isShort && /^(?:\S+ ?){1,3}$/u.test(text) && BALANCE.test(text) ? "balance" : null;
}

const LONGEST_LABEL = 50;
