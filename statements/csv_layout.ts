import { foldText } from "../domain/base/fold_text.ts";
import type { ReadingOptions } from "../domain/statements/statement.ts";
import { decimalEvidence, type DecimalSign } from "./amounts.ts";
import { type AmountSource, columnsIn, nameOf, oneColumn } from "./csv_amounts.ts";
import {
  areUnsigned,
  type BalanceProof,
  balanceReader,
  balancesBeside,
  type Candidate,
  candidatesFor,
  type Search,
} from "./csv_candidates.ts";
import { type Column, type DateChoice, isAvailable, isFee } from "./csv_columns.ts";
import {
  isInMinorUnits,
  isLikelyAmount,
  isVariedMoney,
  looksLikeMoney,
  moneyColumns,
  namedSources,
  sourcesWithFees,
  unnamedSources,
} from "./csv_sources.ts";
import { quoted, refusal } from "./refusal.ts";
import { settleSign, type SignChoice } from "./signs.ts";

export interface AmountLayout {
  readonly source: AmountSource;
  readonly decimal: DecimalSign;
  readonly sign: SignChoice;
  /** The running balances if they confirm the amounts; otherwise `null`. */
  readonly proof: BalanceProof | null;
  /** Sources that the user must choose from; empty if the source is known. */
  readonly sources: readonly AmountSource[];
  readonly isDecimalOpen: boolean;
  /** Sign conventions for the user to choose from; empty if the convention is known. */
  readonly signs: readonly SignChoice[];
  readonly evidence: readonly string[];
}

/**
 * Determines how to read a CSV file's amounts, using headings and, if possible, running balances.
 * @throws {ToolError} `invalid_input` if no column can be parsed as amounts.
 */
export function settleAmounts(
  columns: readonly Column[],
  { direction }: Pick<DateChoice, "direction">,
  options: ReadingOptions,
): AmountLayout {
  const money = moneyColumns(columns);
  const search: Search = {
    money,
    columns,
    direction,
    options,
    pooled: decimalEvidence(
      money.filter(looksLikeMoney).flatMap(({ texts }) => texts),
      options.decimals,
    ),
    balancesIn: balanceReader(columns, options),
  };
  const allNamed = namedSources(money, columns, options.isCard);
  const inUnits = allNamed.filter((source) =>
    !columnsIn(source).some((column) => isInMinorUnits(column, options))
  );
  const named = inUnits.length > 0 ? inUnits : allNamed;
  const others = named.length > 0 ? money.filter(isVariedMoney) : money;
  const sources = askedSource(search) ?? [...named, ...unnamedSources(others, columns)];
  const all = sources.flatMap((source) => {
    const found = candidatesFor(source, search);
    // If a heading shows which column contains the amounts, never fall back to another column.
    if (found.length === 0 && named.includes(source)) {
      throw refusal(
        `not all amounts in the column ${quoted(nameOf(source))} can be read: correct the file, ` +
          "or name another column with read_as.amount_column",
      );
    }
    return found.filter(({ proof }) => source.isFallback !== true || proof !== null);
  });
  if (all.length === 0) {
    throw refusal("no column can be read as amounts: is the file an account statement?");
  }
  const plain = withoutUnsigned(all, search);
  const fees = feesOf(plain, search);
  const byName = plain.filter(({ source }) => named.includes(source));
  const net = netOf(byName, fees);
  const due = explained(byName, fees).length === 0 ? withFeesDue(fees) : [];
  // Drop columns of zeros, such as a money-in column in a file with only money out.
  const valued = orAll(
    [...plain, ...due.map(({ sum }) => sum)],
    ({ values }) => values.some((value) => value !== 0),
  );
  const { chosen, rivals } = choose(valued, {
    named: [...named, ...due.flatMap(({ gross, sum }) => [gross.source, sum.source])],
    net,
    search,
  });
  const sign = settleSign(chosen, columns, options);
  return {
    source: chosen.source,
    decimal: chosen.decimal,
    proof: chosen.hasSign && !isLimit(columns, chosen.proof, options) ? chosen.proof : null,
    sources: rivals.map(({ source }) => source),
    isDecimalOpen: chosen.isDecimalOpen && rivals.length === 0,
    sign: sign.sign,
    // If several columns may contain the amounts, don't ask about signs until a column is chosen.
    signs: rivals.length === 0 ? sign.choices : [],
    evidence: [
      ...(chosen.proof === null ? [] : ["the running balance confirms the amounts"]),
      ...(sign.evidence === null ? [] : [sign.evidence]),
    ],
  };
}

