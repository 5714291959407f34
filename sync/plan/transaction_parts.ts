import { Buffer } from "node:buffer";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { SplitLineRecord } from "../../domain/base/plan_records.ts";
import { keysOf, learnKeys } from "../../domain/payees/payee_key.ts";
import {
  FOLDED_FORM,
  isTextField,
  rememberText,
  SearchText,
  type TextField,
  textOf,
} from "../../domain/search/search_text.ts";
import { inOrder, type ShownAmount } from "../../domain/transactions/chunk_facts.ts";
import { Column, placesFor, type ValuePlaces } from "../../domain/transactions/column.ts";
import { TransactionChunk } from "../../domain/transactions/transaction_chunk.ts";
import { CHUNK_SIZE } from "../../domain/transactions/transaction_chunks.ts";
import { type Bytes, deflated, inflated, packJson, unpackJson } from "../store/sealer.ts";
import type { StoredPart } from "../store/store.ts";

/** Maximum number of transactions in a chunk; a larger chunk is split. */
export const MAX_CHUNK = 2 * CHUNK_SIZE;
/** Maximum number of stored edits per chunk; beyond that, the chunk is rewritten. */
export const MAX_EDITS = 32;

/** Name of the part that contains the oldest transactions and those with invalid dates. */
const OLDEST_PART = "0000-00-00";
/** Suffix of a part's name if the part contains edits. */
const EDITS = "+edits";

/** A chunk's edited transactions by id; `null` for a deleted transaction. */
export type ChunkEdits = ReadonlyMap<string, Transaction | null>;

/** A chunk, and the name of the part in which the chunk is stored. */
export class ChunkPart {
  readonly part: string;
  readonly chunk: TransactionChunk<Transaction>;
  /** Edits that are already applied to `chunk` but are stored separately from the chunk. */
  readonly edits: ChunkEdits;

  constructor(
    part: string,
    chunk: TransactionChunk<Transaction>,
    edits: ChunkEdits = new Map(),
  ) {
    this.part = part;
    this.chunk = chunk;
    this.edits = edits;
  }

  get stored(): StoredPart {
    return { part: this.part, bytes: () => bytesOfChunk(this.chunk) };
  }

  get storedEdits(): StoredPart {
    return { part: editsNameOf(this.part), bytes: () => packJson([...this.edits]) };
  }

  with(edits: ChunkEdits, all: ChunkEdits): ChunkPart {
    const removed = new Set<number>();
    const added: Transaction[] = [];
    for (const [id, transaction] of edits) {
      const place = this.chunk.placeOf(id);
      if (place >= 0) removed.add(place);
      if (transaction !== null) added.push(transaction);
    }
    return new ChunkPart(this.part, this.chunk.edited({ removed, added: inOrder(added) }), all);
  }
}

export function idsIn(chunk: TransactionChunk<Transaction>): readonly string[] {
  return Array.from({ length: chunk.count }, (_, at) => chunk.idAt(at));
}

export function chunkIn({ bytes }: StoredPart): TransactionChunk<Transaction> {
  return bytes === null ? TransactionChunk.of<Transaction>([]) : chunkOfBytes(bytes());
}

export function editsIn({ bytes }: StoredPart): ChunkEdits {
  return new Map(bytes === null ? [] : unpackJson(bytes()) as [string, Transaction | null][]);
}

export function editsNameOf(part: string): string {
  return part + EDITS;
}

export function chunkNameOf(part: string): string {
  return part.endsWith(EDITS) ? part.slice(0, -EDITS.length) : part;
}

/** Divides a list of transactions into the parts in which they are stored. */
export function* partsOf(
  transactions: readonly Transaction[],
  oldest: string = OLDEST_PART,
): Generator<ChunkPart, void> {
  const dateAt = (place: number): string => (transactions[place] as Transaction).date;
  for (let from = 0; from < transactions.length;) {
    let until = Math.min(from + CHUNK_SIZE, transactions.length);
    const last = dateAt(until - 1);
    while (until < transactions.length && dateAt(until) === last) until++;
    const isOldest = until === transactions.length || last <= oldest;
    if (isOldest) until = transactions.length;
    yield new ChunkPart(
      isOldest ? oldest : last,
      TransactionChunk.of(transactions.slice(from, until)),
    );
    from = until;
  }
}

