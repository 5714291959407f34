import type { ReadAs, ReadingOptions } from "../domain/statements/statement.ts";

export type SignChoice = NonNullable<ReadAs["sign"]>;

export interface SignEvidence {
  /** The likeliest reading. */
  readonly sign: SignChoice;
  readonly isSettled: boolean;
  /** The evidence for the sign; `null` if a minus is money out, as usual. */
  readonly evidence: string | null;
}

/**
 * Minimum share of the more frequent sign, and its minimum lead in rows, to count as money out on a
 * card. A month with three payments and one purchase isn't enough to decide, especially if a minus
 * would otherwise get the opposite of its usual meaning.
 */
const MOST_FREQUENT = 0.7;
const LEAD_OF_MINUS = 4;
const LEAD_OF_PLUS = 8;

/**
 * Determines whether a minus is money out from the amounts as shown in the file, without balances.
 * The user's answer in this call takes precedence. If the amounts don't settle the sign, earlier
 * answers do.
 */
export function signOfAmounts(amounts: readonly number[], options: ReadingOptions): SignEvidence {
  const { readAs, remembered, isCard } = options;
  if (readAs.sign !== undefined) return { sign: readAs.sign, isSettled: true, evidence: null };
  const out = amounts.filter((amount) => amount < 0).length;
  const rows = amounts.filter((amount) => amount !== 0).length;
  if (isCard === false && out > 0) return { sign: "as_shown", isSettled: true, evidence: null };
  const isMostlyMinus = out >= rows * MOST_FREQUENT && 2 * out - rows >= LEAD_OF_MINUS;
  const isMostlyPlus = rows - out >= rows * MOST_FREQUENT && rows - 2 * out >= LEAD_OF_PLUS;
  // An account of unknown type may be a cash account, where a plus means money in.
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
      evidence: `${
        rows - out
      } of ${rows} amounts are positive, so positive amounts are money spent`,
    };
  }
  if (remembered.sign !== undefined) {
    return { sign: remembered.sign, isSettled: true, evidence: "you chose these signs earlier" };
  }
  return { sign: isMostlyPlus ? "reversed" : "as_shown", isSettled: rows === 0, evidence: null };
}
