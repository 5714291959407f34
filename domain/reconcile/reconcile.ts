import { dayNumber } from "../base/day.ts";
import { compareTexts } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import { MAX_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";
import { countedTransactions } from "../transactions/transaction_chunks.ts";
import { newestFirst } from "../transactions/chunk_facts.ts";
import { pairsMaking, type Places, setsMaking } from "./sets_of_sum.ts";

export interface Reconciliation {
  /** Sum of cleared and reconciled transactions. A matched pair counts once. */
  readonly clearedBalance: number;
  /** Sum of uncleared transactions that the bank balance includes. */
  readonly clearing: number;
  /** The bank balance minus the sum of `clearedBalance` and `clearing`. */
  readonly difference: number;
  /** Transactions that have cleared at the bank but aren't reconciled yet, oldest first. */
  readonly toMark: readonly TransactionRecord[];
  readonly explanations: readonly Explanation[];
  /** Whether an imported transaction was left out because its matched transaction is counted. */
  readonly hasMatches: boolean;
}

export interface BankStatement {
  readonly accountId: string;
  /** The bank balance in milliunits. As in the plan, debts are negative. */
  readonly bankBalance: number;
  readonly decimals: number;
  /** Uncleared transactions that the bank balance includes. */
  readonly clearIds?: ReadonlySet<string>;
}

export function reconcile(
  live: readonly TransactionRecord[],
  { accountId, bankBalance, decimals, clearIds = new Set() }: BankStatement,
): Reconciliation {
  const ofAccount = live.filter((transaction) =>
    transaction.account_id === accountId && !transaction.deleted
  );
  const transactions = countedTransactions(ofAccount);
  const parts = partsOf(transactions);
  const clearing = parts.uncleared.filter(({ id }) => clearIds.has(id));
  const clearedBalance = totalOf([...parts.cleared, ...parts.reconciled]);
  const difference = bankBalance - clearedBalance - totalOf(clearing);
  const unexplained = {
    uncleared: parts.uncleared.filter(({ id }) => !clearIds.has(id)),
    cleared: parts.cleared,
    // The bank confirms these transactions, so they can't explain the difference.
    reconciled: [...parts.reconciled, ...clearing],
  };
  return {
    clearedBalance,
    clearing: totalOf(clearing),
    difference,
    toMark: [...parts.cleared, ...clearing].sort(oldestFirst),
    explanations: explainDifference(unexplained, { difference, decimals }),
    hasMatches: transactions.length < ofAccount.length,
  };
}

function partsOf(transactions: readonly TransactionRecord[]): AccountTransactions {
  const having = (state: string): readonly TransactionRecord[] =>
    transactions.filter(({ cleared }) => cleared === state);
  return {
    // An unknown cleared state counts as uncleared.
    uncleared: transactions.filter(({ cleared }) =>
      cleared !== "cleared" && cleared !== "reconciled"
    ),
    cleared: having("cleared"),
    reconciled: having("reconciled"),
  };
}

function oldestFirst(a: TransactionRecord, b: TransactionRecord): number {
  return compareTexts(a.date, b.date) || compareTexts(a.id, b.id);
}

/** Kinds of explanations, most likely first. */
export const EXPLANATION_KINDS = [
  "uncleared",
  "duplicate",
  "sign_slip",
  "swapped_digits",
  "wrongly_cleared",
  "mixed",
] as const;

export type ExplanationKind = (typeof EXPLANATION_KINDS)[number];

export interface Explanation {
  readonly kind: ExplanationKind;
  readonly transactions: readonly TransactionRecord[];
  /** Milliunits. */
  readonly amount: number;
}

export type AccountTransactions = Readonly<
  Record<"uncleared" | "cleared" | "reconciled", readonly TransactionRecord[]>
>;

const MAX_EXPLANATIONS = 5;
/** If more than this many sets of three or four transactions match, chance is the likely cause. */
const MAX_LARGE_SETS = 3;
/** With more transactions than this, too many sets of three or four would match by chance. */
const MAX_ROWS_FOR_LARGE_SETS = 200;

/**
 * Explains why the bank balance differs from the cleared balance. The difference is the bank
 * balance minus the cleared balance. The kinds of explanations are:
 *
 * - `uncleared`: transactions that have cleared at the bank but are still uncleared in YNAB. The
 *   difference equals their sum.
 * - `wrongly_cleared`: transactions that are marked as cleared but haven't cleared at the bank. The
 *   difference is the negative of their sum.
 * - `mixed`: an `uncleared` transaction and a `wrongly_cleared` one. The difference is the amount
 *   of the first minus the amount of the second.
 * - `duplicate`: a cleared transaction entered twice. The difference is the negative of its amount.
 * - `sign_slip`: a cleared transaction with the wrong sign. The difference is -2 times its amount.
 * - `swapped_digits`: a cleared transaction whose amount has two adjacent digits swapped.
 *
 * Explanations are sorted by number of transactions, kind, and date (newest first). Sets of three
 * transactions are included only if there are at most three of these sets. Sets of four
 * transactions are included only if the number of three-transaction sets plus the number of
 * four-transaction sets is at most three.
 */
export function explainDifference(
  transactions: AccountTransactions,
  search: SlipSearch,
): readonly Explanation[] {
  if (search.difference === 0) return [];
  const uncleared = transactions.uncleared.toSorted(newestFirst);
  const cleared = transactions.cleared.toSorted(newestFirst);
  const sorted = { ...transactions, uncleared, cleared };
  const fewest = [...singles(sorted, search), ...pairs(sorted, search.difference)];
  const all = fewest.length >= MAX_EXPLANATIONS
    ? fewest
    : [...fewest, ...largeSets(sorted, search.difference)];
  return all.slice(0, MAX_EXPLANATIONS);
}

function singles(
  { uncleared, cleared, reconciled }: AccountTransactions,
  search: SlipSearch,
): readonly Explanation[] {
  const { difference, decimals } = search;
  const twice = duplicates(cleared, [...cleared, ...reconciled], search);
  const isDuplicate = new Set(twice.flatMap(({ transactions }) => transactions));
  return [
    ...uncleared.filter(({ amount }) => amount === difference).map((one) => missed([one])),
    ...twice,
    // Correcting a wrong sign changes the balance by twice the amount.
    ...cleared.filter(({ amount }) => -2 * amount === difference).map(slip("sign_slip")),
    ...cleared
      .filter(({ amount }) => isSwapped(amount, amount + difference, 10 ** (3 - decimals)))
      .map(slip("swapped_digits")),
    ...cleared.filter((one) => one.amount === -difference && !isDuplicate.has(one))
      .map((one) => surplus([one])),
  ];
}

function pairs(
  { uncleared, cleared }: AccountTransactions,
  difference: number,
): readonly Explanation[] {
  const most = MAX_EXPLANATIONS;
  const both = [...uncleared, ...cleared].sort(newestFirst);
  const isUncleared = new Set(uncleared);
  const signed = both.map((one) => isUncleared.has(one) ? one.amount : -one.amount);
  const sideOf = (place: number): boolean => isUncleared.has(both[place] as TransactionRecord);
  const ofUncleared = pairsMaking(amountsOf(uncleared), { target: difference, most });
  const ofCleared = pairsMaking(amountsOf(cleared), { target: -difference, most });
  const mixed = pairsMaking(signed, { target: difference, most, sideOf });
  return [
    ...setsOf(uncleared, ofUncleared).map(missed),
    ...setsOf(cleared, ofCleared).map(surplus),
    ...setsOf(both, mixed).map((transactions) => ({
      kind: "mixed" as const,
      transactions: transactions.toSorted((a, b) =>
        Number(isUncleared.has(b)) - Number(isUncleared.has(a))
      ),
      amount: difference,
    })),
  ];
}

function largeSets(
  { uncleared, cleared }: AccountTransactions,
  difference: number,
): readonly Explanation[] {
  if (Math.max(uncleared.length, cleared.length) > MAX_ROWS_FOR_LARGE_SETS) return [];
  const most = MAX_LARGE_SETS + 1;
  const setsOfSize = (size: 3 | 4): readonly Explanation[] | null => {
    const own = setsMaking(size, amountsOf(uncleared), { target: difference, most });
    const other = setsMaking(size, amountsOf(cleared), { target: -difference, most });
    return own === null || other === null
      ? null
      : [...setsOf(uncleared, own).map(missed), ...setsOf(cleared, other).map(surplus)];
  };
  const triples = setsOfSize(3) ?? [];
  if (triples.length > MAX_LARGE_SETS) return [];
  const fours = setsOfSize(4) ?? [];
  return triples.length + fours.length > MAX_LARGE_SETS ? triples : [...triples, ...fours];
}

function missed(transactions: readonly TransactionRecord[]): Explanation {
  return { kind: "uncleared", transactions, amount: totalOf(transactions) };
}

function surplus(transactions: readonly TransactionRecord[]): Explanation {
  return { kind: "wrongly_cleared", transactions, amount: totalOf(transactions) };
}

function slip(kind: ExplanationKind): (transaction: TransactionRecord) => Explanation {
  return (transaction) => ({ kind, transactions: [transaction], amount: transaction.amount });
}

function setsOf(
  transactions: readonly TransactionRecord[],
  sets: readonly Places[],
): readonly (readonly TransactionRecord[])[] {
  return sets.map((places) => places.map((at) => transactions[at] as TransactionRecord));
}

function totalOf(transactions: readonly TransactionRecord[]): number {
  return sumOf(amountsOf(transactions));
}

function amountsOf(transactions: readonly TransactionRecord[]): readonly number[] {
  return transactions.map(({ amount }) => amount);
}

export interface SlipSearch {
  /** Bank balance minus cleared balance, in milliunits; not zero. */
  readonly difference: number;
  readonly decimals: number;
}

/** Finds cleared transactions that were probably entered twice, each with its nearest duplicate. */
function duplicates(
  cleared: readonly TransactionRecord[],
  others: readonly TransactionRecord[],
  { difference }: SlipSearch,
): readonly Explanation[] {
  const surplus = cleared.filter(({ amount }) => amount === -difference);
  const twins = others.filter(({ amount }) => amount === -difference);
  const pairs = new Map<string, Explanation>();
  for (const transaction of surplus) {
    // Stop early, because finding every pair among thousands of equal amounts would take minutes.
    if (pairs.size === MAX_EXPLANATIONS) break;
    const twin = nearest(transaction, twins);
    const pair = [transaction.id, twin?.id].sort().join(" ");
    if (twin === null || pairs.has(pair)) continue;
    const { amount } = transaction;
    pairs.set(pair, { kind: "duplicate", transactions: [transaction, twin], amount });
  }
  return [...pairs.values()];
}

function nearest(
  transaction: TransactionRecord,
  twins: readonly TransactionRecord[],
): TransactionRecord | null {
  let best: TransactionRecord | null = null;
  let bestDays = MAX_POSTING_DAYS + 1;
  const day = dayNumber(transaction.date);
  for (const twin of twins) {
    if (twin.id === transaction.id) continue;
    const days = Math.abs(dayNumber(twin.date) - day);
    if (days < bestDays) [best, bestDays] = [twin, days];
  }
  return best;
}

function isSwapped(entered: number, meant: number, unit: number): boolean {
  if (Math.sign(entered) !== Math.sign(meant)) return false;
  if (entered % unit !== 0 || meant % unit !== 0) return false;
  const wrong = String(Math.abs(entered) / unit);
  const right = String(Math.abs(meant) / unit);
  const length = Math.max(wrong.length, right.length);
  const [from, to] = [wrong.padStart(length, "0"), right.padStart(length, "0")];
  const first = [...from].findIndex((digit, at) => digit !== to[at]);
  return first >= 0 && from[first] === to[first + 1] && from[first + 1] === to[first] &&
    from.slice(first + 2) === to.slice(first + 2);
}
