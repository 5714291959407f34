import type { ReadAs, ReadingOptions } from "../domain/statements/statement.ts";
import type { BalanceProof, Candidate } from "./csv_candidates.ts";
import type { Column } from "./csv_columns.ts";
import { refusal } from "./refusal.ts";

export type SignChoice = NonNullable<ReadAs["sign"]>;

/** Returns both sign choices, beginning with the given one. */
export function bothSignsFrom(sign: SignChoice): readonly SignChoice[] {
  return sign === "as_shown" ? ["as_shown", "reversed"] : ["reversed", "as_shown"];
}

export interface SignEvidence {
  readonly sign: SignChoice;
  /** Sign conventions to choose from, most likely first; empty if the convention is known. */
  readonly choices: readonly SignChoice[];
  /** The evidence for the sign, as text for the user; `null` if there is none to show. */
  readonly evidence: string | null;
}

/** Minimum share of rows that must have the same sign before that sign is read as money out. */
const MOST_FREQUENT = 0.7;
/**
 * Rows with a minus must outnumber rows with a plus by at least this many before a minus is
 * read as money out. A month with three payments and one purchase isn't enough to decide.
 */
const LEAD_OF_MINUS = 4;
/**
 * Like `LEAD_OF_MINUS`, but for reading a plus as money out. This number is larger, because a plus
 * usually means money in.
 */
const LEAD_OF_PLUS = 8;

/**
 * Determines from the amounts in the file, without using balances, whether a minus means money
 * out. The user's answer in this call takes precedence. If the amounts don't determine the sign,
 * the user's answer in an earlier call does. `areSigned` is false if words or separate columns show
 * which amounts are outflows.
 */
export function signOfAmounts(
  amounts: readonly number[],
  options: ReadingOptions,
  areSigned = true,
): SignEvidence {
  const { readAs, remembered, isCard } = options;
  const settled = (sign: SignChoice, evidence: string | null = null): SignEvidence => {
    return { sign, choices: [], evidence };
  };
  if (readAs.sign !== undefined) return settled(readAs.sign);
  const out = amounts.filter((amount) => amount < 0).length;
  const rows = amounts.filter((amount) => amount !== 0).length;
  const other = rows - out;
  if (isCard === false && out > 0) return settled("as_shown");
  const isMostlyMinus = out >= rows * MOST_FREQUENT && out - other >= LEAD_OF_MINUS;
  const isMostlyPlus = other >= rows * MOST_FREQUENT && other - out >= LEAD_OF_PLUS;
  // An account of unknown type may be a cash account, where a plus means money in.
  if (isMostlyMinus && isCard !== false) {
    const what = areSigned ? "amounts are negative" : "rows show money out";
    return settled("as_shown", `${out} of ${rows} ${what}`);
  }
  if (isMostlyPlus && isCard === true) {
    const what = areSigned
      ? "amounts are positive, and most card transactions are purchases, so positive amounts are " +
        "read as money spent"
      : "rows show money out";
    return settled("reversed", `${other} of ${rows} ${what}`);
  }
  if (remembered.sign !== undefined) {
    return settled(remembered.sign, "you previously chose this sign convention");
  }
  return likely(isMostlyPlus ? "reversed" : "as_shown", rows > 0);
}

function likely(sign: SignChoice, isOpen: boolean): SignEvidence {
  return { sign, choices: isOpen ? bothSignsFrom(sign) : [], evidence: null };
}

/** Determines whether a minus means money out in a CSV file. */
export function settleSign(
  { source, values, proof, hasSign, likelySign }: Candidate,
  columns: readonly Column[],
  options: ReadingOptions,
): SignEvidence {
  const { readAs, isCard } = options;
  const remembered = source.side?.isCounted === true ? {} : options.remembered;
  const proven = proof !== null && hasSign ? signOfProof(proof, isCard) : null;
  if (readAs.sign !== undefined) {
    if (isCard === false && proven !== null && proven !== readAs.sign) {
      throw refusal(
        `the running balance proves that the correct value of read_as.sign is "${proven}": ` +
          "use this value, or leave out read_as.sign",
      );
    }
    return likely(readAs.sign, false);
  }
  if (isCard === false && proven !== null) {
    // If no amount has a sign, the balances show the direction of every amount except the first.
    const isOpen = proven === "reversed" && values.every((value) => value >= 0) &&
      remembered.sign !== proven;
    return likely(proven, isOpen);
  }
  const hasPlus = source.parts.some(({ column }) => column.texts.some(({ sign }) => sign === 1));
  if ((isCard === false && hasPlus) || source.isCertain === true) {
    return likely("as_shown", false);
  }
  const areSigned = source.side === null && !source.isMarked && source.parts.length === 1;
  const byCount = signOfAmounts(values, { ...options, remembered }, areSigned);
  const isDoubtful = isCard === false && mayBeFromApp(values, columns);
  const isCounted = byCount.choices.length === 0 && !isDoubtful &&
    (source.isCertain === null || isCard === true);
  if (isCounted && (isCard !== false || likelySign !== -1)) {
    const isContradicted = proven !== null && proven !== byCount.sign;
    return { ...likely(byCount.sign, isContradicted), evidence: byCount.evidence };
  }
  const isOpen = remembered.sign === undefined;
  if (proven !== null) {
    // If the balance is the amount owed, an overpayment makes the balance negative. If the sign
    // contradicts the assumption that most rows in a card statement are purchases, ask the user.
    const lead = values.reduce((sum, value) => sum + Math.sign(value), 0);
    const isContradicted = lead !== 0 && (lead > 0) === (proven === "as_shown");
    return likely(proven, isOpen && isContradicted);
  }
  return likely(remembered.sign ?? byCount.sign, isOpen);
}

const MIN_ROWS = 8;

/**
 * Whether the file might be from a budget app, which exports each transaction's account and
 * category. In some apps' files, outflows have no minus sign.
 */
function mayBeFromApp(values: readonly number[], columns: readonly Column[]): boolean {
  const isMostlyPlus = values.length < MIN_ROWS ||
    values.reduce((sum, value) => sum + Math.sign(value), 0) >= 0;
  const hasColumn = (heading: RegExp): boolean => columns.some((one) => heading.test(one.heading));
  return isMostlyPlus && hasColumn(/^account(?:[_ ](?:id|name))?$/iu) && hasColumn(/^category/iu);
}

/**
 * A positive card balance may mean either money owed or available credit, so it can't show what the
 * signs mean.
 */
function signOfProof(
  { sign, below, above }: BalanceProof,
  isCard: boolean | null,
): SignChoice | null {
  if (isCard !== false && below <= above) return null;
  return sign === 1 ? "as_shown" : "reversed";
}
