import { foldText } from "../domain/base/fold_text.ts";
import type { LeftOutReason } from "../domain/statements/statement.ts";
import { type Column, isEmpty } from "./csv_columns.ts";
import { BALANCE, CLOSING, FAILED, OPENING, PENDING, PENDING_TITLE, TOTAL } from "./csv_words.ts";

/** Why a status word keeps a transaction from being entered; `null` if it doesn't. */
export function reasonIn(cell: string): Extract<LeftOutReason, "pending" | "failed"> | null {
  if (cell === "") return null;
  const word = foldText(cell);
  return PENDING.test(word) ? "pending" : FAILED.test(word) ? "failed" : null;
}

/** Maximum number of distinct words in a status column. */
const MOST_STATUSES = 6;

/** Finds the column that shows whether a transaction is pending. */
export function statusColumn(columns: readonly Column[]): Column | null {
  const texts = columns.filter(({ isText }) => isText);
  return texts.find(({ role }) => role === "status") ??
    texts.find(({ cells }) => {
      const words = [...new Set(cells)];
      return words.length <= MOST_STATUSES && words.some((word) => reasonIn(word) !== null);
    }) ?? null;
}

/** Maximum number of rows with another status at the end of a file, per row with the usual one. */
const MOST_PENDING = 0.3;

/** Words in a status column, with the reasons to skip their rows. */
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
    // The newest rows, at either end of the file, are still pending if they share a status of their
    // own.
    const count = countOf(word);
    const isAtEnd = [cells.slice(0, count), cells.slice(-count)]
      .some((end) => end.every((cell) => cell === word));
    return isAtEnd && word !== usual && count <= countOf(usual) * MOST_PENDING ? "pending" : null;
  };
  return new Map(words.map((word) => [word, reasonOf(word)]));
}

/** Whether a few rows that differ from the others in a column are the newest ones. */
function areNewest(
  differs: readonly boolean[],
  direction: -1 | 0 | 1,
  mostShare: number,
): boolean {
  const count = differs.filter((one) => one).length;
  const newest = direction === 1 ? differs.slice(-count) : differs.slice(0, count);
  return direction !== 0 && count > 0 && newest.every((one) => one) &&
    count <= Math.max(1, (differs.length - count) * mostShare);
}

/** The newest rows are pending if only they lack a balance. */
export function lackBalance(
  columns: readonly Column[],
  direction: -1 | 0 | 1,
): readonly boolean[] | null {
  return columns.filter(({ role }) => role === "balance")
    .map(({ cells }) => cells.map(isEmpty))
    .find((lacking) => areNewest(lacking, direction, 1)) ?? null;
}

/** The unknown word of the newest rows, which may be pending, below an unknown heading. */
export function newestMark(
  columns: readonly Column[],
  direction: -1 | 0 | 1,
): { readonly column: Column; readonly word: string } | null {
  for (const column of columns) {
    const words = [...new Set(column.cells)];
    if (!column.isText || column.role !== "unknown" || words.length !== 2) continue;
    const word = words.find((one) =>
      one !== "" && areNewest(column.cells.map((cell) => cell === one), direction, MOST_PENDING)
    );
    if (word !== undefined && column.cells.length >= FEWEST_MARKED) return { column, word };
  }
  return null;
}

/** In fewer rows, two words may be of any two kinds of payments. */
const FEWEST_MARKED = 5;

/** What a label reveals about a row that may not be a transaction. */
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
/** The spaces in `S A L D O`. */
const SPACED = /(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu;

const MOST_TITLE_WORDS = 4;

/** Whether a line is the title of pending transactions. */
export function isPendingTitle(line: string): boolean {
  const title = foldText(line);
  return PENDING_TITLE.test(title) && title.split(" ").length <= MOST_TITLE_WORDS;
}
