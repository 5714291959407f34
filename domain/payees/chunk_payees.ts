/**
 * The payees of one chunk: who they are is worked out once per different name, not once per
 * transaction.
 *
 * @module
 */

import { STATES } from "../transactions/chunk_facts.ts";
import type { Column, ColumnValues } from "../transactions/column.ts";
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
  /** Where its transactions stand in {@linkcode ChunkPayees.places}: first those out, */
  readonly from: number;
  /** then those in, */
  readonly firstIn: number;
  /** up to here. */
  readonly until: number;
}

/** What a chunk tells of payees. */
export interface ChunkPayees {
  /** The one with the newest transaction first. */
  readonly payees: readonly ChunkPayee[];
  /** Places of transactions that move money, payee by payee, the newest first. */
  readonly places: Uint32Array;
  /** Accounts of which some transaction has a category. */
  readonly categorisedAccountIds: readonly string[];
}

// Dictionaries never change.
const keptKeys = new WeakMap<ColumnValues, () => readonly string[]>();

/**
 * Has the keys that were kept with the names of payees stand for them.
 *
 * @param values Names.
 * @param read Reads the key of each, when keys are first asked for.
 */
export function rememberKeys(values: ColumnValues, read: () => readonly string[]): void {
  keptKeys.set(values, read);
}

/**
 * Gives the keys of names: `payeeKeyOf` of each that is one.
 *
 * @param values Values of the column of names.
 */
export function keysOfNames(values: readonly unknown[]): readonly string[] {
  return values.map((name) => name ? payeeKeyOf({ payee_name: name as string }) : "");
}

interface Known {
  /** Places that were left out. */
  readonly leftOut: string;
  readonly made: ChunkPayees;
}

// Chunks are replaced, never changed.
const known = new WeakMap<TransactionChunk, Known>();

/**
 * Lists the payees of a chunk.
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
    ...payeesIn(chunk, leftOut ?? new Set()),
    categorisedAccountIds: categorisedAccounts(chunk),
  };
  known.set(chunk, { leftOut: without, made });
  return made;
}

/** Not a payee's number. */
const LEFT_OUT = -1;

/** Gives each transaction its payee, counts them, and puts the places of each together. */
function payeesIn(
  chunk: TransactionChunk,
  leftOut: ReadonlySet<number>,
): Pick<ChunkPayees, "payees" | "places"> {
  const { payees, numberAt } = numbered(chunk);
  const { amounts } = chunk.facts;
  const { count } = chunk;
  // Two slots for each payee: for those out, and for those in.
  const slots = new Int32Array(count).fill(LEFT_OUT);
  const starts = new Int32Array(2 * payees.length + 1);
  for (let place = 0; place < count; place++) {
    const amount = amounts[place] as number;
    if (amount === 0 || (leftOut.size > 0 && leftOut.has(place))) continue;
    const slot = 2 * (numberAt[place] as number) + (amount > 0 ? 1 : 0);
    slots[place] = slot;
    starts[slot + 1] = (starts[slot + 1] as number) + 1;
  }
  for (let slot = 1; slot < starts.length; slot++) {
    starts[slot] = (starts[slot] as number) + (starts[slot - 1] as number);
  }
  const next = starts.slice();
  const places = new Uint32Array(starts.at(-1) as number);
  for (let place = 0; place < count; place++) {
    const slot = slots[place] as number;
    if (slot !== LEFT_OUT) places[(next[slot] as number)++] = place;
  }
  const placed = payees.map(({ id, name, key }, number): ChunkPayee => ({
    id,
    name,
    key,
    from: starts[2 * number] as number,
    firstIn: starts[2 * number + 1] as number,
    until: starts[2 * number + 2] as number,
  }));
  return { payees: placed, places };
}

type PayeeName = Pick<ChunkPayee, "id" | "name" | "key">;

/**
 * Numbers payees by what decides their keys; where there is no name, by the bank's label. One
 * loop over lists of numbers, as it runs once, before anything of it is compiled well.
 */
function numbered(
  chunk: TransactionChunk,
): { readonly payees: readonly PayeeName[]; readonly numberAt: Int32Array } {
  const names = chunk.column("payee_name");
  const others = chunk.column("transfer_account_id");
  const [namePlaces, otherPlaces] = [names.places, others.places];
  const idPlaces = chunk.column("payee_id").places;
  const otherCount = others.valueCount;
  const keys = keysOf(names);
  const isNamed = Uint8Array.from(names.all, (name) => name ? 1 : 0);
  // By the place of a name who had it last, as most names belong to one payee.
  const lastMarks = new Float64Array(names.valueCount).fill(-1);
  const lastNumbers = new Int32Array(names.valueCount);
  const byMark = new Map<number | string, number>();
  const payees: PayeeName[] = [];
  const { count } = chunk;
  const numberAt = new Int32Array(count);
  const numberOf = (mark: number | string, place: number): number => {
    let number = byMark.get(mark);
    if (number === undefined) {
      number = payees.push(payeeAt(chunk, place, keys)) - 1;
      byMark.set(mark, number);
    }
    return number;
  };
  for (let place = 0; place < count; place++) {
    const name = namePlaces[place] as number;
    const other = otherPlaces[place] as number;
    const mark = (idPlaces[place] as number) * otherCount + other;
    if (lastMarks[name] === mark) {
      numberAt[place] = lastNumbers[name] as number;
    } else if (isNamed[name] === 1) {
      const number = numberOf(mark * names.valueCount + name, place);
      lastMarks[name] = mark;
      lastNumbers[name] = number;
      numberAt[place] = number;
    } else numberAt[place] = numberOf(`${other} ${labelAt(chunk, place)}`, place);
  }
  return { payees, numberAt };
}

function payeeAt(chunk: TransactionChunk, place: number, keys: readonly string[]): PayeeName {
  const transaction = chunk.at(place);
  const { payee_name: called, transfer_account_id: other } = transaction;
  const id = called ? transaction.payee_id ?? "" : "";
  const key = called && !other
    ? keys[chunk.column("payee_name").places[place] as number] as string
    : payeeKeyOf(transaction);
  return { id, key, name: id === "" ? `label:${key}` : id };
}

function labelAt(chunk: TransactionChunk, place: number): unknown {
  return chunk.column("import_payee_name").at(place) ||
    chunk.column("import_payee_name_original").at(place) || "";
}

function keysOf({ values, appended }: Column): readonly string[] {
  const kept = keptKeys.get(values)?.() ?? keysOfNames(values.list);
  return appended.length === 0 ? kept : [...kept, ...keysOfNames(appended)];
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
