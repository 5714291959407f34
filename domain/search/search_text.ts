import { cleanWhole } from "../base/clean_text.ts";
import { searchForms } from "../base/fold_text.ts";
import { memoized, memoizedUpTo } from "../base/memoized.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { LinesByPlace } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";

const CONJUNCTIONS = ["and", "und", "et", "y", "e", "i", "en", "og", "och"];
const CONJUNCTION = new RegExp(
  `(?<=[\\p{L}\\p{N}]\\P{L}*)(?:[&+]| (?:${CONJUNCTIONS.join("|")}) )(?=\\P{L}*[\\p{L}\\p{N}])`,
  "giu",
);
/** Placeholder for "and", "&" and the like in a search term; never occurs in the searched text. */
const MARK = "\ue000";
/**
 * Pattern that replaces a conjunction in a search term. Where the search term has a conjunction,
 * the searched text may have any conjunction or none, because symbols such as `&` have been removed
 * from the text.
 */
const PARTED = ` (?:(?:${CONJUNCTIONS.join("|")}) )?`;

/** Matches a web address. Captures only the name before the top-level domain. */
const ADDRESS =
  /^(?:https?:\/\/)?(?:www\.)?([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|co\.uk|com\.au|de|fr|nl|es|it|eu|ie|at|ch|se|dk|no|pl|ca|io|tv|app)(?:\/.*)?$/iu;

export function wordLines(texts: Iterable<string>): string {
  const forms: string[] = [];
  for (const text of texts) {
    for (const form of searchForms(text)) if (!forms.includes(form)) forms.push(form);
  }
  return forms.length === 1 ? ` ${forms[0]} ` : forms.map((form) => ` ${form} `).join("\n");
}

/**
 * Ways to match a search term, from best to worst: as a whole word, at the start of a word, inside
 * a word.
 */
export const REACHES = ["word", "start", "inside"] as const;

export type Reach = (typeof REACHES)[number];

/** Names up to this length must match a whole word: "ING" shouldn't match "Ingles". */
const SHORT_NAME = 3;
/** Writing systems that don't separate words with spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

function reachAt(
  lines: string,
  { start, end }: { readonly start: number; readonly end: number },
): Reach {
  if (UNSPACED.test(lines.slice(start, end))) return "word";
  if (lines[start] !== " " && lines[start - 1] !== " ") return "inside";
  const rest = lines[end - 1] === " " ? "" : /^[^ ]*/u.exec(lines.slice(end))?.[0] ?? "";
  // A search term still matches a whole word if it's followed by a possessive ending or a store
  // number.
  if (/^s?\d{0,5}$/u.test(rest)) return "word";
  return /\d/u.test(rest) ? "inside" : "start";
}

/** Whether searchable lines contain a search term. */
export type Needle = (lines: string) => boolean;

/**
 * Prepares a search for part of a name. A single letter must match a separate word, such as the "H"
 * in "H&M". Words match whether joined or separated: "7eleven" matches "7-Eleven". Words connected
 * by a conjunction aren't joined: "H&M" doesn't match "HM".
 */
export function preparedNeedle(typed: string, reach: Reach = "inside"): Needle {
  const clean = cleanWhole(typed);
  const forms = searchForms(clean);
  const parts = forms.map(betweenLoneLetters);
  const whole = wholeWords(clean);
  const isShort = [...forms[0] ?? ""].length <= SHORT_NAME;
  const farthest = REACHES.indexOf(reach === "word" && !isShort ? "start" : reach);
  return (lines) => {
    const isNear = (start: number, end: number): boolean =>
      REACHES.indexOf(reachAt(lines, { start, end })) <= farthest;
    for (const part of parts) {
      for (let start = lines.indexOf(part); start >= 0; start = lines.indexOf(part, start + 1)) {
        if (isNear(start, start + part.length)) return true;
      }
    }
    // Try `search` first, because `matchAll` copies the expression, which takes longer.
    return lines.search(whole) >= 0 &&
      lines.matchAll(whole).some(({ index, 0: { length } }) => isNear(index, index + length));
  };
}

function wholeWords(typed: string): RegExp {
  const parted = typed.replace(CONJUNCTION, ` ${MARK} `);
  const name = ADDRESS.exec(typed)?.[1];
  const readings = [...searchForms(parted)];
  if (name !== undefined) readings.push(...searchForms(name));
  const wordsIn = (form: string): readonly string[] => form.split(` ${MARK} `);
  const patterns = readings.map((form) =>
    `(?<= )${wordsIn(form).map(anySpacing).join(PARTED)}(?= )`
  );
  if (parted === typed) return new RegExp(patterns.join("|"), "gu");
  const within = searchForms(parted).map((form) => {
    const pattern = wordsIn(form).map(escaped).join(PARTED);
    return (/^\p{L} /u.test(form) ? "(?<= )" : "") + pattern +
      (/ \p{L}$/u.test(form) ? "(?= )" : "");
  });
  return new RegExp([...patterns, ...within].join("|"), "gu");
}

