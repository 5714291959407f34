/**
 * Transactions in columns: some thousand of them, the newest first. What most questions look at
 * are lists of numbers; the rest is read when it is asked for.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";
import { type ChunkFacts, factsOf, type OddFields, STATES } from "./chunk_facts.ts";
import { absentColumn, type Column, type UnlaidColumn } from "./column.ts";
import { IdLookup } from "./id_lookup.ts";
import { type LinePayees, type LinesByPlace, linesOf, payeesIn } from "./lines_by_place.ts";
import {
  columnAmong,
  FACTS,
  fieldNames,
  type ShownAmount,
  shownAmountAmong,
} from "./transaction_fields.ts";
import { ID_WORDS, readId } from "./transaction_ids.ts";
import { TransactionView, ViewedColumns } from "./transaction_view.ts";

/** What a chunk is made from. */
export interface ChunkSource extends Omit<ChunkParts, "columns"> {
  readonly columns: ReadonlyMap<string, Column | UnlaidColumn>;
}

/** What a chunk is made of when it stands by itself. */
export interface ChunkParts {
  readonly facts: ChunkFacts;
  readonly columns: ReadonlyMap<string, Column>;
  /** Read when lines are first asked for. */
  readonly lines: () => LinesByPlace;
  /** Payees of lines, by id, with their names: so that a rename need not read the lines. */
  readonly linePayees: LinePayees;
  readonly shownAmount: ShownAmount | null;
}

const NO_LINES: readonly SplitLineRecord[] = [];

/** Transactions in columns; never changed, only replaced. */
export class TransactionChunk<Transaction extends TransactionRecord = TransactionRecord> {
  readonly facts: ChunkFacts;
  readonly count: number;
  readonly shownAmount: ShownAmount | null;
  readonly #columns: Map<string, Column | UnlaidColumn>;
  #areLaidOut = false;
  readonly #given: readonly Transaction[] | null;
  #lines: LinesByPlace | null = null;
  readonly #readLines: () => LinesByPlace;
  #linePayees: LinePayees | null;
  #views: Transaction[] | null = null;
  #viewed: ViewedColumns | null = null;
  #lookup: IdLookup | null = null;

  private constructor(parts: ChunkSource | null, given: readonly Transaction[] | null) {
    this.facts = parts?.facts ?? factsOf(given ?? []);
    this.count = this.facts.days.length;
    this.#given = given;
    this.#columns = new Map(parts?.columns);
    this.#readLines = parts?.lines ?? ((): LinesByPlace => linesOf(given ?? []));
    this.#linePayees = parts?.linePayees ?? null;
    this.shownAmount = parts?.shownAmount ?? shownAmountAmong(given ?? []);
  }

  /** Lays transactions out, the newest first; each is handed out as it was given. */
  static of<Given extends TransactionRecord>(given: readonly Given[]): TransactionChunk<Given> {
    return new TransactionChunk(null, given);
  }

  /** Makes a chunk that hands out views. */
  static from<Viewed extends TransactionRecord>(parts: ChunkSource): TransactionChunk<Viewed> {
    return new TransactionChunk<Viewed>(parts, null);
  }

  /** The same without the transactions that it was made of. */
  detached(): TransactionChunk<Transaction> {
    return this.#given === null ? this : TransactionChunk.from<Transaction>(this.parts());
  }

  /** Everything that the chunk is made of. */
  parts(): ChunkParts {
    const { facts, columns, shownAmount, linePayees } = this;
    const lines = this.#lines;
    const readLines = lines === null ? this.#readLines : () => lines;
    return {
      facts,
      columns,
      lines: this.#given === null ? readLines : constant(this.linesByPlace),
      linePayees,
      shownAmount,
    };
  }

  /** The column of a field. */
  column(name: string): Column {
    const known = this.#columns.get(name);
    if (known !== undefined && typeof known !== "function") return known;
    const column = known?.() ??
      (this.#given === null ? absentColumn(this.count) : columnAmong(this.#given, name));
    this.#columns.set(name, column);
    return column;
  }

  /** The columns that views read. */
  get viewed(): ViewedColumns {
    return this.#viewed ??= new ViewedColumns((name) => this.column(name));
  }

  /** A transaction: the same object whenever it is asked for. */
  at(place: number): Transaction {
    if (this.#given !== null) return this.#given[place] as Transaction;
    const views = this.#views ??= new Array<Transaction>(this.count);
    return views[place] ??= new TransactionView(this, place) as unknown as Transaction;
  }

  /** All transactions. */
  get all(): readonly Transaction[] {
    if (this.#given !== null) return this.#given;
    for (let place = 0; place < this.count; place++) this.at(place);
    return this.#views ?? [];
  }

  /** Lines of a split, deleted ones among them. */
  linesAt(place: number): readonly SplitLineRecord[] {
    const isSplit = ((this.facts.states[place] as number) & STATES.split) !== 0;
    return isSplit ? this.linesByPlace.get(place) ?? NO_LINES : NO_LINES;
  }

  /** Lines of all splits. */
  get linesByPlace(): LinesByPlace {
    return this.#lines ??= this.#readLines();
  }

  /** Payees of lines, by id, with their names. */
  get linePayees(): LinePayees {
    return this.#linePayees ??= payeesIn(this.linesByPlace);
  }

  /** Fields that don't fit the columns. */
  oddAt(place: number): OddFields | undefined {
    return this.facts.odd.get(place);
  }

  /** A transaction's amount in milliunits. */
  amountAt(place: number): number {
    const amount = this.facts.amounts[place] as number;
    return Number.isNaN(amount) ? this.at(place).amount : amount;
  }

  /** A transaction's id. */
  idAt(place: number): string {
    const odd = this.facts.odd.size === 0 ? undefined : this.oddAt(place)?.id;
    return odd ?? readId(this.facts.idWords, place * ID_WORDS);
  }

  /**
   * Where the transaction of an id stands; -1 where there is none.
   *
   * @param prefix From `prefixNumber`, for those who ask several chunks.
   */
  placeOf(id: string, prefix?: number | null): number {
    return this.#ids.placeOf(id, prefix);
  }

  /** Ids that begin with a prefix of at least eight characters. */
  idsSharing(prefix: string): readonly string[] {
    return this.#ids.sharing(prefix);
  }

  /** All columns by the names of their fields. */
  get columns(): ReadonlyMap<string, Column> {
    if (this.#given !== null) this.#addColumns(this.#given);
    if (!this.#areLaidOut) { for (const name of this.#columns.keys()) this.column(name); }
    this.#areLaidOut = true;
    return this.#columns as ReadonlyMap<string, Column>;
  }

  get #ids(): IdLookup {
    return this.#lookup ??= new IdLookup(this);
  }

  #addColumns(given: readonly TransactionRecord[]): void {
    for (const name of fieldNames(given)) if (!FACTS.has(name)) this.column(name);
  }
}

function constant<Value>(value: Value): () => Value {
  return () => value;
}
