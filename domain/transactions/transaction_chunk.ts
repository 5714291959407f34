// A few thousand transactions, newest first. Days, amounts and states are arrays of numbers, and
// every other field is dictionary-encoded. A chunk is never changed, only replaced.

import type { SplitLineRecord, TransactionRecord } from "../base/plan_records.ts";
import { isNamedOtherwise, NAMED_FIELDS, type RecordNames, withNames } from "./record_names.ts";
import {
  type ChunkFacts,
  dayOfNumber,
  factsOf,
  ID_DIGITS,
  isPlainId,
  type LinesByPlace,
  linesOf,
  newestFirst,
  PREFIX_LENGTH,
  prefixOf,
  type ShownAmount,
  STATES,
  uuidIn,
} from "./chunk_facts.ts";
import { absentColumn, type Column, columnAmong } from "./column.ts";

const FACTS: ReadonlySet<string> = new Set([
  "id",
  "date",
  "amount",
  "approved",
  "deleted",
  "subtransactions",
  // Formatted amounts can be computed from milliunits, so one sample of the format is enough.
  "amount_formatted",
  "amount_currency",
]);

export interface ChunkParts {
  readonly facts: ChunkFacts;
  /** Concatenated UUIDs without hyphens; zeros for a nonstandard id. */
  readonly ids: () => string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly lines: () => LinesByPlace;
  readonly shownAmount: ShownAmount | null;
}

export interface ChunkEdit {
  readonly removed: ReadonlySet<number>;
  readonly added: readonly TransactionRecord[];
}

const NO_LINES: readonly SplitLineRecord[] = [];
const NO_PLACES: readonly number[] = [];
const NO_ID = "0".repeat(ID_DIGITS);

export class TransactionChunk<Transaction extends TransactionRecord = TransactionRecord> {
  readonly facts: ChunkFacts;
  readonly count: number;
  readonly shownAmount: ShownAmount | null;
  readonly #columns: Map<string, Column>;
  readonly #readIds: () => string;
  readonly #readLines: () => LinesByPlace;
  /** The original transactions; `null` once every column is encoded. */
  #given: readonly Transaction[] | null;
  readonly #rows: Transaction[] = [];
  #blank: Readonly<Record<string, unknown>> | null = null;
  #ids: string | null = null;
  #lines: LinesByPlace | null = null;

  constructor(parts: ChunkParts, given: readonly Transaction[] | null = null) {
    this.facts = parts.facts;
    this.count = parts.facts.days.length;
    this.shownAmount = parts.shownAmount;
    this.#columns = new Map(parts.columns);
    this.#readIds = parts.ids;
    this.#readLines = parts.lines;
    this.#given = given;
  }

  /** Creates a chunk that keeps the given sorted transactions until every column is encoded. */
  static of<Given extends TransactionRecord>(given: readonly Given[]): TransactionChunk<Given> {
    const lines = linesOf(given);
    // The functions must not capture `given`, so that the chunk can release it.
    const chunk: TransactionChunk<Given> = new TransactionChunk(
      {
        facts: factsOf(given),
        ids: () => chunk.all.map(plainIdOf).join(""),
        columns: new Map(),
        lines: () => lines,
        shownAmount: shownAmountAmong(given),
      },
      given,
    );
    return chunk;
  }

  /** Whether edits have left so many unused values that the chunk should be rebuilt. */
  get isWorn(): boolean {
    return this.#columns.values().some(({ valueCount }) => valueCount > 2 * this.count);
  }