export function newestPartsFirst(parts: Iterable<ChunkPart>): readonly ChunkPart[] {
  return [...parts].sort((one, other) => one.part > other.part ? -1 : 1);
}

/** Returns the name of the part for transactions on `date`. `parts` must be sorted newest first. */
export function partNameOf(parts: readonly ChunkPart[], date: string): string {
  return parts.find(({ part }) => part <= date)?.part ?? OLDEST_PART;
}

const ALIGNMENT = 8;
const UUID_BYTES = 16;

interface Section {
  readonly at: number;
  readonly length: number;
  /** Whether the section is deflated; only text is, because typed arrays are read in place. */
  readonly isDeflated?: true;
}

interface PackedColumn {
  readonly name: string;
  readonly valueCount: number;
  /** JSON. */
  readonly values: Section;
  /** Indexes of values that are `undefined` (missing fields), which JSON can't represent. */
  readonly missing: readonly number[];
  /** For each transaction, the index of its value; absent if every index is 0. */
  readonly places?: Section;
  /** Normalized words of the column's values; absent if text searches skip the column. */
  readonly words?: Section;
  /** JSON of the payee keys; absent for all columns except `payee_name`. */
  readonly keys?: Section;
}

interface ChunkHead {
  readonly count: number;
  readonly ids: Section;
  readonly days: Section;
  readonly amounts: Section;
  readonly states: Section;
  readonly columns: readonly PackedColumn[];
  readonly lines: Section;
  readonly odd: readonly (readonly [place: number, record: Transaction])[];
  readonly shownAmount: ShownAmount | null;
  /** Version of the rules that produced the search words and payee keys (`FOLDED_FORM`). */
  readonly form: number;
}

function bytesOfChunk(chunk: TransactionChunk<Transaction>): Bytes {
  const { facts: { days, amounts, states, odd }, count } = chunk;
  const sections = new Sections();
  const head: ChunkHead = {
    count,
    ids: sections.add(Buffer.from(chunk.ids, "hex")),
    days: sections.add(bytesIn(days)),
    amounts: sections.add(bytesIn(amounts)),
    states: sections.add(states),
    columns: [...chunk.columns].map(([name, column]) => packedColumn(name, column, sections)),
    lines: sections.addText(JSON.stringify([...chunk.linesByPlace])),
    odd: [...odd] as unknown as ChunkHead["odd"],
    shownAmount: chunk.shownAmount,
    form: FOLDED_FORM,
  };
  const json = utf8(JSON.stringify(head));
  return joined([Uint32Array.of(json.length, 0), json, ...sections.all]);
}

function packedColumn(name: string, column: Column, sections: Sections): PackedColumn {
  const { all, places } = column;
  const isConstant = places.every((nth) => nth === 0);
  return {
    name,
    valueCount: all.length,
    values: sections.addText(JSON.stringify(all)),
    missing: all.flatMap((value, nth) => value === undefined ? nth : []),
    ...(isConstant ? {} : { places: sections.add(bytesIn(places)) }),
    ...(isTextField(name) ? packedWords(name, column, sections) : {}),
  };
}

function packedWords(
  name: TextField,
  column: Column,
  sections: Sections,
): Pick<PackedColumn, "words" | "keys"> {
  const words = sections.addText(textOf(column, name).text);
  if (name !== "payee_name") return { words };
  return { words, keys: sections.addText(JSON.stringify(keysOf(column.all))) };
}

class Sections {
  readonly all: Uint8Array[] = [];
  #at = 0;

