/**
 * Chunks with a few transactions taken out, put in or renamed: what stays is copied column by
 * column, and nothing is read for it.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import type { Column, FieldValue } from "./column.ts";
import { type ChunkFacts, writeFacts } from "./chunk_facts.ts";
import type { LinesByPlace } from "./lines_by_place.ts";
import { isBefore } from "./newest_first.ts";
import { copyRuns, countOf, type Run, runsOf } from "./rearrangement.ts";
import { ID_WORDS } from "./transaction_ids.ts";
import { TransactionChunk } from "./transaction_chunk.ts";

/** Names of payees by id. */
export type PayeeNames = ReadonlyMap<string, string>;

/** What happens to a chunk. */
export interface ChunkEdit {
  /** Places of transactions that go. */
  readonly removed: ReadonlySet<number>;
  /** Transactions that come, the newest first. */
  readonly added: readonly TransactionRecord[];
}

/**
 * Takes transactions out of a chunk and puts others in.
 *
 * @param chunk A chunk.
 * @param edit What goes and what comes.
 * @returns Another chunk, the newest first.
 */
export function editedChunk<Transaction extends TransactionRecord>(
  chunk: TransactionChunk<Transaction>,
  edit: ChunkEdit,
): TransactionChunk<Transaction> {
  const places = edit.added.map((transaction) => placesBefore(chunk, transaction));
  const runs = runsOf(chunk.count, { removed: edit.removed, places });
  const added = TransactionChunk.of(edit.added).parts();
  const before = chunk.parts();
  const columns = new Map<string, Column>();
  for (const name of new Set([...before.columns.keys(), ...added.columns.keys()])) {
    const values = edit.added.map((one) => (one as unknown as Fields)[name]);
    columns.set(name, chunk.column(name).rearranged(runs, values));
  }
  return TransactionChunk.from<Transaction>({
    facts: rearrangedFacts(before.facts, runs, edit.added),
    columns,
    lines: lazily(() => rearrangedLines(before.lines(), runs, edit.added)),
    linePayees: [...before.linePayees, ...added.linePayees],
    shownAmount: before.shownAmount ?? added.shownAmount,
  });
}

/**
 * Gives payees other names, on transactions and on their lines.
 *
 * @param chunk A chunk.
 * @param names Names by payee id; other payees keep theirs.
 * @returns Another chunk; the same one if nothing differs.
 */
export function renamedChunk<Transaction extends TransactionRecord>(
  chunk: TransactionChunk<Transaction>,
  names: PayeeNames,
): TransactionChunk<Transaction> {
  const places = renamedPlaces(chunk, names);
  const isInLines = chunk.linePayees.some(([id, name]) => isOther(names, id, name));
  if (places.length === 0 && !isInLines) return chunk;
  const parts = chunk.parts();
  const ids = chunk.column("payee_id");
  const columns = new Map(parts.columns);
  if (places.length > 0) {
    const nameAt = (place: number): FieldValue => names.get(ids.at(place) as string);
    columns.set("payee_name", chunk.column("payee_name").replaced(places, nameAt));
  }
  return TransactionChunk.from<Transaction>({
    ...parts,
    columns,
    lines: isInLines ? lazily(() => renamedLines(parts.lines(), names)) : parts.lines,
    linePayees: parts.linePayees.map(([id, name]) => [id, names.get(id) ?? name]),
  });
}

/**
 * Tells whether any transaction or line of a chunk calls a payee otherwise.
 *
 * @param names Names by payee id.
 */
export function isNamedOtherwise(chunk: TransactionChunk, names: PayeeNames): boolean {
  const [ids, own] = [chunk.column("payee_id"), chunk.column("payee_name")];
  // Of each id the name that was looked at last: mostly it has but one.
  const looked = new Int32Array(ids.valueCount).fill(-1);
  for (let place = 0; place < chunk.count; place++) {
    const [id, name] = [ids.places[place] as number, own.places[place] as number];
    if (looked[id] === name) continue;
    looked[id] = name;
    if (isOther(names, ids.value(id), own.value(name))) return true;
  }
  return chunk.linePayees.some(([id, name]) => isOther(names, id, name));
}