  /** Encodes every column, and releases the original transactions. */
  get columns(): ReadonlyMap<string, Column> {
    for (const name of fieldNames(this.#given ?? [])) this.column(name);
    void this.ids;
    this.#given = null;
    return this.#columns;
  }

  column(name: string): Column {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = this.#given === null ? absentColumn(this.count) : columnAmong(this.#given, name);
      this.#columns.set(name, column);
    }
    return column;
  }

  /** Returns a transaction as a plain object; once created, the object is reused. */
  at(place: number): Transaction {
    return this.#given?.[place] ?? (this.#rows[place] ??= this.#rowAt(place));
  }

  get all(): readonly Transaction[] {
    if (this.#given !== null) return this.#given;
    for (let place = 0; place < this.count; place++) this.at(place);
    return this.#rows;
  }

  linesAt(place: number): readonly SplitLineRecord[] {
    return this.hasState(place, STATES.split) ? this.linesByPlace.get(place) ?? NO_LINES : NO_LINES;
  }

  get linesByPlace(): LinesByPlace {
    return this.#lines ??= this.#readLines();
  }

  /** Whether a transaction has the given state, one of {@linkcode STATES}. */
  hasState(place: number, state: number): boolean {
    return ((this.facts.states[place] as number) & state) !== 0;
  }

  amountAt(place: number): number {
    const amount = this.facts.amounts[place] as number;
    return Number.isNaN(amount) ? this.at(place).amount : amount;
  }

  dateAt(place: number): string {
    const day = this.facts.days[place] as number;
    return day < 0 ? this.at(place).date : dayOfNumber(day);
  }

  idAt(place: number): string {
    return this.#given?.[place]?.id ?? this.facts.odd.get(place)?.id ?? uuidIn(this.ids, place);
  }

  get ids(): string {
    return this.#ids ??= this.#readIds();
  }

  placeOf(id: string): number {
    for (const [place, odd] of this.facts.odd) if (odd.id === id) return place;
    if (!isPlainId(id)) return -1;
    return this.#placesWith(prefixOf(id)).find((place) => this.idAt(place) === id) ?? -1;
  }

  /** Returns the ids that begin with the given prefix of at least eight characters. */
  idsSharing(prefix: string): readonly string[] {
    if (prefix.length < PREFIX_LENGTH) return [];
    const places = /^[0-9a-f]{8}/u.test(prefix) ? this.#placesWith(prefixOf(prefix)) : NO_PLACES;
    const ids = new Set<string>();
    for (const { id } of this.facts.odd.values()) {
      if (typeof id === "string" && id.startsWith(prefix)) ids.add(id);
    }
    for (const id of places.map((place) => this.idAt(place))) {
      if (id.startsWith(prefix)) ids.add(id);
    }
    return [...ids];
  }

  edited({ removed, added }: ChunkEdit): TransactionChunk<Transaction> {
    const order = this.#orderWith(removed, added);
    const { facts } = this;
    const fresh = TransactionChunk.of(added);
    const names = new Set([...this.columns.keys(), ...fresh.columns.keys()]);
    return new TransactionChunk<Transaction>({
      facts: {
        days: Int32Array.from(order, moved(facts.days, fresh.facts.days)),
        amounts: Float64Array.from(order, moved(facts.amounts, fresh.facts.amounts)),
        states: Uint8Array.from(order, moved(facts.states, fresh.facts.states)),
        prefixes: Uint32Array.from(order, moved(facts.prefixes, fresh.facts.prefixes)),
        odd: movedTo(order, facts.odd, fresh.facts.odd),
      },
      ids: () =>
        Array.from(order, (from) => {
          const [{ ids }, at] = from < 0 ? [fresh, -1 - from] : [this, from];
          return ids.slice(at * ID_DIGITS, (at + 1) * ID_DIGITS);
        }).join(""),
      columns: new Map(
        [...names].map((name) => [name, this.column(name).reordered(order, fresh.column(name))]),
      ),
      lines: () => movedTo(order, this.linesByPlace, fresh.linesByPlace),
      shownAmount: this.shownAmount ?? fresh.shownAmount,
    });
  }

  renamed(names: RecordNames): TransactionChunk<Transaction> {
    const places = this.#placesNamedOtherwise(names);
    if (places.length === 0) return this;
    const removed = new Set(places);
    const added = places.map((place) => withNames(this.at(place), names));
    return this.edited({ removed, added });
  }

  isNamedOtherwise(names: RecordNames): boolean {
    return this.#placesNamedOtherwise(names, 1).length > 0;
  }

  /** Rows that are copied from one object share its shape, and so take less memory. */
  #blankRow(): Readonly<Record<string, unknown>> {
    const names = this.columns.keys().filter((name) =>
      this.column(name).all.some((value) => value !== undefined)
    );
    const fields = ["id", "date", "amount", ...names, "approved", "deleted", "subtransactions"];
    return JSON.parse(`{${fields.map((name) => `${JSON.stringify(name)}:null`).join()}}`);
  }

  #rowAt(place: number): Transaction {
    const odd = this.facts.odd.get(place);
    if (odd !== undefined) return odd as Transaction;
    const row: Record<string, unknown> = { ...this.#blank ??= this.#blankRow() };
    row["id"] = this.idAt(place);
    row["date"] = this.dateAt(place);
    row["amount"] = this.facts.amounts[place];
    for (const [name, column] of this.#columns) {
      const value = column.at(place);
      if (value === undefined) delete row[name];
      else row[name] = value;
    }
    row["approved"] = this.hasState(place, STATES.approved);
    row["deleted"] = false;
    row["subtransactions"] = this.linesAt(place);
    return row as unknown as Transaction;
  }

  #placesWith(prefix: number): readonly number[] {
    const { prefixes } = this.facts;
    let places = NO_PLACES;
    for (let at = prefixes.indexOf(prefix); at >= 0; at = prefixes.indexOf(prefix, at + 1)) {
      places = [...places, at];
    }
    return places;
  }

