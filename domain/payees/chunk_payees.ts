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
  const { amounts } = chunk.facts;
  const numbers = new PayeeNumbers(chunk);
  const numberAt = new Int32Array(chunk.count).fill(LEFT_OUT);
  // Two counts for each payee: of those out, and of those in.
  const counts: number[] = [];
  for (let place = 0; place < chunk.count; place++) {
    if (leftOut.size > 0 && leftOut.has(place)) continue;
    const number = numbers.at(place) * 2;
    while (counts.length < number + 2) counts.push(0);
    const amount = amounts[place] as number;
    if (amount === 0) continue;
    const slot = number + (amount > 0 ? 1 : 0);
    numberAt[place] = slot;
    counts[slot] = (counts[slot] as number) + 1;
  }
  const starts = [0];
  for (const count of counts) starts.push((starts.at(-1) as number) + count);
  const next = Int32Array.from(starts);
  const places = new Uint32Array(starts.at(-1) as number);
  for (let place = 0; place < chunk.count; place++) {
    const slot = numberAt[place] as number;
    if (slot !== LEFT_OUT) places[(next[slot] as number)++] = place;
  }
  const payees = numbers.payees.map((payee, number) => ({
    ...payee,
    from: starts[number * 2] as number,
    firstIn: starts[number * 2 + 1] as number,
    until: starts[number * 2 + 2] as number,
  }));
  return { payees, places };
}

/** Tells payees apart by what decides their keys; where there is no name, by the bank's label. */
class PayeeNumbers {
  readonly payees: Pick<ChunkPayee, "id" | "name" | "key">[] = [];
  readonly #chunk: TransactionChunk;
  readonly #ids: Column;
  readonly #names: Column;
  readonly #others: Column;
  readonly #keys: readonly string[];
  readonly #isNamed: readonly boolean[];
  readonly #byMark = new Map<number | string, number>();
  /** By the place of a name who had it last, as most names belong to one payee. */
  readonly #lastMarks: Float64Array;
  readonly #lastNumbers: Int32Array;

  constructor(chunk: TransactionChunk) {
    this.#chunk = chunk;
    this.#ids = chunk.column("payee_id");
    this.#names = chunk.column("payee_name");
    this.#others = chunk.column("transfer_account_id");
    this.#keys = keysOf(this.#names);
    this.#isNamed = this.#names.all.map((name) => Boolean(name));
    this.#lastMarks = new Float64Array(this.#names.valueCount).fill(-1);
    this.#lastNumbers = new Int32Array(this.#names.valueCount);
  }

  at(place: number): number {
    const name = this.#names.places[place] as number;
    const other = this.#others.places[place] as number;
    if (!this.#isNamed[name]) return this.#of(`${other} ${this.#labelAt(place)}`, place);
    const mark = (this.#ids.places[place] as number) * this.#others.valueCount + other;
    if (this.#lastMarks[name] === mark) return this.#lastNumbers[name] as number;
    const number = this.#of(mark * this.#names.valueCount + name, place);
    this.#lastMarks[name] = mark;
    this.#lastNumbers[name] = number;
    return number;
  }

  #of(mark: number | string, place: number): number {
    let number = this.#byMark.get(mark);
    if (number === undefined) {
      number = this.payees.push(this.#payeeAt(place)) - 1;
      this.#byMark.set(mark, number);
    }
    return number;
  }

  #payeeAt(place: number): Pick<ChunkPayee, "id" | "name" | "key"> {
    const transaction = this.#chunk.at(place);
    const { payee_name: called, transfer_account_id: other } = transaction;
    const id = called ? transaction.payee_id ?? "" : "";
    const key = called && !other
      ? this.#keys[this.#names.places[place] as number] as string
      : payeeKeyOf(transaction);
    return { id, key, name: id === "" ? `label:${key}` : id };
  }

  #labelAt(place: number): unknown {
    return this.#chunk.column("import_payee_name").at(place) ||
      this.#chunk.column("import_payee_name_original").at(place) || "";
  }
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
