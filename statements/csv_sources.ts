import type { ReadingOptions } from "../domain/statements/statement.ts";
import { currenciesIn } from "./amounts.ts";
import {
  type AmountSource,
  columnsIn,
  hasAmount,
  hasValue,
  isMostlyMinus,
  markedByPlus,
  oneColumn,
  type Side,
  sideOf,
  sideWord,
  twoColumns,
  withFee,
} from "./csv_amounts.ts";
import { type Column, isFee, isMinorUnit } from "./csv_columns.ts";

/** Maximum number of columns; with more, comparing all pairs with the balances takes too long. */
const MAX_COLUMNS = 12;
/** For each amount column, at most this many other columns are tried as the source of the signs. */
const MAX_SIDES = 24;

export function moneyColumns(columns: readonly Column[]): readonly Column[] {
  const numeric = columns.filter(({ amounts, role }) =>
    amounts !== null && role !== "account" && role !== "counterparty" && role !== "currency"
  );
  if (numeric.length <= MAX_COLUMNS) return numeric;
  const named = numeric.filter(({ role }) =>
    ["amount", "debit", "credit", "balance"].includes(role)
  );
  const chosen = new Set([...named, ...numeric.filter(looksLikeMoney), ...numeric]);
  return [...chosen].slice(0, MAX_COLUMNS);
}

/** Sources with an amount heading, most likely first. */
export function namedSources(
  money: readonly Column[],
  columns: readonly Column[],
  isCard: boolean | null,
): readonly AmountSource[] {
  const amounts = money.filter(({ role }) => role === "amount");
  // If the money-in column is empty in every posted row, that confirms that the amounts in the
  // other column are money out, and vice versa. Pending rows may still have amounts in the column
  // that is otherwise empty.
  const sidesCalled = (name: "debit" | "credit"): readonly Column[] => {
    const named = money.filter(({ role }) => role === name);
    return named.length > 0
      ? named
      : columns.filter(({ role, filled }) => role === name && filled === 0).slice(0, 1);
  };
  const [debits, credits] = [sidesCalled("debit"), sidesCalled("credit")];
  const [debit = null, credit = null] = [debits[0], credits[0]];
  const sources = amounts.flatMap((column) => {
    // If another column has the amounts for the rows that this column leaves empty, one of the two
    // columns is money in and the other is money out.
    const other = money.find((one) => one.role !== "balance" && areExclusive(column, one));
    if (other === undefined) {
      const isFull = column.filled >= column.cells.length * MOSTLY;
      return isFull ? withSides(column, columns) : [];
    }
    const [left, right] = column.at < other.at ? [column, other] : [other, column];
    return [twoColumns(left, right, false)];
  });
  if ((debit?.amounts ?? credit?.amounts ?? null) === null) return sources;
  const sides = sidedSources({ debits, credits }, columns, isCard);
  if (sides.length > 0) return [...sources, ...sides];
  const named = (debit ?? credit) as Column;
  const other = money.find((column) => column.role === "unknown" && areExclusive(named, column)) ??
    null;
  // A heading such as Debit may be misleading if there is no column for the other direction.
  return [...sources, twoColumns(debit ?? other, credit ?? other, other !== null)];
}

/** If there are several columns for money out, one may contain payments to a card. */
function sidedSources(
  { debits, credits }: Readonly<Record<"credits" | "debits", readonly Column[]>>,
  columns: readonly Column[],
  isCard: boolean | null,
): readonly AmountSource[] {
  const outs = columns.filter(({ role, amounts, filled }) =>
    role === "debit" && (amounts !== null || filled === 0)
  );
  const payments = outs.filter(({ heading }) => PAYMENTS.test(heading));
  const spent = outs.filter((column) => !payments.includes(column));
  const hasCredit = columns.some(({ role }) => role === "credit");
  // If the file has a `Purchases` column, the `Payments` column contains payments to the card. If
  // the file has a `Charges` column instead of a `Purchases` column, the `Payments` column may
  // contain money out.
  const isOwed = !hasCredit && (isCard === true ||
    (isCard === null && spent.some(({ heading }) => PURCHASES.test(heading))));
  // In a card's statement, an amount in a debit column is money out unless the column is
  // `Payments`. This holds even if the `Payments` column is empty.
  const mayBePaid = (!hasCredit || isCard !== false) &&
    [spent, payments].every((side) => side.some(({ texts }) => isOwed || texts.some(hasValue))) &&
    (isOwed || !spent.some((one) => payments.some((other) => overlap(one, other))));
  if (mayBePaid) {
    const all = [...payments, ...spent].filter((column) => debits.includes(column));
    return [
      inSides(spent, [...payments, ...credits], true),
      { ...inSides(all, credits, true), isFallback: isOwed },
    ];
  }
  const isCertain = debits.length > 0 && credits.length > 0;
  const source = inSides(debits, credits, isCertain);
  return source.parts.length > 1 ? [source] : [];
}

