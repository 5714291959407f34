import { foldText } from "../domain/base/fold_text.ts";
import { memoized } from "../domain/base/memoized.ts";
import { type AmountText, type DecimalSign, readAmount, sizeOf } from "./amounts.ts";
import { type Column, isEmpty } from "./csv_columns.ts";
import { reasonIn } from "./csv_labels.ts";
import { CREDIT, DEBIT, SIDES } from "./csv_words.ts";

/** The amount columns in a CSV file: a single one, or one for money out and one for money in. */
export interface AmountSource {
  readonly parts: readonly {
    readonly column: Column;
    /** Whether amounts without a minus sign are money out. */
    readonly isOut: boolean;
    /** Whether the column contains fees, which are added to the amount in another column. */
    readonly isFee?: boolean;
  }[];
  /** A column whose words, such as Debit and Credit, show whether an amount is money in or out. */
  readonly side: Side | null;
  /** Whether incoming amounts have a mark such as + or CR. If so, unmarked amounts are outgoing. */
  readonly isMarked: boolean;
  /** Whether the mark is a plus. If so, it isn't certain that unmarked amounts are outgoing. */
  readonly isMarkedByPlus?: boolean;
  /**
   * `true` if headings or words clearly identify money out, `false` if they are unclear, `null` if
   * only the signs of the amounts distinguish money out from money in.
   */
  readonly isCertain: boolean | null;
  /**
   * Whether other headings make this source so unlikely that it is accepted only if the balances
   * match.
   */
  readonly isFallback?: boolean;
}

export interface Side {
  readonly column: Column;
  readonly out: ReadonlySet<string>;
  readonly isCertain: boolean;
  /** Whether the words clearly mean money in and money out instead of, say, payment types. */
  readonly isKnown: boolean;
  /** Whether the more frequent of the column's two words was assumed to mean money out. */
  readonly isCounted?: boolean;
  /**
   * Whether blank cells are meaningful. For example, if CR is the only word in the column, a blank
   * cell means money out.
   */
  readonly hasBlanks: boolean;
  /** Words for refunds, which are money out for a merchant but money in for a buyer. */
  readonly refunds?: readonly string[];
  /**
   * Whether refunds are money out, as they are when the account holder is a merchant. If so,
   * `nameOf` adds "with refunds as money out" to the source's name.
   */
  readonly isShop?: boolean;
}

export function oneColumn(column: Column, side: Side | null = null): AmountSource {
  const isMarked = side === null &&
    column.texts.some((text) => hasValue(text) && text.hasSignWord && text.sign === 1);
  const isCertain = side?.isCertain ?? null;
  return { parts: [{ column, isOut: false }], side, isMarked, isCertain };
}

/** Reads `+5` as money in and `5` as money out; returns `null` if the signs don't suggest this. */
export function markedByPlus(column: Column): AmountSource | null {
  const signed = column.texts.filter(hasValue);
  const isMarked = signed.some(({ sign }) => sign === 1) && signed.every(({ sign }) => sign >= 0) &&
    signed.some(({ sign }) => sign === 0);
  const source = oneColumn(column);
  return isMarked && !source.isMarked ? { ...source, isMarked, isMarkedByPlus: true } : null;
}

export function twoColumns(
  out: Column | null,
  other: Column | null,
  isCertain: boolean,
): AmountSource {
  const [hasMinus, otherHasMinus] = [isMostlyMinus(out), isMostlyMinus(other)];
  // If `out` has minus signs, its amounts without a minus sign are money in. If only `other` has
  // minus signs, the columns are swapped: negative amounts in `other` are money out, and amounts in
  // `out` are money in. But if a heading clearly says that `other` contains incoming money, the
  // negative amounts in that column are incoming. Their minus signs only mean that these amounts
  // reduce what is owed.
  const isSwapped = otherHasMinus && !hasMinus;
  const parts = [
    ...(out === null ? [] : [{ column: out, isOut: !hasMinus && (isCertain || !isSwapped) }]),
    ...(other === null ? [] : [{ column: other, isOut: isCertain && isSwapped }]),
  ];
  // A single negative amount may be a reversed deposit.
  const isDoubtful = isSwapped &&
    (valuesIn(out).length === 0 || valuesIn(other).length < MIN_SWAPPED);
  return { parts, side: null, isMarked: false, isCertain: isCertain && !isDoubtful };
}