function betweenLoneLetters(form: string): string {
  if (!form.includes(" ")) return form;
  return (/^\p{L} /u.test(form) ? " " : "") + form + (/ \p{L}$/u.test(form) ? " " : "");
}

/** Makes spaces optional, except between digits and between single letters, where they matter. */
function anySpacing(form: string): string {
  const characters = [...form];
  return characters.map((one, at) =>
    one === " " ? "" : spacingBefore(characters, at) + escaped(one)
  )
    .join("");
}

function spacingBefore(characters: readonly string[], at: number): string {
  const isParted = characters[at - 1] === " ";
  const before = characters[isParted ? at - 2 : at - 1];
  if (before === undefined) return "";
  if (/\d/u.test(before) && /\d/u.test(characters[at] ?? "")) return isParted ? " " : "";
  const isLone = (start: number): boolean =>
    (characters[start - 1] ?? " ") === " " && (characters[start + 1] ?? " ") === " ";
  return isParted && isLone(at) && isLone(at - 2) ? " " : " ?";
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/gu, "\\$&");
}

export const TEXT_FIELDS = [
  "payee_name",
  "import_payee_name",
  "import_payee_name_original",
  "memo",
] as const;

export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * Version number of the rules that produce the stored words and payee keys. Stored words and keys
 * with a different version number are recomputed. A test fails if the words or keys change but this
 * number doesn't.
 */
export const FOLDED_FORM = 7;

export function isTextField(name: string): name is TextField {
  return (TEXT_FIELDS as readonly string[]).includes(name);
}

/** Normalized words of a column's values, one line per value, so one search covers them all. */
export class SearchText {
  readonly text: string;
  #lines: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the indexes of the values that contain a search term. */
  find(needle: Needle): ReadonlySet<number> {
    // Nearly all searches that have no hits end here, which avoids testing the values one by one.
    if (!needle(this.text)) return new Set();
    const lines = this.#lines ??= this.text.split("\n");
    return new Set(lines.keys().filter((at) => needle(lines[at] as string)));
  }
}

const texts = new WeakMap<Column, SearchText>();
const storedTexts = new WeakMap<Column, () => SearchText>();

export function textOf(column: Column, field: TextField): SearchText {
  const text = texts.get(column) ?? storedTexts.get(column)?.() ?? foldedText(column, field);
  texts.set(column, text);
  return text;
}

/** Registers the function that the first search calls to read a column's stored words. */
export function rememberText(column: Column, read: () => SearchText): void {
  storedTexts.set(column, read);
}

function foldedText(column: Column, field: TextField): SearchText {
  // Different forms of the same value are on the same line.
  const lines = column.all.map((value) => wordsOfValue(value, field).replaceAll("\n", "\t"));
  return new SearchText([...lines, ""].join("\n"));
}

export function wordsOfValue(value: FieldValue, field: TextField): string {
  if (typeof value !== "string" || value === "") return "";
  return field === "payee_name" ? payeeWords(value) : plainWords(value);
}

export interface LineWords {
  readonly payee: string;
  readonly memo: string;
}

export const wordsOfLines: (lines: LinesByPlace) => ReadonlyMap<number, LineWords> = memoized(
  (lines: LinesByPlace) => {
    const words = new Map<number, LineWords>();
    for (const [place, own] of lines) {
      const live = liveLines({ subtransactions: own });
      const payee = live.map((line) => wordsOfValue(line.payee_name, "memo")).join("\n");
      const memo = live.map((line) => wordsOfValue(line.memo, "memo")).join("\n");
      words.set(place, { payee, memo });
    }
    return words;
  },
);

export function payeeWordsOf(transaction: TransactionRecord): string {
  return [
    wordsOfValue(transaction.payee_name, "payee_name"),
    wordsOfValue(transaction.import_payee_name, "import_payee_name"),
    wordsOfValue(transaction.import_payee_name_original, "import_payee_name"),
    ...liveLines(transaction).map((line) => wordsOfValue(line.payee_name, "memo")),
  ].join("\n");
}

// Maximum number of cached strings. Most strings repeat, and folding is expensive.
const MAX_KNOWN = 20_000;
const plainWords = memoizedUpTo(MAX_KNOWN, (text: string) => wordLines([text]));
const payeeWords = memoizedUpTo(
  MAX_KNOWN,
  (name: string) => wordLines([name, payeeKeyOf({ payee_name: name })]),
);