type Fields = Readonly<Record<string, FieldValue>>;

/** Whether a payee goes by another name. */
function isOther(names: PayeeNames, id: unknown, name: unknown): boolean {
  const wanted = typeof id === "string" ? names.get(id) : undefined;
  return wanted !== undefined && wanted !== name;
}

function renamedPlaces(chunk: TransactionChunk, names: PayeeNames): readonly number[] {
  const [ids, own] = [chunk.column("payee_id"), chunk.column("payee_name")];
  const isAppended = ids.appended.some((id) => names.has(id as string));
  if (!isAppended && !ids.values.includesAny(names)) return [];
  const isWanted = ids.all.map((id) => typeof id === "string" && names.has(id));
  const places: number[] = [];
  for (let place = 0; place < chunk.count; place++) {
    if (!isWanted[ids.places[place] as number]) continue;
    if (isOther(names, ids.at(place), own.at(place))) places.push(place);
  }
  return places;
}

function renamedLines(lines: LinesByPlace, names: PayeeNames): LinesByPlace {
  const renamed = (line: SplitLineRecord & PayeePart): SplitLineRecord =>
    isOther(names, line.payee_id, line.payee_name)
      ? { ...line, payee_name: names.get(line.payee_id ?? "") ?? null }
      : line;
  return new Map([...lines].map(([place, own]) => [place, own.map(renamed)]));
}

interface PayeePart {
  readonly payee_id?: string | null;
}

/** Counts the transactions that come before another one, by halving. */
function placesBefore(chunk: TransactionChunk, transaction: TransactionRecord): number {
  let [low, high] = [0, chunk.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(chunk.at(middle), transaction)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rearrangedFacts(
  before: ChunkFacts,
  runs: readonly Run[],
  added: readonly TransactionRecord[],
): ChunkFacts {
  const count = countOf(runs);
  const facts = {
    idWords: new Uint32Array(count * ID_WORDS),
    days: new Int32Array(count),
    amounts: new Float64Array(count),
    states: new Uint8Array(count),
    odd: moved(before.odd, runs),
  };
  copyRuns(runs, before.idWords, facts.idWords, ID_WORDS);
  copyRuns(runs, before.days, facts.days);
  copyRuns(runs, before.amounts, facts.amounts);
  copyRuns(runs, before.states, facts.states);
  for (const [place, transaction] of arrivals(runs, added)) writeFacts(facts, place, transaction);
  return facts;
}

function rearrangedLines(
  before: LinesByPlace,
  runs: readonly Run[],
  added: readonly TransactionRecord[],
): LinesByPlace {
  const lines = moved(before, runs);
  for (const [place, { subtransactions: own }] of arrivals(runs, added)) {
    if (Array.isArray(own) && own.length > 0) lines.set(place, own);
  }
  return new Map([...lines].toSorted(([one], [other]) => one - other));
}

/** What stands at some places, by the places behind an edit. */
function moved<Value>(
  before: ReadonlyMap<number, Value>,
  runs: readonly Run[],
): Map<number, Value> {
  const behind = new Map<number, Value>();
  const entries = [...before].toSorted(([one], [other]) => one - other);
  let [at, nth] = [0, 0];
  for (const { from, count } of runs) {
    while (from >= 0 && nth < entries.length) {
      const [place, value] = entries[nth] as readonly [number, Value];
      if (place >= from + count) break;
      if (place >= from) behind.set(at + place - from, value);
      nth += 1;
    }
    at += count;
  }
  return behind;
}

/** What comes, by its place behind the edit. */
function* arrivals(
  runs: readonly Run[],
  added: readonly TransactionRecord[],
): Generator<readonly [place: number, transaction: TransactionRecord]> {
  let at = 0;
  for (const { from, count } of runs) {
    if (from < 0) yield [at, added[-1 - from] as TransactionRecord];
    at += count;
  }
}

function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}
