/**
 * The payees of one chunk: who they are is worked out once per different name, not once per
 * transaction.
 *
 * @module
 */

import type { Column, ColumnValues } from "../transactions/column.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import { noteKeys, payeeKeyOf } from "./payee_key.ts";
import { memoised } from "../memo/memoised.ts";

/** Transactions of a chunk with one payee's id and name, or one label. */
export interface ChunkPayee {
  /** Empty where the transactions name no payee. */
  readonly id: string;
  /** What tells it from others before those with equal keys are brought together. */
  readonly name: string;
  /** See `payeeKeyOf`. */
  readonly key: string;
}

/** What a chunk tells of payees. */
export interface ChunkPayees {
  /** The one with the newest transaction first. */
  readonly payees: readonly ChunkPayee[];
  /** Which of them each transaction has. */
  readonly numberAt: Int32Array;
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

/**
 * Lists the payees of a chunk.
 *
 * @param chunk A chunk; the same one is read once.
 */
export function chunkPayees(chunk: TransactionChunk): ChunkPayees {
  return payeesOf(chunk);
}

// Chunks are replaced, never changed.
const payeesOf = memoised(numbered);

/**
 * Numbers payees by what decides their keys; where there is no name, by the bank's label. One
 * loop over lists of numbers, as it runs once, before anything of it is compiled well.
 */
function numbered(chunk: TransactionChunk): ChunkPayees {
  const names = chunk.column("payee_name");
  const others = chunk.column("transfer_account_id");
  const ids = chunk.column("payee_id");
  const [namePlaces, otherPlaces, idPlaces] = [names.places, others.places, ids.places];
  const otherCount = others.valueCount;
  const keys = keysOf(names);
  // By the place of a name who had it last, as most names belong to one payee.
  const lastMarks = new Float64Array(names.valueCount).fill(-1);
  const lastNumbers = new Int32Array(names.valueCount);
  const byMark = new Map<number | string, number>();
  const payees: ChunkPayee[] = [];
  const { count } = chunk;
  const numberAt = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const name = namePlaces[place] as number;
    const mark = (idPlaces[place] as number) * otherCount + (otherPlaces[place] as number);
    if (lastMarks[name] === mark) {
      numberAt[place] = lastNumbers[name] as number;
      continue;
    }
    // Only what is no name has no key.
    const key = keys[name] as string;
    const isNamed = key !== "";
    const wholeMark = isNamed
      ? mark * names.valueCount + name
      : `${otherPlaces[place]} ${labelAt(chunk, place)}`;
    let number = byMark.get(wholeMark);
    if (number === undefined) {
      number = payees.push(isNamed ? namedAt(chunk, place, key) : labelledAt(chunk, place)) - 1;
      byMark.set(wholeMark, number);
    }
    numberAt[place] = number;
    if (!isNamed) continue;
    lastMarks[name] = mark;
    lastNumbers[name] = number;
  }
  return { payees, numberAt };
}

function namedAt(chunk: TransactionChunk, place: number, ownKey: string): ChunkPayee {
  const id = (chunk.viewed.payee_id.at(place) ?? "") as string;
  const other = chunk.viewed.transfer_account_id.at(place) as string | null | undefined;
  const key = other ? payeeKeyOf({ transfer_account_id: other }) : ownKey;
  return { id, key, name: id === "" ? `label:${key}` : id };
}

function labelledAt(chunk: TransactionChunk, place: number): ChunkPayee {
  const key = payeeKeyOf(chunk.at(place));
  return { id: "", key, name: `label:${key}` };
}

function labelAt(chunk: TransactionChunk, place: number): unknown {
  return chunk.column("import_payee_name").at(place) ||
    chunk.column("import_payee_name_original").at(place) || "";
}

// Each dictionary once, however many states of a plan have it.
const noted = new WeakSet<ColumnValues>();

/**
 * Takes note of the keys that were kept with the names of chunks; they serve for schedules and
 * labels as well.
 *
 * @param chunks The newest first: its names are the likeliest to be asked for.
 */
export function noteKeptKeys(chunks: readonly TransactionChunk[]): void {
  for (const chunk of chunks.toReversed()) {
    const { values } = chunk.column("payee_name");
    const read = keptKeys.get(values);
    if (read === undefined || noted.has(values)) continue;
    noted.add(values);
    noteKeys(() => ({ names: values.list, keys: read() }));
  }
}

function keysOf({ values, appended }: Column): readonly string[] {
  const kept = keptKeys.get(values)?.() ?? keysOfNames(values.list);
  return appended.length === 0 ? kept : [...kept, ...keysOfNames(appended)];
}