/** A card's available credit can confirm the amounts, but isn't the account's balance. */
function isLimit(
  columns: readonly Column[],
  proof: BalanceProof | null,
  { isCard }: ReadingOptions,
): boolean {
  const { role, heading = "" } = columns[proof?.column ?? -1] ?? {};
  return role === "other" || (isCard !== false && isAvailable(heading));
}

/** Returns the candidates that pass a test, or all candidates if none does. */
function orAll(
  candidates: readonly Candidate[],
  test: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  const left = candidates.filter(test);
  return left.length === 0 ? candidates : left;
}

/**
 * If any candidate's amounts have no signs although the balances rise and fall, keeps only the
 * candidates that match the balances. If no candidate matches, refuses the file instead of asking
 * the user to choose a candidate, because all candidates would be wrong.
 */
function withoutUnsigned(candidates: readonly Candidate[], search: Search): readonly Candidate[] {
  if (candidates.some(({ proof }) => proof !== null)) return candidates;
  const unsigned = candidates.find(({ source, values, decimal }) =>
    balancesBeside(source, decimal, search).some(({ balances }) => areUnsigned(values, balances))
  );
  if (unsigned === undefined) return candidates;
  const signed = candidates.filter(({ hasBalances }) => hasBalances);
  if (signed.length > 0) return signed;
  throw refusal(
    `the amounts in the column ${quoted(nameOf(unsigned.source))} have no plus or minus signs, ` +
      "and only the balances show whether a row is money in or money out: pass the transactions " +
      "as rows, with the opening and closing balances",
  );
}

function askedSource(search: Search): readonly AmountSource[] | null {
  const { money, columns, options } = search;
  const asked = options.readAs.amount_column;
  if (asked === undefined) return null;
  const plain = [
    ...namedSources(money, columns, options.isCard),
    ...unnamedSources(money, columns),
  ];
  const known = [...plain, ...plain.flatMap((source) => sourcesWithFees(source, money))]
    .find((source) => nameOf(source) === asked);
  if (known !== undefined) return [known];
  const column = columns.find(({ at, heading }) =>
    String(at + 1) === asked || (heading !== "" && foldText(heading) === foldText(asked))
  );
  if (column === undefined || column.amounts === null) {
    const names = moneyColumns(columns).map(({ name }) => name);
    throw refusal(
      `read_as.amount_column: ${quoted(asked)} isn't an amount column; choose from ${
        names.map(quoted).join(", ")
      }`,
    );
  }
  return [oneColumn(column)];
}

function choose(
  candidates: readonly Candidate[],
  { named, net, search }: {
    readonly named: readonly AmountSource[];
    readonly net: Candidate | null;
    readonly search: Search;
  },
): { readonly chosen: Candidate; readonly rivals: readonly Candidate[] } {
  const proven = distinct(candidates.filter(({ proof }) => proof !== null), search);
  const byName = distinct(candidates.filter(({ source }) => named.includes(source)), search);
  const [only] = proven;
  if (only !== undefined && proven.length === 1) {
    const isExpected = byName.length === 0 || byName.some((one) => areEqual(one, only));
    // If the balances confirm one amount column, but the headings point to other columns whose
    // amounts differ from the confirmed ones, ask the user.
    return { chosen: only, rivals: isExpected ? [] : [only, ...byName] };
  }
  const left = byName.length > 0 ? byName : distinct(likeliest(candidates, search.options), search);
  const [first = candidates[0] as Candidate] = left;
  const settled = net ?? (isSettled(left, named, search) ? first : undefined) ??
    left.find(({ source }) => nameOf(source) === search.options.remembered.amount_column);
  return settled === undefined ? { chosen: first, rivals: left } : { chosen: settled, rivals: [] };
}

/** Whether the amount column is known: the user named it, or only one plausible column is left. */
function isSettled(
  [first, ...others]: readonly Candidate[],
  named: readonly AmountSource[],
  { options }: Search,
): boolean {
  if (options.readAs.amount_column !== undefined) return true;
  return first !== undefined && others.length === 0 &&
    (named.includes(first.source) || columnsIn(first.source).every(looksLikeMoney) ||
      first.values.some((value) => value < 0) || first.source.side !== null);
}

