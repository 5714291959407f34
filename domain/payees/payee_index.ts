import { categorisedAccounts } from "./categorised_accounts.ts";
import { type ChunkPayees, chunkPayees } from "./chunk_payees.ts";
import type { PayeeGroup } from "./payee_group.ts";
import { groupsOf } from "./payee_groups.ts";
import { payeeKeyOf } from "./payee_key.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";

export { payeeKeyOf };
export type { PayeeGroup };

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
 */
export function payeeIndexOf<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): PayeeIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Transaction>;
  const index = indexOfNewest(live, Infinity);
  indexes.set(live, index);
  return index;
}

/** Groups the transactions of the newest chunks alone. Accounts are those of all. */
export function indexOfNewest<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
  most: number,
): PayeeIndex<Transaction> {
  const { leftOut } = matchedPairs(live);
  const all = chunksOf(live);
  const chunks = all.slice(0, most);
  const told: ChunkPayees[] = [];
  for (const chunk of chunks) {
    told.push(chunkPayees(chunk));
  }
  const groups = groupsOf(chunks, { told, leftOut });
  let accountIds: ReadonlySet<string> | null = null;
  return {
    groups: [
      ...groups.filter(({ direction }) => direction === "out"),
      ...groups.filter(({ direction }) => direction === "in"),
    ],
    get categorisedAccountIds(): ReadonlySet<string> {
      return accountIds ??= new Set(all.flatMap(categorisedAccounts));
    },
  };
}

const indexes = new WeakMap<object, PayeeIndex<TransactionRecord>>();
