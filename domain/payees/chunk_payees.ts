/**
 * The payees of one chunk: who they are is worked out once per different name, not once per
 * transaction.
 *
 * @module
 */

import { STATES } from "../transactions/chunk_facts.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { payeeKeyOf } from "./payee_key.ts";

/** Transactions of a chunk with one payee's id and name, or one label. */
export interface ChunkPayee {
  /** Empty where the transactions name no payee. */
  readonly id: string;
  /** What tells it from others before those with equal keys are brought together. */
  readonly name: string;
  /** See `payeeKeyOf`. */
  readonly key: string;
  /** The day of the newest, as one number. */
  readonly newestDay: number;
  /** Places of those that move money, the newest first. */
  readonly in: readonly number[];
  readonly out: readonly number[];
}

/** What a chunk tells of payees. */
export interface ChunkPayees {
  readonly payees: readonly ChunkPayee[];
  /** Accounts of which some transaction has a category. */
  readonly categorisedAccountIds: readonly string[];
}

interface Known {
  /** Places that were left out. */
  readonly leftOut: string;
  readonly made: ChunkPayees;
}

// Chunks are replaced, never changed.
const known = new WeakMap<TransactionChunk, Known>();

/**
 * Lists the payees of a chunk, the one with the newest transaction first.
 *
 * @param chunk A chunk; the same one is read once.
 * @param leftOut Places of transactions that do not count.
 */
export function chunkPayees(
  chunk: TransactionChunk,
  leftOut: ReadonlySet<number> | undefined,
): ChunkPayees {
  const without = leftOut === undefined ? "" : [...leftOut].join();
  const before = known.get(chunk);
  if (before?.leftOut === without) return before.made;
  const made = {
    payees: payeesIn(chunk, leftOut ?? new Set()),
    categorisedAccountIds: categorisedAccounts(chunk),
  };
  known.set(chunk, { leftOut: without, made });
  return made;
}

interface PayeeInMaking extends ChunkPayee {
  readonly in: number[];
  readonly out: number[];
}

function payeesIn(chunk: TransactionChunk, leftOut: ReadonlySet<number>): readonly ChunkPayee[] {
  const { days, amounts } = chunk.facts;
  const numberAt = payeeNumbers(chunk);
  const byNumber = new Map<number | string, PayeeInMaking>();
  for (let place = 0; place < chunk.count; place++) {
    if (leftOut.size > 0 && leftOut.has(place)) continue;
    const number = numberAt(place);
    let payee = byNumber.get(number);
    if (payee === undefined) {
      const transaction = chunk.at(place);
      const id = transaction.payee_name ? transaction.payee_id ?? "" : "";
      const key = payeeKeyOf(transaction);
      const name = id === "" ? `label:${key}` : id;
      payee = { id, name, key, newestDay: days[place] as number, in: [], out: [] };
      byNumber.set(number, payee);
    }
    const amount = amounts[place] as number;
    if (amount > 0) payee.in.push(place);
    else if (amount < 0) payee.out.push(place);
  }
  return [...byNumber.values()];
}

/** Tells payees apart by what decides their keys; where there is no name, by the bank's label. */
function payeeNumbers(chunk: TransactionChunk): (place: number) => number | string {
  const [ids, names] = [chunk.column("payee_id"), chunk.column("payee_name")];
  const others = chunk.column("transfer_account_id");
  const isNamed = names.all.map((name) => Boolean(name));
  const labelAt = (place: number): unknown =>
    chunk.column("import_payee_name").at(place) ||
    chunk.column("import_payee_name_original").at(place);
  return (place) => {
    const [name, other] = [names.places[place] as number, others.places[place] as number];
    if (!isNamed[name]) return `${other} ${labelAt(place) ?? ""}`;
    const id = ids.places[place] as number;
    return (id * names.valueCount + name) * others.valueCount + other;
  };
}

function categorisedAccounts(chunk: TransactionChunk): readonly string[] {
  const { states } = chunk.facts;
  const [accounts, categories] = [chunk.column("account_id"), chunk.column("category_id")];
  const isSet = categories.all.map((id) => (id ?? "") !== "");
  const isCategorised = new Uint8Array(accounts.valueCount);
  for (let place = 0; place < chunk.count; place++) {
    const isOwn = isSet[categories.places[place] as number];
    if (isOwn || ((states[place] as number) & STATES.categorisedLines) !== 0) {
      isCategorised[accounts.places[place] as number] = 1;
    }
  }
  return accounts.all.filter((_, nth) => isCategorised[nth] === 1) as readonly string[];
}
