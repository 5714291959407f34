import { foldText } from "../domain/base/fold_text.ts";
import { type AmountText, type DecimalSign, sizeOf } from "./amounts.ts";
import type { Column } from "./csv_columns.ts";
import { headingRole } from "./csv_heading.ts";

/** Which columns hold the amounts of a CSV file. */
export type AmountSource =
  | {
    readonly kind: "one";
    readonly column: Column;
    /** A column with a word for money in or out. */
    readonly side: Side | null;
    /** Whether some amounts are marked with CR, so that those without are money out. */
    readonly isMarked: boolean;
  }
  | {
    readonly kind: "two";
    readonly out: Column | null;
    readonly in: Column | null;
    /** Whether the heading says which is which. */
    readonly isNamed: boolean;
    /** Whether money out has a minus in its column, so that one without is money in. */
    readonly isSigned: boolean;
  };

export interface Side {
  readonly column: Column;
  readonly out: ReadonlySet<string>;
  /** Whether the words say for certain which of them is money out. */
  readonly isCertain: boolean;
}

/** Amounts in one column. */
export function oneColumn(column: Column, side: Side | null = null): AmountSource {
  const isMarked = column.amounts?.some((text) => text?.hasSignWord === true && text.sign === 1);
  return { kind: "one", column, side, isMarked: isMarked === true };
}

/** Amounts in two columns. */
export function twoColumns(
  out: Column | null,
  other: Column | null,
  isNamed: boolean,
): AmountSource {
  const texts = (out?.amounts ?? []).filter((text) => text !== null && hasValue(text));
  const minus = texts.filter((text) => text?.sign === -1).length;
  return { kind: "two", out, in: other, isNamed, isSigned: minus * 2 > texts.length };
}

export function hasValue({ digits }: AmountText): boolean {
  return /[1-9]/u.test(digits);
}

/** The columns of a source, for its name and its decimal sign. */
export function columnsIn(source: AmountSource): readonly Column[] {
  return (source.kind === "one" ? [source.column] : [source.out, source.in])
    .filter((column) => column !== null);
}

/** How a source is called in `amount_column`. */
export function nameOf(source: AmountSource): string {
  return columnsIn(source).map(({ at, heading }) => heading || String(at + 1)).join("+");
}

/**
 * The amount of a row in milliunits as the file shows it. Returns `null` without one, and
 * `undefined` if it can't be read.
 *
 * @param textAt Reads a cell of the row as an amount: `null` if it is empty, `undefined` if it is
 * something else.
 */
export function amountIn(
  source: AmountSource,
  row: {
    readonly textAt: (column: number) => AmountText | null | undefined;
    readonly cellAt: (column: number) => string;
    readonly decimal: DecimalSign;
  },
): number | null | undefined {
  const { textAt, cellAt, decimal } = row;
  const read = (column: Column | null): number | null | undefined => {
    const text = column === null ? null : textAt(column.at);
    if (text === null || text === undefined) return text;
    const size = sizeOf(text, decimal);
    return size === null ? undefined : text.sign === -1 ? 0 - size : size;
  };
  if (source.kind === "one") {
    const { column, side, isMarked } = source;
    const amount = read(column);
    if (amount === null || amount === undefined) return amount;
    if (side !== null) return withSide(amount, side, cellAt(side.column.at));
    return isMarked && textAt(column.at)?.sign === 0 ? 0 - amount : amount;
  }
  const out = read(source.out);
  const other = read(source.in);
  if (out === undefined || other === undefined) return undefined;
  if (out === null && other === null) return null;
  // A row has money out or in: both at once can't be told.
  if (out !== null && out !== 0 && other !== null && other !== 0) return undefined;
  return (source.isSigned ? out ?? 0 : 0 - (out ?? 0)) + (other ?? 0);
}

function withSide(amount: number, { out }: Side, cell: string): number | undefined {
  const word = sideWord(cell);
  if (word === "") return amount === 0 ? 0 : undefined;
  return out.has(word) ? 0 - amount : amount;
}

