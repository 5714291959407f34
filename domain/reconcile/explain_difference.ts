import { duplicates, signSlips, type SlipSearch, swappedDigits } from "./entry_slips.ts";
import { sumOf } from "../base/money.ts";
import type { Explanation } from "./explanation.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { foursMaking, pairsMaking, type Places, triplesMaking } from "./sets_of_sum.ts";
import { newestFirst } from "../transactions/chunk_facts.ts";

/** Counted transactions of one account; matched pairs count once. */
export interface AccountTransactions<Transaction extends TransactionRecord> {
  readonly uncleared: readonly Transaction[];
  /** Cleared and not reconciled yet. */
  readonly cleared: readonly Transaction[];
  readonly reconciled: readonly Transaction[];
}

/** Explanations that are told. */
const MOST_EXPLANATIONS = 5;
/** More sets of three, or of four, than this are chance rather than explanation. */
const MOST_LARGE_SETS = 3;
/** Among more transactions than this, chance alone makes more sets than that. */
const MOST_ROWS_FOR_LARGE_SETS = 200;

/**
 * Explains a difference. The kinds, and what makes the difference:
 *
 * - `uncleared`: transactions that the bank has; their sum.
 * - `wrongly_cleared`: transactions that the bank lacks; minus their sum.
 * - `mixed`: an uncleared transaction that the bank has and a cleared one that it lacks; the
 *   first minus the second, which is also the `amount`.
 * - `duplicate`: a cleared transaction that another repeats; minus its amount.
 * - `sign_slip`: a cleared transaction with the sign turned; minus twice its amount.
 * - `swapped_digits`: a cleared transaction with two neighbouring digits swapped.
 *
 * `amount` is otherwise the sum of the transactions, of a duplicate one transaction's. The
 * order is: fewest transactions that have to be put right, then kinds as in
 * {@linkcode EXPLANATION_KINDS}, then the newest transactions. Three transactions are named only when at
 * most three such sets exist, four only when at most three sets of either size do.
 */
export function explainDifference<Transaction extends TransactionRecord>(
  transactions: AccountTransactions<Transaction>,
  search: SlipSearch,
): readonly Explanation<Transaction>[] {
  if (search.difference === 0) return [];
  const uncleared = transactions.uncleared.toSorted(newestFirst);
  const cleared = transactions.cleared.toSorted(newestFirst);
  const sorted = { ...transactions, uncleared, cleared };
  const fewest = [...singles(sorted, search), ...pairs(sorted, search.difference)];
  const told = fewest.length >= MOST_EXPLANATIONS
    ? fewest
    : [...fewest, ...largeSets(sorted, search.difference)];
  return told.slice(0, MOST_EXPLANATIONS);
}

function singles<Transaction extends TransactionRecord>(
  { uncleared, cleared, reconciled }: AccountTransactions<Transaction>,
  search: SlipSearch,
): readonly Explanation<Transaction>[] {
  const { difference } = search;
  const twice = duplicates(cleared, [...cleared, ...reconciled], search);
  const named = new Set(twice.flatMap(({ transactions }) => transactions));
  return [
    ...uncleared.filter(({ amount }) => amount === difference).map((transaction) =>
      missed([transaction])
    ),
    ...twice,
    ...signSlips(cleared, search),
    ...swappedDigits(cleared, search),
    ...cleared.filter((transaction) =>
      transaction.amount === -difference && !named.has(transaction)
    )
      .map((transaction) => surplus([transaction])),
  ];
}

function pairs<Transaction extends TransactionRecord>(
  { uncleared, cleared }: AccountTransactions<Transaction>,
  difference: number,
): readonly Explanation<Transaction>[] {
  const most = MOST_EXPLANATIONS;
  const both = [...uncleared, ...cleared].sort(newestFirst);
  const isUncleared = new Set(uncleared);
  const mixed = pairsMaking(
    both.map((transaction) =>
      isUncleared.has(transaction) ? transaction.amount : -transaction.amount
    ),
    {
      target: difference,
      most,
      sideOf: (place) => isUncleared.has(both[place] as Transaction),
    },
  );
  return [
    ...setsOf(uncleared, pairsMaking(amountsOf(uncleared), { target: difference, most }))
      .map(missed),
    ...setsOf(cleared, pairsMaking(amountsOf(cleared), { target: -difference, most }))
      .map(surplus),
    ...setsOf(both, mixed).map((transactions) => ({
      kind: "mixed" as const,
      transactions: transactions.toSorted((a, b) =>
        Number(isUncleared.has(b)) - Number(isUncleared.has(a))
      ),
      amount: difference,
    })),
  ];
}

function largeSets<Transaction extends TransactionRecord>(
  { uncleared, cleared }: AccountTransactions<Transaction>,
  difference: number,
): readonly Explanation<Transaction>[] {
  if (Math.max(uncleared.length, cleared.length) > MOST_ROWS_FOR_LARGE_SETS) return [];
  const most = MOST_LARGE_SETS + 1;
  const ofUncleared = { target: difference, most };
  const ofCleared = { target: -difference, most };
  const triples = [
    ...setsOf(uncleared, triplesMaking(amountsOf(uncleared), ofUncleared)).map(missed),
    ...setsOf(cleared, triplesMaking(amountsOf(cleared), ofCleared)).map(surplus),
  ];
  if (triples.length > MOST_LARGE_SETS) return [];
  const missedFours = foursMaking(amountsOf(uncleared), ofUncleared);
  const surplusFours = foursMaking(amountsOf(cleared), ofCleared);
  if (missedFours === null || surplusFours === null) return triples;
  const fours = [
    ...setsOf(uncleared, missedFours).map(missed),
    ...setsOf(cleared, surplusFours).map(surplus),
  ];
  return triples.length + fours.length > MOST_LARGE_SETS ? triples : [...triples, ...fours];
}

function missed<Transaction extends TransactionRecord>(
  transactions: readonly Transaction[],
): Explanation<Transaction> {
  return { kind: "uncleared", transactions, amount: sumOf(amountsOf(transactions)) };
}

function surplus<Transaction extends TransactionRecord>(
  transactions: readonly Transaction[],
): Explanation<Transaction> {
  return { kind: "wrongly_cleared", transactions, amount: sumOf(amountsOf(transactions)) };
}

function setsOf<Transaction>(
  transactions: readonly Transaction[],
  sets: readonly Places[],
): readonly (readonly Transaction[])[] {
  return sets.map((places) => places.map((at) => transactions[at] as Transaction));
}

function amountsOf(transactions: readonly TransactionRecord[]): readonly number[] {
  return transactions.map(({ amount }) => amount);
}
