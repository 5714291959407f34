import type { ReadingOptions } from "../domain/statements/statement.ts";
import { columnsIn } from "./csv_amounts.ts";
import type { Column } from "./csv_columns.ts";
import type { BalanceProof, Candidate } from "./csv_candidates.ts";
import { refusal } from "./refusal.ts";
import { type SignChoice, signOfAmounts } from "./signs.ts";

interface SettledSign {
  readonly sign: SignChoice;
  readonly isSignOpen: boolean;
  readonly evidence: readonly string[];
}

/** Determines whether a minus is money out. */
export function settleSign(
  { source, values, proof, hasSign, likelySign }: Candidate,
  columns: readonly Column[],
  options: ReadingOptions,
): SettledSign {
  const { readAs, isCard, remembered } = options;
  const proven = proof !== null && hasSign ? signOfProof(proof, isCard) : null;
  if (readAs.sign !== undefined) {
    if (isCard === false && proven !== null && proven !== readAs.sign) {
      throw refusal(`the running balance proves that sign is "${proven}": leave out read_as.sign`);
    }
    return { sign: readAs.sign, isSignOpen: false, evidence: [] };
  }
  if (isCard === false && proven !== null) {
    // If no amount has a sign, the balances don't show the direction of the first amount.
    const isOpen = proven === "reversed" && values.every((value) => value >= 0) &&
      remembered.sign !== proven;
    return { sign: proven, isSignOpen: isOpen, evidence: [] };
  }
  const hasPlus = columnsIn(source).some(({ texts }) => texts.some(({ sign }) => sign === 1));
  if (isCard === false && hasPlus) return { sign: "as_shown", isSignOpen: false, evidence: [] };
  if (source.isCertain === true) return { sign: "as_shown", isSignOpen: false, evidence: [] };
  const byCount = signOfAmounts(values, options);
  const isDoubtful = isCard === false && mayBeFromApp(values, columns);
  const isCounted = byCount.isSettled && !isDoubtful &&
    (source.isCertain === null || isCard === true);
  if (isCounted) {
    const isContradicted = proven !== null && proven !== byCount.sign;
    if (isCard === false && likelySign === -1) {
      const isSignOpen = remembered.sign === undefined;
      return { sign: remembered.sign ?? byCount.sign, isSignOpen, evidence: [] };
    }
    return {
      sign: byCount.sign,
      isSignOpen: isContradicted,
      evidence: byCount.evidence === null ? [] : [byCount.evidence],
    };
  }
  const isSignOpen = remembered.sign === undefined;
  if (proven !== null) {
    // A balance that shows the amount owed is negative after an overpayment. Ask if the sign
    // contradicts the rule that most rows of a card are purchases.
    const lead = values.reduce((sum, value) => sum + Math.sign(value), 0);
    const isContradicted = lead !== 0 && (lead > 0) === (proven === "as_shown");
    return { sign: proven, isSignOpen: isSignOpen && isContradicted, evidence: [] };
  }
  return { sign: remembered.sign ?? byCount.sign, isSignOpen, evidence: [] };
}

/** Minimum number of rows in which money out is more frequent. */
const MIN_ROWS = 8;

/**
 * Whether a file may be an export from a budget app, which names the account and category. Some
 * show money out without a minus sign.
 */
function mayBeFromApp(values: readonly number[], columns: readonly Column[]): boolean {
  const isMostlyPlus = values.length < MIN_ROWS ||
    values.reduce((sum, value) => sum + Math.sign(value), 0) >= 0;
  const hasColumn = (heading: RegExp): boolean => columns.some((one) => heading.test(one.heading));
  return isMostlyPlus && hasColumn(/^account(?:[_ ](?:id|name))?$/iu) && hasColumn(/^category/iu);
}

/**
 * Determines the sign from a running balance. A card's positive balance may be owed or available,
 * so only negative ones are evidence.
 */
function signOfProof(
  { sign, below, above }: BalanceProof,
  isCard: boolean | null,
): SignChoice | null {
  if (isCard !== false && below <= above) return null;
  return sign === 1 ? "as_shown" : "reversed";
}
