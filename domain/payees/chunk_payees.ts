import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import { learnKeys, payeeKeyOf } from "./payee_key.ts";
import { memoised } from "../base/memoised.ts";

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

const keptKeys = new WeakMap<Column, () => readonly string[]>();

/** Has keys that were kept with a column of names read when keys are first asked for. */
export function rememberKeys(column: Column, read: () => readonly string[]): void {
  keptKeys.set(column, read);
}

/** Gives `payeeKeyOf` of each name of a column; empty for what is none. */
export function keysOf(column: Column): readonly string[] {
  if (column.edited !== null) {
    const { before, added } = column.edited;
    return [...keysOf(before), ...added.map(keyOf)];
  }
  const kept = keptKeys.get(column)?.();
  if (kept === undefined) return column.all.map(keyOf);
  learnKeys(column.all, kept);
  return kept;
}

function keyOf(name: FieldValue): string {
  return name ? payeeKeyOf({ payee_name: name as string }) : "";
}

/** Lists the payees of a chunk. */
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
  const id = (chunk.column("payee_id").at(place) ?? "") as string;
  const other = chunk.column("transfer_account_id").at(place) as string | null | undefined;
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