  /** Returns the new order: indexes of kept transactions, or `-1 - n` for added transaction `n`. */
  #orderWith(removed: ReadonlySet<number>, added: readonly TransactionRecord[]): Int32Array {
    const order = new Int32Array(this.count - removed.size + added.length);
    let [at, next] = [0, 0];
    for (const [nth, transaction] of added.entries()) {
      const before = this.#countBefore(transaction);
      for (; next < before; next++) if (!removed.has(next)) order[at++] = next;
      order[at++] = -1 - nth;
    }
    for (; next < this.count; next++) if (!removed.has(next)) order[at++] = next;
    return order;
  }

  /** Counts the transactions that precede a given transaction, by binary search. */
  #countBefore(transaction: TransactionRecord): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const here = { id: this.idAt(middle), date: this.dateAt(middle) };
      if (newestFirst(here, transaction) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placesNamedOtherwise(names: RecordNames, most = Infinity): readonly number[] {
    const places = new Set<number>();
    for (const [idField, nameField] of NAMED_FIELDS) {
      const [ids, own] = [this.column(idField), this.column(nameField)];
      const wanted = ids.all.map((id) => typeof id === "string" ? names.get(id) : undefined);
      const isAny = wanted.some((name) => name !== undefined);
      for (let at = 0; isAny && at < this.count && places.size < most; at++) {
        const name = wanted[ids.places[at] as number];
        if (name !== undefined && own.at(at) !== name) places.add(at);
      }
    }
    for (const [at, lines] of this.linesByPlace) {
      if (places.size >= most) break;
      if (lines.some((line) => isNamedOtherwise(line, names))) places.add(at);
    }
    return [...places].sort((one, other) => one - other);
  }
}

const plainIdOf = ({ id }: TransactionRecord): string =>
  isPlainId(id) ? id.replaceAll("-", "") : NO_ID;

function fieldNames(given: readonly TransactionRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const transaction of given) for (const name in transaction) names.add(name);
  return names.difference(FACTS);
}

function shownAmountAmong(given: readonly TransactionRecord[]): ShownAmount | null {
  for (const one of given) {
    const { amount_formatted: formatted } = one as { readonly amount_formatted?: string | null };
    if (typeof formatted === "string") return [formatted, one.amount];
  }
  return null;
}

/** Looks up items by index: in `added` if the index is negative, otherwise in `before`. */
function moved(before: ArrayLike<number>, added: ArrayLike<number>): (from: number) => number {
  return (from) => (from < 0 ? added[-1 - from] : before[from]) as number;
}

function movedTo<Value>(
  order: Int32Array,
  before: ReadonlyMap<number, Value>,
  added: ReadonlyMap<number, Value>,
): ReadonlyMap<number, Value> {
  const result = new Map<number, Value>();
  if (before.size === 0 && added.size === 0) return result;
  for (let at = 0; at < order.length; at++) {
    const from = order[at] as number;
    const value = from < 0 ? added.get(-1 - from) : before.get(from);
    if (value !== undefined) result.set(at, value);
  }
  return result;
}