const MIN_SWAPPED = 2;

export function withFee(source: AmountSource, column: Column, isOut: boolean): AmountSource {
  return { ...source, parts: [...source.parts, { column, isOut, isFee: true }] };
}

function valuesIn(column: Column | null): readonly AmountText[] {
  return (column?.texts ?? []).filter(hasValue);
}

export function isMostlyMinus(column: Column | null): boolean {
  const texts = valuesIn(column);
  return texts.filter(({ sign }) => sign === -1).length * 2 > texts.length;
}

export function hasValue({ digits }: AmountText): boolean {
  return /[1-9]/u.test(digits);
}

/** Whether a row has a nonzero amount in a column. */
export function hasAmount({ amounts }: Column, at: number): boolean {
  const text = amounts?.[at] ?? null;
  return text !== null && hasValue(text);
}

/** Like {@linkcode amountIn}, but for the cells of a record. */
export function amountInCells(
  source: AmountSource,
  cells: readonly string[],
  decimal: DecimalSign,
): number | null | undefined {
  const cellIn = ({ at }: Column): string => cells[at] ?? "";
  const textIn = (column: Column): AmountText | null | undefined =>
    isEmpty(cellIn(column)) ? null : readAmount(cellIn(column)) ?? undefined;
  return amountIn(source, decimal, textIn, cellIn);
}

export function columnsIn({ parts }: AmountSource): readonly Column[] {
  return parts.map(({ column }) => column);
}

export function nameOf(source: AmountSource): string {
  const name = columnsIn(source).map((column) => column.name).join("+");
  const { side } = source;
  if (source.isMarkedByPlus === true) return `${name} by plus`;
  if (side?.isShop === true) return `${name} with refunds as money out`;
  return side === null || side.isKnown ? name : `${name} by ${side.column.name}`;
}

/** A row's amount as shown: `null` if it has none, `undefined` if it can't be read. */
export function amountIn(
  { parts, side, isMarked }: AmountSource,
  decimal: DecimalSign,
  textIn: (column: Column) => AmountText | null | undefined,
  cellIn: (column: Column) => string,
): number | null | undefined {
  const word = side === null ? "" : sideWord(cellIn(side.column));
  let amount: number | null = null;
  for (const { column, isOut, isFee = false } of parts) {
    const text = textIn(column);
    if (text === null) continue;
    const size = text === undefined ? null : sizeOf(text, decimal);
    // A row with both money out and money in is ambiguous, and so is an amount whose sign depends
    // on a label such as "Debit" when the label is missing.
    const isSecond = size !== 0 && amount !== null && amount !== 0 && !isFee;
    if (text === undefined || size === null || isSecond) return undefined;
    if (side !== null && word === "" && size !== 0 && !side.hasBlanks) return undefined;
    const isOther = isOut || (!isFee && side?.out.has(word) === true) ||
      (!isFee && isMarked && text.sign === 0);
    amount = (amount ?? 0) + ((text.sign === -1) === isOther ? size : 0 - size);
  }
  return amount;
}

export function sideWord(cell: string): string {
  return foldText(cell).replace(/\.$/u, "");
}

const MAX_SIDES = 6;
const LONGEST_SIDE = 60;
/** Words for payments; on a card, a payment is money in. */
const PAYMENT = /^(?:payments?|pagos)$/u;
const PURCHASE = /^purchases?$/u;

/**
 * Parses a column whose cells are words that mean money in or money out, such as "credit" and
 * "debit"; `null` if it contains anything else.
 */
