/**
 * One transaction of a chunk: where it stands, and its fields as they are asked for.
 *
 * @module
 */

import type { SplitLineRecord } from "../plan/plan_records.ts";
import { type ChunkFacts, dayOfNumber, type OddFields, STATES } from "./chunk_facts.ts";
import type { Column } from "./column.ts";

/** What a view reads its fields from. */
export interface ViewedChunk {
  readonly facts: ChunkFacts;
  /** All columns by the names of their fields. */
  readonly columns: ReadonlyMap<string, Column>;
  column(name: string): Column;
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
    return this.#text("memo");
  }

  get cleared(): string {
    return this.#text("cleared") as string;
  }

  get flag_color(): MaybeText {
    return this.#text("flag_color");
  }

  get flag_name(): MaybeText {
    return this.#text("flag_name");
  }

  get account_id(): string {
    return this.#text("account_id") as string;
  }

  get account_name(): string {
    return this.#text("account_name") as string;
  }

  get payee_id(): MaybeText {
    return this.#text("payee_id");
  }

  get payee_name(): MaybeText {
    return this.#text("payee_name");
  }

  get category_id(): MaybeText {
    return this.#text("category_id");
  }

  get category_name(): MaybeText {
    return this.#text("category_name");
  }

  get transfer_account_id(): MaybeText {
    return this.#text("transfer_account_id");
  }

  get transfer_transaction_id(): MaybeText {
    return this.#text("transfer_transaction_id");
  }

  get matched_transaction_id(): MaybeText {
    return this.#text("matched_transaction_id");
  }

  get import_id(): MaybeText {
    return this.#text("import_id");
  }

  get import_payee_name(): MaybeText {
    return this.#text("import_payee_name");
  }

  get import_payee_name_original(): MaybeText {
    return this.#text("import_payee_name_original");
  }

  get debt_transaction_type(): MaybeText {
    return this.#text("debt_transaction_type");
  }

  #text(name: string): MaybeText {
    return this.chunk.column(name).at(this.place) as MaybeText;
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
