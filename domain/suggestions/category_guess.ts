import { distinctCategoryNames } from "../plan/category_label.ts";
import { calibratedConfidence } from "./calibration.ts";
import { type CategoryHistory, HistoryReader } from "./category_history.ts";
import type { GroupWithCategories } from "../plan/category_groups.ts";
import { choosableCategories, teachingCategoryIds } from "./choosable_categories.ts";
import { dayAt, dayNumber } from "../base/day.ts";
import {
  type AnyPayeeGroup,
  PayeeDirectory,
  type PayeeRelation,
  relatedPayees,
} from "../payees/payee_directory.ts";
import { payeeIndexOf } from "../payees/payee_index.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { memoised } from "../base/memoised.ts";

/** A category that a transaction probably belongs to. */
export interface Suggestion {
  readonly category_id: string;
  readonly category: string;
  /** How often such a suggestion is right, 0 to 0.99. */
  readonly confidence: number;
  /** Past uses of the category by the payee. */
  readonly uses: number;
  /** `YYYY-MM-DD` of the last of these. */
  readonly last_used: string;
  /** Whose past uses these are and how often they agree, such as `this payee, 9 of 10 times`. */
  readonly because: string;
}

/** Prepares guesses for the transactions of a plan. */
export function categoryGuesser(
  live: Transactions<TransactionRecord>,
  groups: readonly GroupWithCategories[],
): (transaction: TransactionRecord) => Suggestion | null {
  const names = choosableNames(groups);
  const directory = directoryOf(live);
  const evidenceOf = evidenceFinder(directory, historiesIn(live, teachingCategoryIds(groups)));
  return (transaction) => {
    const payee = directory.groupOf(transaction);
    const evidence = payee === undefined ? null : evidenceOf(payee);
    if (evidence === null) return null;
    const { history, relation, trust } = evidence;
    const day = dayNumber(transaction.date);
    const asked = { day, account: transaction.account_id, amount: transaction.amount };
    const { category: id = "", probability = 0 } = history.likeliestFor(asked) ?? {};
    const category = names.get(id);
    if (category === undefined) return null;
    const { uses, lastDay } = history.countOf(id) ?? { uses: 0, lastDay: day };
    // Hundredths, never more than is true.
    const hundredths = Math.round(100 * calibratedConfidence(probability, uses));
    return {
      category_id: id,
      category,
      confidence: Math.floor(trust * hundredths) / 100,
      uses,
      last_used: dayAt(lastDay),
      because: `${RELATIONS[relation]}, ${timesIn(uses, history.count)}`,
    };
  };
}

/** Two categories of one name are told apart, also where only one of them may be chosen. */
function choosableNames(groups: readonly GroupWithCategories[]): ReadonlyMap<string, string> {
  const names = distinctCategoryNames(
    groups.flatMap((group) =>
      group.categories.map((one) => ({ ...one, category_group_name: group.name }))
    ),
  );
  const choosable = choosableCategories(groups);
  return new Map(choosable.map(({ category_id: id, name }) => [id, names.get(id) ?? name]));
}

const RELATIONS: Readonly<Record<PayeeRelation, string>> = {
  same: "this payee",
  label: "same bank label",
  refund: "paid to this payee",
  alike: "similar payee",
};

function timesIn(uses: number, all: number): string {
  if (uses < all) return `${uses} of ${all} times`;
  return uses === 1 ? "once" : `${uses} times`;
}

/** What is known of a payee's transactions. */
interface Evidence {
  readonly history: CategoryHistory;
  readonly relation: PayeeRelation;
  readonly trust: number;
}

/** Finds the most trusted history of each payee, once. */
function evidenceFinder(
  directory: PayeeDirectory,
  histories: HistoryReader,
): (payee: AnyPayeeGroup) => Evidence | null {
  return memoised((payee: AnyPayeeGroup): Evidence | null => {
    for (const { group, ...related } of relatedPayees(payee, directory)) {
      const history = histories.historyOf(group);
      if (history.count > 0) return { history, ...related };
    }
    return null;
  });
}

// Payees are listed once per state of the transactions.
const directoryOf = memoised((live: Transactions<TransactionRecord>) =>
  new PayeeDirectory(payeeIndexOf(live))
);

/**
 * Readers by the oldest chunk, which hardly any change replaces: what was read of the categories
 * and accounts of the other chunks stands as well.
 */
const readers = new WeakMap<object, HistoryReader>();

function historiesIn(
  live: Transactions<TransactionRecord>,
  teaching: ReadonlySet<string>,
): HistoryReader {
  const oldest = chunksOf(live).at(-1) ?? live;
  const known = readers.get(oldest);
  if (known !== undefined && isSameSet(known.wanted, teaching)) return known;
  const reader = new HistoryReader(teaching);
  readers.set(oldest, reader);
  return reader;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}