export const sideOf = memoized((column: Column): Side | null => {
  if (column.cells.some((cell) => cell.length > LONGEST_SIDE || /\d.|.\d/su.test(cell))) {
    return null;
  }
  const words = new Set([...new Set(column.cells)].map(sideWord));
  words.delete("");
  if (words.size === 0 || words.size > MAX_SIDES) return null;
  const named = column.heading.split(/[^\p{L}]+/u).map(foldText)
    .filter((word) => DEBIT.test(word) || CREDIT.test(word));
  // In a column headed `Cargo/Abono`, C means `Cargo`, which is money out.
  const inFull = (word: string): string => {
    const [only, ...others] = named.filter((one) => one.startsWith(word));
    return word.length > 1 || only === undefined || others.length > 0 ? word : only;
  };
  for (const [outs, ins] of SIDES) {
    const isOut = (word: string): boolean => outs.test(word) || DEBIT.test(word);
    const out = new Set([...words].filter((word) => isOut(inFull(word))));
    const known = [...words].map(inFull)
      .filter((word) => isOut(word) || ins.test(word) || CREDIT.test(word));
    if (known.length < words.size || (words.size > 1 && [0, words.size].includes(out.size))) {
      continue;
    }
    const [only = ""] = words;
    const hasBlanks = words.size === 1 && column.cells.includes("");
    const isMark = /^[cd]r$/u.test(only);
    if (
      hasBlanks && !isMark && !(/^[+-]$/u.test(only) && column.role === "unknown") &&
      column.role !== "indicator"
    ) return null;
    const marks = column.cells.filter((cell) => cell !== "").length;
    if (hasBlanks && out.size === 0) out.add("");
    // If only a few cells are blank, a mark such as CR may be missing from them by mistake.
    const isMarked = isMark && (!out.has("") || marks * 2 <= column.cells.length);
    // On a card, `Payment` means money in. A description may be the same in every row.
    // A dash in every row may be a placeholder instead of a minus, unless the heading rules it out.
    const isSign = only === "+" || (only === "-" && column.role === "indicator");
    const isKind = PAYMENT.test(only) || PURCHASE.test(only) || column.role === "description";
    const refunds = known.filter((word) => /^refunds?$/u.test(word));
    const isRefundOnly = refunds.length > 0 && out.size + refunds.length === words.size &&
      !known.some((word) => PURCHASE.test(word));
    const hasPayment = [...words].some((word) => PAYMENT.test(word));
    const isCertain = (words.size === 2 && !isRefundOnly) ||
      (words.size > 2 && !isRefundOnly && !hasPayment) ||
      (words.size === 1 && (hasBlanks ? isMarked : !isKind && (only.length > 2 || isSign)));
    return { column, out, isCertain, isKnown: true, hasBlanks, refunds };
  }
  return flags(column, words) ?? unknownSide(column, words);
});

/**
 * Minimum number of rows; with fewer, it could be a coincidence that the description column has
 * only two distinct values.
 */
const MIN_DESCRIBED = 5;

/** If a column has only two distinct words, assumes that the more frequent one means money out. */
function unknownSide(column: Column, words: ReadonlySet<string>): Side | null {
  const [one = "", other] = words;
  if (other === undefined || words.size > 2) return null;
  const heading = foldText(column.heading);
  const isKnown = column.role === "indicator" ||
    (heading.includes(one) && heading.includes(other));
  const isPossible = (column.role === "unknown" || column.role === "other" ||
    (column.role === "description" && column.cells.length >= MIN_DESCRIBED)) &&
    [one, other].every((word) => reasonIn(word) === null);
  if (!isKnown && !isPossible) return null;
  const count = column.cells.filter((cell) => sideWord(cell) === one).length;
  const most = count * 2 >= column.cells.length ? one : other;
  const out = new Set([most]);
  return { column, out, isCertain: false, isKnown, isCounted: true, hasBlanks: false };
}

/** Only a heading such as Debit or Credit shows whether `true` means money out or money in. */
function flags(column: Column, words: ReadonlySet<string>): Side | null {
  if (column.role !== "debit" && column.role !== "credit") return null;
  const [no, yes] = [/^(?:false|no|n)$/u, /^(?:true|yes|y)$/u];
  if (![...words].every((word) => no.test(word) || yes.test(word))) return null;
  const isOut = column.role === "debit" ? yes : no;
  return {
    column,
    out: new Set([...words].filter((word) => isOut.test(word))),
    isCertain: true,
    isKnown: true,
    hasBlanks: false,
  };
}