  add(bytes: Uint8Array): Section {
    const section = { at: this.#at, length: bytes.length };
    this.all.push(bytes);
    this.#at += aligned(bytes.length);
    return section;
  }

  /** Adds text, deflated if it is long. A deflated section is inflated when it is first used. */
  addText(text: string): Section {
    const plain = utf8(text);
    const smaller = deflated(plain);
    return smaller === null ? this.add(plain) : { ...this.add(smaller), isDeflated: true };
  }
}

function chunkOfBytes(bytes: Bytes): TransactionChunk<Transaction> {
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(text(bytes.subarray(ALIGNMENT, ALIGNMENT + headLength))) as ChunkHead;
  const first = ALIGNMENT + aligned(headLength);
  const { count, shownAmount } = head;
  const read = ({ at, length }: Section): Uint8Array => {
    if (first + at + length > bytes.length) throw new RangeError("A section is truncated");
    return bytes.subarray(first + at, first + at + length);
  };
  const textIn = (section: Section): string =>
    text(section.isDeflated ? inflated(read(section)) : read(section));
  const uuids = read(head.ids);
  if (uuids.length !== count * UUID_BYTES) {
    throw new RangeError("The ids section has the wrong length");
  }
  const lines = (): ReadonlyMap<number, readonly SplitLineRecord[]> =>
    new Map(JSON.parse(textIn(head.lines)));
  const columns = head.columns.map((packed): [string, Column] => {
    const places = (): ValuePlaces =>
      placesIn(packed.places === undefined ? null : read(packed.places), packed, count);
    const all = (): readonly unknown[] => valuesIn(textIn(packed.values), packed);
    return [packed.name, new Column(packed.valueCount, places, all)];
  });
  for (const [nth, { words, keys }] of head.columns.entries()) {
    const column = columns[nth]?.[1];
    if (column === undefined || head.form !== FOLDED_FORM) continue;
    if (words !== undefined) {
      rememberText(column, () => new SearchText(textIn(words)));
    }
    if (keys !== undefined) learnKeys(column.all, JSON.parse(textIn(keys)) as string[]);
  }
  return new TransactionChunk<Transaction>({
    facts: {
      days: new Int32Array(...alignedIn(read(head.days)), count),
      amounts: new Float64Array(...alignedIn(read(head.amounts)), count),
      states: read(head.states),
      prefixes: prefixesOf(uuids),
      odd: new Map(head.odd),
    },
    ids: () => Buffer.from(uuids.buffer, uuids.byteOffset, uuids.length).toString("hex"),
    columns: new Map(columns),
    lines,
    shownAmount,
  });
}

/** Returns the first four bytes of each UUID as a number. */
function prefixesOf(uuids: Uint8Array): Uint32Array {
  const view = new DataView(uuids.buffer, uuids.byteOffset, uuids.byteLength);
  const prefixes = new Uint32Array(uuids.length / UUID_BYTES);
  for (let at = 0; at < prefixes.length; at++) prefixes[at] = view.getUint32(at * UUID_BYTES);
  return prefixes;
}

function placesIn(
  bytes: Uint8Array | null,
  { valueCount }: PackedColumn,
  count: number,
): ValuePlaces {
  const places = placesFor(valueCount, count);
  if (bytes !== null) new Uint8Array(places.buffer).set(bytes);
  return places;
}

function valuesIn(text: string, { missing }: PackedColumn): readonly unknown[] {
  const values: unknown[] = JSON.parse(text);
  for (const nth of missing) values[nth] = undefined;
  return values;
}

function bytesIn(list: Int32Array | Float64Array | ValuePlaces): Uint8Array {
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}

/** Returns bytes as a buffer and an offset that is suitably aligned for multi-byte typed arrays. */
function alignedIn(bytes: Uint8Array): [buffer: ArrayBuffer, offset: number] {
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
  return [buffer as ArrayBuffer, byteOffset];
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

/** Joins byte arrays at aligned offsets, without padding after the last array. */
function joined(pieces: readonly (Uint8Array | Uint32Array)[]): Bytes {
  const starts = [0];
  for (const { byteLength } of pieces) starts.push(aligned((starts.at(-1) ?? 0) + byteLength));
  const all = new Uint8Array((starts.at(-2) ?? 0) + (pieces.at(-1)?.byteLength ?? 0));
  for (const [nth, { buffer, byteOffset, byteLength }] of pieces.entries()) {
    all.set(new Uint8Array(buffer, byteOffset, byteLength), starts[nth]);
  }
  return all;
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
}
