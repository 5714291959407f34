import { SPELLED_OUT, withBareLetters } from "../base/fold_text.ts";
import { memoised, memoisedUpTo } from "../base/memoised.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { LinesByPlace } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import { type Needle, wordLines } from "./search_needle.ts";

/** Fields in which text is looked for. */
export const TEXT_FIELDS = [
  "payee_name",
  "import_payee_name",
  "import_payee_name_original",
  "memo",
] as const;

/** One of {@linkcode TEXT_FIELDS}. */
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Counts the forms that words and the keys of payees have had: what was kept in another one is
 * made again. A test fails until it is counted up.
 */
export const FOLDED_FORM = 4;

/** Whether text is looked for in a field. */
export function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

/** Words of a split's live lines. */
export interface LineWords {
  readonly payee: string;
  readonly memo: string;
}

const texts = new WeakMap<Column, SearchText>();
const keptTexts = new WeakMap<Column, () => SearchText>();

/** Gives the words of a column's values, each folded once. */
export function textOf(column: Column, field: TextField): SearchText {
  const text = texts.get(column) ?? keptTexts.get(column)?.() ?? foldedText(column, field);
  texts.set(column, text);
  return text;
}

/** Has words that were kept with a column read when text is first looked for. */
export function rememberText(column: Column, read: () => SearchText): void {
  keptTexts.set(column, read);
}

/** Marks the values of a column in which a needle is found. */
export function findIn(
  column: Column,
  { field, needle, hits }: {
    readonly field: TextField;
    readonly needle: Needle;
    readonly hits: Uint8Array;
  },
): void {
  const { edited } = column;
  if (edited === null) return textOf(column, field).find(needle, hits);
  findIn(edited.before, { field, needle, hits });
  for (const [nth, value] of edited.added.entries()) {
    if (needle.isIn(wordsOfValue(value, field))) hits[edited.before.valueCount + nth] = 1;
  }
}

/** Signs that fold to small letters, digits and blanks; an ampersand may begin an entity. */
const PLAIN = /^[\x20-\x25\x27-\x7e]*$/u;
const PLAIN_LINES = /^[\n\x20-\x25\x27-\x7e]*$/u;
/** A line without words, or one that may have another form. */
const SPECIAL_LINE = new RegExp(`(?<=^|\\n) *(?=\\n|$)|${SPELLED_OUT.source}`, "gu");

/** Folds plain values all in one go, and the others one by one. */
function foldedText(column: Column, field: TextField): SearchText {
  const [more, further]: [string[], number[]] = [[], []];
  const folded = plainLines(column, field).toLowerCase().replace(/['`]/gu, "")
    .replace(/[^a-z0-9\n]+/gu, " ");
  for (const [nth, line] of linesWith(folded, SPECIAL_LINE)) {
    const isBlank = line === "" || line === " ";
    const words = isBlank ? wordsOfValue(column.all[nth], field) : ` ${withBareLetters(line)} `;
    if (words === "" || words === ` ${line} `) continue;
    more.push(words.replaceAll("\n", "\t"));
    further.push(nth);
  }
  return new SearchText(
    [` ${folded.replaceAll("\n", " \n ")} `, ...more, ""].join("\n"),
    further,
  );
}

/** A line for each value; empty for one that has to be folded by itself. */
function plainLines(column: Column, field: TextField): string {
  // A payee has the words of its merchant as well.
  if (field === "payee_name") return "\n".repeat(Math.max(0, column.valueCount - 1));
  const { lines } = column;
  if (lines !== null && PLAIN_LINES.test(lines)) return lines;
  return column.all.map((one) => typeof one === "string" && PLAIN.test(one) ? one : "").join("\n");
}

/** Gives the number and text of each line in which a pattern matches. */
function* linesWith(
  text: string,
  pattern: RegExp,
): Generator<readonly [nth: number, line: string]> {
  let [nth, start] = [0, 0];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    let end = text.indexOf("\n", start);
    for (; end >= 0 && end < found.index; end = text.indexOf("\n", start)) {
      nth += 1;
      start = end + 1;
    }
    yield [nth, text.slice(start, end < 0 ? text.length : end)];
    if (end < 0) return;
    [nth, start] = [nth + 1, end + 1];
    pattern.lastIndex = start;
  }
}

/** Gives the words of one value. */
export function wordsOfValue(value: FieldValue, field: TextField): string {
  if (typeof value !== "string" || value === "") return "";
  return field === "payee_name" ? payeeWords(value) : plainWords(value);
}

/** Gives the words of the lines of splits. */
export function wordsOfLines(lines: LinesByPlace): ReadonlyMap<number, LineWords> {
  return foldedLines(lines);
}

const foldedLines = memoised((lines: LinesByPlace): ReadonlyMap<number, LineWords> => {
  const words = new Map<number, LineWords>();
  for (const [place, own] of lines) {
    const live = liveLines({ subtransactions: own });
    const payee = live.map((line) => wordsOfText(line.payee_name)).join("\n");
    const memo = live.map((line) => wordsOfText(line.memo)).join("\n");
    words.set(place, { payee, memo });
  }
  return words;
});

/** Gives the words of a transaction's payee and bank labels, those of its lines too. */
export function payeeWordsOf(transaction: TransactionRecord): string {
  return [
    wordsOfValue(transaction.payee_name, "payee_name"),
    wordsOfText(transaction.import_payee_name),
    wordsOfText(transaction.import_payee_name_original),
    ...liveLines(transaction).map((line) => wordsOfText(line.payee_name)),
  ].join("\n");
}

function wordsOfText(text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? "" : plainWords(text);
}

// Few texts differ, and each is dear to fold.
const MOST_KNOWN = 20_000;
const plainWords = memoisedUpTo(MOST_KNOWN, (text: string) => wordLines([text]));
const payeeWords = memoisedUpTo(
  MOST_KNOWN,
  (name: string) => wordLines([name, payeeKeyOf({ payee_name: name })]),
);

/** Folded texts. */
export class SearchText {
  /** A line for each text, then further lines. */
  readonly text: string;
  /** Which text each further line belongs to. */
  readonly further: readonly number[];
  /** Where each begins, and where the last one ends; read at the first hit. */
  #starts: readonly number[] | null = null;

  /** Makes it of words, each between blanks; each line has its end. */
  constructor(text: string, further: readonly number[]) {
    this.text = text;
    this.further = further;
  }

  /** Finds the texts that hold a needle. */
  find(needle: Needle, hits: Uint8Array): void {
    const { text } = this;
    for (const part of needle.parts) {
      let at = text.indexOf(part);
      while (at >= 0) at = text.indexOf(part, this.#take(at, needle, hits));
    }
    const { whole } = needle;
    whole.lastIndex = 0;
    while (whole.test(text)) whole.lastIndex = this.#take(whole.lastIndex - 1, needle, hits);
  }

  /**
   * Marks the text that a character belongs to, found by halving, if it reaches the needle; gives
   * where the next one begins.
   */
  #take(at: number, needle: Needle, hits: Uint8Array): number {
    const starts = this.#starts ??= startsIn(this.text);
    let [low, high] = [0, starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    const next = starts[low + 1] as number;
    if (needle.isAnywhere || needle.isIn(this.text.slice(starts[low], next - 1))) {
      const count = starts.length - 1 - this.further.length;
      hits[low < count ? low : this.further[low - count] as number] = 1;
    }
    return next;
  }
}

function startsIn(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
