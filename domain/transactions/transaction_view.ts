/**
 * One transaction of a chunk: where it stands, and its fields as they are asked for.
 *
 * @module
 */

import type { SplitLineRecord } from "../plan/plan_records.ts";
import { type ChunkFacts, dayOfNumber, type OddFields, STATES } from "./chunk_facts.ts";
import type { Column } from "./column.ts";

/** The columns of the fields that a view has, each at its own property: quick to read. */
export class ViewedColumns {
  readonly memo: Column;
  readonly cleared: Column;
  readonly flag_color: Column;
  readonly flag_name: Column;
  readonly account_id: Column;
  readonly account_name: Column;
  readonly payee_id: Column;
  readonly payee_name: Column;
  readonly category_id: Column;
  readonly category_name: Column;
  readonly transfer_account_id: Column;
  readonly transfer_transaction_id: Column;
  readonly matched_transaction_id: Column;
  readonly import_id: Column;
  readonly import_payee_name: Column;
  readonly import_payee_name_original: Column;
  readonly debt_transaction_type: Column;

  /** Looks each column up once. */
  constructor(column: (name: string) => Column) {
    this.memo = column("memo");
    this.cleared = column("cleared");
    this.flag_color = column("flag_color");
    this.flag_name = column("flag_name");
    this.account_id = column("account_id");
    this.account_name = column("account_name");
    this.payee_id = column("payee_id");
    this.payee_name = column("payee_name");
    this.category_id = column("category_id");
    this.category_name = column("category_name");
    this.transfer_account_id = column("transfer_account_id");
    this.transfer_transaction_id = column("transfer_transaction_id");
    this.matched_transaction_id = column("matched_transaction_id");
    this.import_id = column("import_id");
    this.import_payee_name = column("import_payee_name");
    this.import_payee_name_original = column("import_payee_name_original");
    this.debt_transaction_type = column("debt_transaction_type");
  }
}

/** What a view reads its fields from. */
export interface ViewedChunk {
  readonly facts: ChunkFacts;
  /** All columns by the names of their fields. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly viewed: ViewedColumns;
  idAt(place: number): string;
  oddAt(place: number): OddFields | undefined;
  linesAt(place: number): readonly SplitLineRecord[];
}

type Text = string | null;
/** A field that may be missing. */
type MaybeText = Text | undefined;

/**
 * A transaction that is read out of the columns of its chunk. Its fields are no properties of
 * its own: to spread it or to list its keys takes {@linkcode plainTransaction}.
 */
export class TransactionView {
  readonly chunk: ViewedChunk;
  readonly place: number;

  /** Makes the view of a place. */
  constructor(chunk: ViewedChunk, place: number) {
    this.chunk = chunk;
    this.place = place;
  }

  /** As JSON and structured copies have it: all fields. */
  toJSON(): Readonly<Record<string, unknown>> {
    return plainTransaction(this);
  }

  get id(): string {
    return this.chunk.idAt(this.place);
  }

  get date(): string {
    const day = this.chunk.facts.days[this.place] as number;
    return day < 0 ? this.#odd("date") as string : dayOfNumber(day);
  }

  get amount(): number {
    const amount = this.chunk.facts.amounts[this.place] as number;
    return Number.isNaN(amount) ? this.#odd("amount") as number : amount;
  }

  get approved(): boolean {
    const isApproved = ((this.chunk.facts.states[this.place] as number) & STATES.approved) !== 0;
    return this.#unlessOdd("approved", isApproved);
  }

  get deleted(): boolean {
    return this.#unlessOdd("deleted", false);
  }

  get subtransactions(): readonly SplitLineRecord[] {
    return this.chunk.linesAt(this.place);
  }

  get memo(): MaybeText {
    return this.chunk.viewed.memo.at(this.place) as MaybeText;
  }

  get cleared(): string {
    return this.chunk.viewed.cleared.at(this.place) as string;
  }

  get flag_color(): MaybeText {
    return this.chunk.viewed.flag_color.at(this.place) as MaybeText;
  }

  get flag_name(): MaybeText {
    return this.chunk.viewed.flag_name.at(this.place) as MaybeText;
  }

  get account_id(): string {
    return this.chunk.viewed.account_id.at(this.place) as string;
  }

  get account_name(): string {
    return this.chunk.viewed.account_name.at(this.place) as string;
  }

  get payee_id(): MaybeText {
    return this.chunk.viewed.payee_id.at(this.place) as MaybeText;
  }

  get payee_name(): MaybeText {
    return this.chunk.viewed.payee_name.at(this.place) as MaybeText;
  }

  get category_id(): MaybeText {
    return this.chunk.viewed.category_id.at(this.place) as MaybeText;
  }

  get category_name(): MaybeText {
    return this.chunk.viewed.category_name.at(this.place) as MaybeText;
  }

  get transfer_account_id(): MaybeText {
    return this.chunk.viewed.transfer_account_id.at(this.place) as MaybeText;
  }

  get transfer_transaction_id(): MaybeText {
    return this.chunk.viewed.transfer_transaction_id.at(this.place) as MaybeText;
  }

  get matched_transaction_id(): MaybeText {
    return this.chunk.viewed.matched_transaction_id.at(this.place) as MaybeText;
  }

  get import_id(): MaybeText {
    return this.chunk.viewed.import_id.at(this.place) as MaybeText;
  }

  get import_payee_name(): MaybeText {
    return this.chunk.viewed.import_payee_name.at(this.place) as MaybeText;
  }

  get import_payee_name_original(): MaybeText {
    return this.chunk.viewed.import_payee_name_original.at(this.place) as MaybeText;
  }

  get debt_transaction_type(): MaybeText {
    return this.chunk.viewed.debt_transaction_type.at(this.place) as MaybeText;
  }

  #unlessOdd<Value>(name: string, value: Value): Value {
    const { odd } = this.chunk.facts;
    const own = odd.size === 0 ? undefined : odd.get(this.place);
    return own !== undefined && name in own ? own[name] as Value : value;
  }

  #odd(name: string): unknown {
    return this.chunk.oddAt(this.place)?.[name];
  }
}

/**
 * Gives a record with all its fields as a plain object.
 *
 * @param record A view; anything else comes back as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(plainTransaction({ id: "t" }), { id: "t" });
 * ```
 */
export function plainTransaction(record: object): Readonly<Record<string, unknown>> {
  if (!(record instanceof TransactionView)) return record as Readonly<Record<string, unknown>>;
  const { chunk, place, id, date, amount, approved, deleted, subtransactions } = record;
  const plain: Record<string, unknown> = { id, date, amount };
  for (const [name, column] of chunk.columns) plain[name] = column.at(place);
  Object.assign(plain, { approved, deleted, subtransactions }, chunk.oddAt(place));
  for (const name of Object.keys(plain)) if (plain[name] === undefined) delete plain[name];
  return plain;
}
