import type { ReadAs, ReadingOptions } from "../domain/statements/statement.ts";

export type SignChoice = NonNullable<ReadAs["sign"]>;

export interface SignEvidence {
  /** The likeliest reading. */
  readonly sign: SignChoice;
  readonly isSettled: boolean;
  /** What settled it; `null` if a minus is money out as usual. */
  readonly evidence: string | null;
}

/** Rows that a card needs before the more frequent sign is money out. */
const FEWEST_ROWS = 4;
const MOST_FREQUENT = 0.7;

/**
 * Finds whether a minus is money out, from the amounts as the file shows them, without balances.
 * What the user answers wins, and what was answered before settles what is left open.
 */
export function signOfAmounts(amounts: readonly number[], options: ReadingOptions): SignEvidence {
  const { readAs, remembered, isCard } = options;
  if (readAs.sign !== undefined) return { sign: readAs.sign, isSettled: true, evidence: null };
  const out = amounts.filter((amount) => amount < 0).length;
  const rows = amounts.filter((amount) => amount !== 0).length;
  if (isCard === false && out > 0) return { sign: "as_shown", isSettled: true, evidence: null };
  const isMostlyMinus = rows >= FEWEST_ROWS && out >= rows * MOST_FREQUENT;
  const isMostlyPlus = rows >= FEWEST_ROWS && rows - out >= rows * MOST_FREQUENT;
  // An account of unknown type may be a cash account, where a plus is money in.
  if (isMostlyMinus && isCard !== false) {
    return {
      sign: "as_shown",
      isSettled: true,
      evidence: `${out} of ${rows} amounts are negative`,
    };
  }
  if (isMostlyPlus && isCard === true) {
    return {
      sign: "reversed",
      isSettled: true,
      evidence: `${rows - out} of ${rows} amounts are positive, so a plus is money spent`,
    };
  }
  if (remembered.sign !== undefined) {
    return { sign: remembered.sign, isSettled: true, evidence: "signs as answered before" };
  }
  return { sign: isMostlyPlus ? "reversed" : "as_shown", isSettled: rows === 0, evidence: null };
}