/** Words for money out and in that go together. */
const SIDES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    [
      "d",
      "dr",
      "db",
      "dbit",
      "debit",
      "debits",
      "debet",
      "debito",
      "debite",
      "deb",
      "af",
      "s",
      "soll",
      "out",
      "withdrawal",
      "-",
      "minus",
      "uit",
      "ut",
      "belastung",
      "lastschrift",
      "cargo",
      "addebito",
      "dare",
      "uscita",
      "ausgabe",
      "ausgang",
      "outgoing",
      "debe",
      "sent",
      "veloitus",
      "obciazenie",
      "wydatek",
      "terheles",
      "t",
      "vydaj",
      "odchozi",
      "expense",
      "saida",
      "\u0440\u0430\u0441\u0445\u043e\u0434",
      "\u03c7\u03c1\u03b5\u03c9\u03c3\u03b7",
      "x",
      "deebet",
      "debetas",
      "debets",
    ],
    [
      "c",
      "cr",
      "crdt",
      "credit",
      "credits",
      "kredit",
      "credito",
      "cred",
      "bij",
      "h",
      "haben",
      "in",
      "deposit",
      "+",
      "plus",
      "inn",
      "gutschrift",
      "abono",
      "accredito",
      "avere",
      "entrata",
      "einnahme",
      "eingang",
      "incoming",
      "haber",
      "received",
      "k",
      "hyvitys",
      "uznanie",
      "wplyw",
      "jovairas",
      "j",
      "prijem",
      "prichozi",
      "income",
      "entrada",
      "\u043f\u0440\u0438\u0445\u043e\u0434",
      "\u03c0\u03b9\u03c3\u03c4\u03c9\u03c3\u03b7",
      "\u03c0",
      "kreedit",
      "kreditas",
      "kredits",
    ],
  ],
  [["w"], ["d"]],
];

function sideWord(cell: string): string {
  return foldText(cell).replace(/\.$/u, "");
}

const LONGEST_SIDE = 24;

/** Reads a column as words for money in and out; `null` if it holds anything else. */
export function sideOf(column: Column): Side | null {
  if (column.cells.some((cell) => cell.length > LONGEST_SIDE || /\d/u.test(cell))) return null;
  const words = new Set(column.cells.map(sideWord));
  words.delete("");
  if (words.size === 0 || words.size > 2) return null;
  for (const [outs, ins] of SIDES) {
    const out = new Set(
      [...words].filter((word) => outs.includes(word) || headingRole(word) === "debit"),
    );
    const known = [...words].filter((word) =>
      out.has(word) || ins.includes(word) || headingRole(word) === "credit"
    );
    if (known.length < words.size || (words.size === 2 && out.size !== 1)) continue;
    const [only = ""] = words;
    const isCertain = words.size === 2 || only.length > 2 || /^[-+]$/u.test(only);
    return { column, out, isCertain };
  }
  return flags(column, words) ?? unknownSide(column, words);
}

/** Other words are a side below a heading that says so, or if both are short; most rows are out. */
function unknownSide(column: Column, words: ReadonlySet<string>): Side | null {
  const [one = "", other] = words;
  if (other === undefined) return null;
  const heading = foldText(column.heading);
  const isSide = column.role === "indicator" ||
    (heading.includes(one) && heading.includes(other)) ||
    (column.role === "unknown" && [one, other].every((word) => /^\D{1,2}$/u.test(word)));
  if (!isSide) return null;
  const count = column.cells.filter((cell) => sideWord(cell) === one).length;
  const most = count * 2 >= column.cells.length ? one : other;
  return { column, out: new Set([most]), isCertain: false };
}

/** `true` and `false` say something only below a heading such as Debit. */
function flags(column: Column, words: ReadonlySet<string>): Side | null {
  if (column.role !== "debit" && column.role !== "credit") return null;
  const [no, yes] = [/^(?:false|no|n)$/u, /^(?:true|yes|y)$/u];
  if (![...words].every((word) => no.test(word) || yes.test(word))) return null;
  const isOut = column.role === "debit" ? yes : no;
  return { column, out: new Set([...words].filter((word) => isOut.test(word))), isCertain: true };
}
