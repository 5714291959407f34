/**
 * Live transactions by merchant and direction, in order of their days.
 *
 * @module
 */

import { countedTransactions } from "../plan/counted_transactions.ts";
import { dayNumber } from "../calendar/day.ts";
import { payeeKeyOf } from "./payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";

export { payeeKeyOf };

/** Transactions of one merchant in one direction. */
export interface PayeeGroup<Transaction extends TransactionRecord> {
  /** The normalised name, or `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names come to the same. */
  readonly payeeIds: ReadonlySet<string>;
  /** The oldest first. */
  readonly transactions: readonly Transaction[];
  /** Days since 1970-01-01, at the same places. */
  readonly days: readonly number[];
}

/** What {@linkcode payeeIndexOf} makes of the transactions of a plan. */
export interface PayeeIndex<Transaction extends TransactionRecord> {
  readonly groups: readonly PayeeGroup<Transaction>[];
  /** Accounts of which some live transaction has a category: the others only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/**
 * Groups the transactions that count by payee and direction. A payee's id decides, under its
 * newest name; ids whose names normalise to the same words are one merchant, as are
 * transactions without a payee whose bank label does. Transactions of 0 move nothing and are left
 * out.
 *
 * @param live Live transactions of a plan; the same list gives the same index.
 * @returns The index.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const transaction = {
 *   id: "t",
 *   date: "2024-03-01",
 *   amount: -5000,
 *   cleared: "cleared",
 *   approved: true,
 *   account_id: "a",
 *   account_name: "Checking",
 *   payee_name: "SQ *BLUE DOOR COFFEE",
 *   subtransactions: [],
 *   deleted: false,
 * };
 * assertEquals(payeeIndexOf([transaction]).groups.map(({ key }) => key), ["blue door coffee"]);
 * ```
 */
export function payeeIndexOf<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): PayeeIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Transaction>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

interface TransactionFacts {
  readonly key: string;
  readonly day: number;
}

const indexes = new WeakMap<readonly TransactionRecord[], PayeeIndex<TransactionRecord>>();

// Transactions are replaced, never changed, when the copy is synced: what was worked out
// once stays true for as long as the transaction lives.
const knownFacts = new WeakMap<TransactionRecord, TransactionFacts>();

/** A group as it fills; `places` are those of its transactions among all that count. */
interface GroupInMaking {
  readonly key: string;
  readonly payeeIds: Set<string>;
  readonly places: number[];
}

/** Transactions with one payee's id, or one label, before equal names are brought together. */
interface PayeeInMaking {
  readonly id: string;
  /** Facts of the newest transaction: a renamed payee may have transactions with its old name. */
  newest: TransactionFacts;
  in: GroupInMaking | undefined;
  out: GroupInMaking | undefined;
}

function makeIndex<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): PayeeIndex<Transaction> {
  const { transactions } = countedTransactions(live);
  const facts = transactions.map(factsOf);
  const payees = payeesOf(transactions, facts);
  const groups = { in: new Map<string, GroupInMaking>(), out: new Map<string, GroupInMaking>() };
  for (let place = 0; place < transactions.length; place++) {
    const amount = transactions[place]?.amount ?? 0;
    const payee = payees[place];
    if (amount === 0 || payee === undefined) continue;
    const direction = amount > 0 ? "in" : "out";
    const group = payee[direction] ??= joined(payee, groups[direction]);
    group.places.push(place);
  }
  const finish = (direction: "in" | "out"): PayeeGroup<Transaction>[] =>
    [...groups[direction].values()].map(({ key, payeeIds, places }) => {
      const ordered = inOrder(places, transactions, facts);
      return { key, direction, payeeIds, ...ordered };
    });
  return {
    groups: [...finish("out"), ...finish("in")],
    categorisedAccountIds: categorisedAccounts(live),
  };
}

/** Gives each transaction's payee: by its id, or by its label where it has none. */
function payeesOf(
  transactions: readonly TransactionRecord[],
  facts: readonly TransactionFacts[],
): readonly PayeeInMaking[] {
  const payees = new Map<string, PayeeInMaking>();
  return transactions.map((transaction, place) => {
    const own = facts[place] ?? { key: "", day: 0 };
    const id = transaction.payee_name ? transaction.payee_id ?? "" : "";
    const name = id === "" ? `label:${own.key}` : id;
    let payee = payees.get(name);
    if (payee === undefined) {
      payee = { id, newest: own, in: undefined, out: undefined };
      payees.set(name, payee);
    } else if (own.day > payee.newest.day) payee.newest = own;
    return payee;
  });
}

function joined({ id, newest }: PayeeInMaking, groups: Map<string, GroupInMaking>): GroupInMaking {
  let group = groups.get(newest.key);
  if (group === undefined) {
    group = { key: newest.key, payeeIds: new Set(), places: [] };
    groups.set(newest.key, group);
  }
  if (id !== "") group.payeeIds.add(id);
  return group;
}

/** Orders transactions by day, those of one day by id: numbers sort ten times faster. */
function inOrder<Transaction extends TransactionRecord>(
  places: readonly number[],
  all: readonly Transaction[],
  facts: readonly TransactionFacts[],
): Pick<PayeeGroup<Transaction>, "transactions" | "days"> {
  const dayOf = (place: number): number => facts[place]?.day ?? 0;
  const packed = new Float64Array(places.length);
  for (const [at, place] of places.entries()) packed[at] = dayOf(place) * all.length + place;
  packed.sort();
  const transactions: Transaction[] = [];
  const days: number[] = [];
  for (const number of packed) {
    const place = number % all.length;
    const transaction = all[place] as Transaction;
    const day = dayOf(place);
    transactions.push(transaction);
    for (let at = transactions.length - 1; at > 0 && days[at - 1] === day; at--) {
      const before = transactions[at - 1] as Transaction;
      if (before.id < transaction.id) break;
      transactions[at] = before;
      transactions[at - 1] = transaction;
    }
    days.push(day);
  }
  return { transactions, days };
}

function categorisedAccounts(live: readonly TransactionRecord[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const transaction of live) {
    const isCategorised = (transaction.category_id ?? "") !== "" ||
      liveLines(transaction).some((line) => (line.category_id ?? "") !== "");
    if (isCategorised) ids.add(transaction.account_id);
  }
  return ids;
}

function factsOf(transaction: TransactionRecord): TransactionFacts {
  const known = knownFacts.get(transaction);
  if (known !== undefined) return known;
  const facts = { key: payeeKeyOf(transaction), day: dayNumber(transaction.date) };
  knownFacts.set(transaction, facts);
  return facts;
}