/**
 * If exactly one candidate is a pair of columns, drops all others. Otherwise, if some candidates
 * have decimals or signs, drops those that have neither. If the currency has no decimals, drops
 * candidates with fractions instead.
 */
function likeliest(
  candidates: readonly Candidate[],
  { decimals }: ReadingOptions,
): readonly Candidate[] {
  const pairs = candidates.filter(({ source }) => source.parts.length > 1);
  if (pairs.length === 1 && (pairs[0]?.values.length ?? 0) >= MIN_ROWS) return pairs;
  return decimals > 0
    ? orAll(candidates, ({ source }) => columnsIn(source).some(isLikelyAmount))
    : orAll(candidates, ({ values }) => values.every((value) => value % 1000 === 0));
}

const MIN_ROWS = 4;

/** A column's amounts, before and after another column's fees are added. */
interface Fees {
  readonly gross: Candidate;
  readonly sum: Candidate;
}

/** Maximum number of candidate amount columns to try in combination with fee columns. */
const MAX_WITH_FEES = 12;

function feesOf(plain: readonly Candidate[], search: Search): readonly Fees[] {
  const isAsked = search.options.readAs.amount_column !== undefined;
  if (isAsked || plain.some(({ proof }) => proof !== null)) return [];
  return plain.slice(0, MAX_WITH_FEES).flatMap((gross) =>
    sourcesWithFees(gross.source, search.money).flatMap((source) => candidatesFor(source, search))
      .map((sum) => ({ gross, sum }))
  );
}

/** Returns fees that can be added to one column's amounts to get another column's amounts. */
function explained(named: readonly Candidate[], fees: readonly Fees[]): readonly Fees[] {
  return fees.filter(({ sum }) => named.some((one) => areEqual(one, sum)));
}

/**
 * If a file has columns for the amount, the fee and the net amount, only the net amount changes the
 * balance. The net column is used only if every fee lowers the amount. In addition, the fees must
 * have a minus sign, or be charged on both money in and money out.
 */
function netOf(named: readonly Candidate[], fees: readonly Fees[]): Candidate | null {
  const net = explained(named, fees).find(({ gross, sum }) => {
    const fee = sum.source.parts.at(-1);
    const charged = gross.values.filter((value, at) => value !== sum.values[at]);
    const isOut = fee?.isOut === false || new Set(charged.map(Math.sign)).size === 2;
    return fee !== undefined && isFee(fee.column.heading) && isOut && charged.length > 0 &&
      gross.values.every((value, at) => (sum.values[at] ?? 0) <= value);
  });
  return named.find((one) => net !== undefined && areEqual(one, net.sum)) ?? null;
}

/**
 * If running balances show that some fees aren't included in the amounts, returns only those fees.
 */
function withFeesDue(fees: readonly Fees[]): readonly Fees[] {
  const proven = fees.filter(({ sum: { proof } }) => proof !== null);
  if (proven.length > 0) return proven;
  const byName = Map.groupBy(fees, ({ sum }) => nameOf(sum.source));
  return [...byName.values()].map(([first]) => first as Fees)
    .filter(({ sum }) => isFee(sum.source.parts.at(-1)?.column.heading ?? ""));
}

/**
 * Drops candidates with the same amounts as an earlier candidate. Also drops candidates without
 * minus signs if another candidate has the same amounts with minus signs.
 */
function distinct(
  candidates: readonly Candidate[],
  { options }: Search,
): readonly Candidate[] {
  // On a credit card, a plus sign always means money in.
  const isDoubtful = ({ source }: Candidate): boolean =>
    source.isMarkedByPlus === true && options.isCard !== true;
  const hasSigns = ({ values }: Candidate): boolean => values.some((value) => value < 0);
  return candidates.filter((one, at) =>
    !candidates.some((other, index) =>
      index < at && areEqual(other, one) ||
      (!hasSigns(one) && hasSigns(other) && one.source.side === null &&
        other.source.side === null && !isDoubtful(other) &&
        one.values.every((value, row) => value === Math.abs(other.values[row] ?? 0)))
    )
  );
}

function areEqual(one: Candidate, other: Candidate): boolean {
  return one.values.every((value, at) => value === other.values[at]);
}
