/**
 * Chunks with a few transactions taken out, put in or renamed: what stays is copied column by
 * column, and nothing is read for it.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import type { Column, FieldValue } from "./column.ts";
import { type ChunkFacts, type OddFields, writeFacts } from "./chunk_facts.ts";
import { isBefore } from "./newest_first.ts";
import { ID_WORDS } from "./transaction_ids.ts";
import { type LinesByPlace, TransactionChunk } from "./transaction_chunk.ts";

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
  const sources = sourcesOf(chunk, edit);
  const added = TransactionChunk.of(edit.added).parts();
  const before = chunk.parts();
  const columns = new Map<string, Column>();
  for (const name of new Set([...before.columns.keys(), ...added.columns.keys()])) {
    const values = edit.added.map((one) => (one as unknown as Fields)[name]);
    columns.set(name, chunk.column(name).rearranged(sources, values));
  }
  return TransactionChunk.from<Transaction>({
    facts: rearrangedFacts(before.facts, sources, edit.added),
    columns,
    lines: lazily(() => rearrangedLines(before.lines(), sources, edit.added)),
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

/** For each place behind the edit the one before it, or `-1 - n` for the nth that comes. */
function sourcesOf(chunk: TransactionChunk, { removed, added }: ChunkEdit): Int32Array {
  const sources = new Int32Array(chunk.count - removed.size + added.length);
  const before = added.map((transaction) => placesBefore(chunk, transaction));
  let [at, next] = [0, 0];
  for (let place = 0; place <= chunk.count; place++) {
    while (next < added.length && (before[next] as number) === place) sources[at++] = -1 - next++;
    if (place < chunk.count && !removed.has(place)) sources[at++] = place;
  }
  return sources;
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
  sources: Int32Array,
  added: readonly TransactionRecord[],
): ChunkFacts {
  const count = sources.length;
  const facts = {
    idWords: new Uint32Array(count * ID_WORDS),
    days: new Int32Array(count),
    amounts: new Float64Array(count),
    states: new Uint8Array(count),
    odd: new Map<number, OddFields>(),
  };
  for (let place = 0; place < count; place++) {
    const source = sources[place] as number;
    if (source < 0) {
      writeFacts(facts, place, added[-1 - source] as TransactionRecord);
      continue;
    }
    for (let word = 0; word < ID_WORDS; word++) {
      facts.idWords[place * ID_WORDS + word] = before.idWords[source * ID_WORDS + word] as number;
    }
    facts.days[place] = before.days[source] as number;
    facts.amounts[place] = before.amounts[source] as number;
    facts.states[place] = before.states[source] as number;
    const odd = before.odd.size === 0 ? undefined : before.odd.get(source);
    if (odd !== undefined) facts.odd.set(place, odd);
  }
  return facts;
}

function rearrangedLines(
  before: LinesByPlace,
  sources: Int32Array,
  added: readonly TransactionRecord[],
): LinesByPlace {
  const lines = new Map<number, readonly SplitLineRecord[]>();
  for (let place = 0; place < sources.length; place++) {
    const source = sources[place] as number;
    const own = source < 0 ? added[-1 - source]?.subtransactions : before.get(source);
    if (Array.isArray(own) && own.length > 0) lines.set(place, own);
  }
  return lines;
}

function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}