const PAYMENTS = /^payments?$/iu;
const PURCHASES = /^purchases?$/iu;

/**
 * Uses additional money-in or money-out columns, but only if no row has amounts in more than one
 * column.
 */
function inSides(
  outs: readonly Column[],
  ins: readonly Column[],
  isCertain: boolean,
): AmountSource {
  const [out = null, other = null] = [outs[0], ins[0]];
  const source = twoColumns(out, other, isCertain);
  const parts = [...source.parts];
  for (const column of [...outs.slice(1), ...ins.slice(1)]) {
    const isAlone = column.texts.some(hasValue) && haveOneCurrency(column, out ?? other) &&
      parts.every((part) => !overlap(part.column, column));
    if (isAlone) parts.push({ column, isOut: outs.includes(column) && !isMostlyMinus(column) });
  }
  return { ...source, parts };
}

/** Whether two column headings name the same currency, or neither names one. */
function haveOneCurrency(one: Column, other: Column | null): boolean {
  const codesIn = (heading = ""): string => currenciesIn(heading.toUpperCase()).join();
  return codesIn(one.heading) === codesIn(other?.heading);
}

/** Whether any row has nonzero values in both columns. */
function overlap(one: Column, other: Column): boolean {
  return one.cells.some((_, at) => hasAmount(one, at) && hasAmount(other, at));
}

/** Returns sources that are confirmed only by the data, not by a heading. */
export function unnamedSources(
  money: readonly Column[],
  columns: readonly Column[],
): readonly AmountSource[] {
  const possible = money.filter((column) =>
    column.role === "unknown" && column.texts.some(hasValue)
  );
  const varied = possible.filter((column) => !isConstant(column) && !isCode(column));
  const full = varied.filter(({ isFull }) => isFull);
  // Include columns whose heading suggests something other than amounts. If every row has a value
  // in exactly one of two columns, the two are probably a pair: money in and money out.
  const sides = money.filter((column) =>
    varied.includes(column) || (column.role === "other" && !column.isFull && !isCode(column))
  );
  const pairs = sides.flatMap((one, at) =>
    sides.slice(at + 1)
      .filter((other) => areExclusive(one, other))
      .map((other) => twoColumns(one, other, false))
  );
  // Use constant columns only as a last resort.
  const likely = pairs.length + full.length > 0 ? full : possible.filter(({ isFull }) => isFull);
  // If only one column seems to contain amounts, it may actually contain balances, with the amounts
  // in a column whose heading suggests something else.
  const foreign = money.filter((column) =>
    column.role === "other" && column.isFull && !isConstant(column) && !isCode(column)
  );
  // If no column seems to contain amounts, let the user choose among the columns that were skipped
  // because of their headings. A single skipped column probably contains rates or fees.
  const isOpen = likely.length === 1 || (likely.length === 0 && foreign.length > 1);
  const left = pairs.length === 0 && isOpen ? [...likely, ...foreign] : likely;
  return [...pairs, ...left.flatMap((column) => withSides(column, columns))];
}

/**
 * Adds a fee column to an amount source. Either the fee column or a column of the amount source
 * must have a recognized heading.
 */
export function sourcesWithFees(
  source: AmountSource,
  money: readonly Column[],
): readonly AmountSource[] {
  const isNamed = columnsIn(source).some(({ role }) => role !== "unknown");
  return money
    .filter(({ heading, role }) => isFee(heading) || (isNamed && role === "unknown"))
    .filter((column) => !columnsIn(source).includes(column) && column.texts.some(hasValue))
    .flatMap((column) => {
      // A fee is usually money out, regardless of its sign.
      const isOut = !column.texts.some(({ sign }) => sign === -1);
      return [withFee(source, column, isOut), withFee(source, column, !isOut)];
    });
}

export function looksLikeMoney({ texts }: Column): boolean {
  return texts.some(({ decimal }) => decimal !== "none");
}

export function isLikelyAmount(column: Column): boolean {
  return looksLikeMoney(column) || column.texts.some(({ sign }) => sign !== 0);
}

/** Whether whole numbers are in minor units, judging by a heading such as `amount_cents`. */
export function isInMinorUnits(
  { heading, texts }: Column,
  { decimals }: Pick<ReadingOptions, "decimals">,
): boolean {
  return decimals !== 0 && isMinorUnit(heading) && texts.length > 0 &&
    texts.every(({ decimal }) => decimal === "none");
}

/** Whether a column without an amount heading might contain amounts. */
export function isVariedMoney(column: Column): boolean {
  return looksLikeMoney(column) && !isConstant(column);
}

/** Whether a column has only references or row numbers. */
function isCode({ cells }: Column): boolean {
  const isCounting = cells.length > 2 &&
    cells.every((cell, at) =>
      /^\d+$/u.test(cell) && Math.abs(Number(cell) - Number(cells[0])) === at
    );
  return isCounting || cells.every((cell) => /^(?:0\d+|\d{7,})?$/u.test(cell));
}

function isConstant({ cells }: Column): boolean {
  return cells.length > 2 && cells.every((cell) => cell === cells[0]);
}

/** Whether most rows have a value in one of two columns, and none has nonzero values in both. */
function areExclusive(one: Column, other: Column): boolean {
  let [left, right, neither] = [0, 0, 0];
  for (const at of one.cells.keys()) {
    const [hasLeft, hasRight] = [hasAmount(one, at), hasAmount(other, at)];
    if (hasLeft && hasRight) return false;
    left += Number(hasLeft);
    right += Number(hasRight);
    neither += Number(!one.amounts?.[at] && !other.amounts?.[at]);
  }
  return left > 0 && right > 0 && neither <= one.cells.length * (1 - MOSTLY);
}

/** Minimum share of rows that must have a value; below 1 because balance rows may have none. */
const MOSTLY = 0.9;

/**
 * Returns the possible ways to read a column's amounts. If the amounts have no signs, another
 * column may contain words, such as Debit and Credit, that determine the signs.
 */
function withSides(amount: Column, columns: readonly Column[]): readonly AmountSource[] {
  if (amount.texts.some(({ sign }) => sign !== 0)) {
    return [markedByPlus(amount), oneColumn(amount)].filter((source) => source !== null);
  }
  const texts = columns.filter(({ isText, filled }) => isText && filled > 0);
  const sides = columns
    .filter((column) => column !== amount && column.role !== "currency")
    .map(sideOf)
    .filter((side) => side !== null)
    // If there is only one text column, it names the payee.
    .filter(({ isKnown, column }) => isKnown || column.role !== "description" || texts.length > 1)
    .filter(({ hasBlanks, column: { cells } }) =>
      hasBlanks || cells.filter((cell) => cell !== "").length >= cells.length * MOSTLY
    );
  const side = sides.find(({ column, isKnown }) => isKnown && column.role === "indicator") ??
    sides.find(({ isCertain }) => isCertain) ?? sides.find(({ isKnown }) => isKnown);
  if (side?.hasBlanks === true && (!side.isCertain || isOfBalance(side, amount, columns))) {
    return [oneColumn(amount, { ...side, isKnown: false, isCertain: true }), oneColumn(amount)];
  }
  if (side !== undefined) {
    const { refunds = [], out, column: { cells } } = side;
    const isMixed = refunds.length > 0 &&
      cells.map(sideWord).some((word) => !out.has(word) && !refunds.includes(word));
    const shop = isMixed ? [{ ...side, out: new Set([...out, ...refunds]), isShop: true }] : [];
    return [side, ...shop].map((one) => oneColumn(amount, one));
  }
  return [oneColumn(amount), ...sides.slice(0, MAX_SIDES).map((one) => oneColumn(amount, one))];
}

/** Whether marks such as CR and DR might describe a balance rather than the amount. */
function isOfBalance({ column }: Side, amount: Column, columns: readonly Column[]): boolean {
  return columns.some(({ at, role }) => role === "balance" && at < column.at && at > amount.at);
}
