/**
 * Transactions that came as numbers: facts, and for each field the place of its value among the
 * different ones. Nobody has made a record of them.
 *
 * @module
 */

import type { SplitLineRecord } from "../plan/plan_records.ts";
import type { ValueLiterals } from "./value_literals.ts";

/** The different values of a field, as far as they have come. */
export interface NumberedValues {
  /** How many there are; more may come. */
  readonly count: number;
  /** Makes the values, in the order of their places: once what has come is looked at. */
  list(): readonly unknown[];
  /** Writes the values at some places, at least one, as JSON; absent where they were not read from bytes. */
  literalsOf?(places: ArrayLike<number>): ValueLiterals;
}

/** The values of one field. */
export interface NumberedField {
  readonly name: string;
  /** For each transaction the place of its value. */
  readonly places: Uint32Array;
  /** The same for all transactions of an answer. */
  readonly values: NumberedValues;
}

/** Some transactions, none of them deleted. Lists may have room behind the last one. */
export interface NumberedRows {
  readonly count: number;
  /** Four numbers each; of an id that is no UUID the first. */
  readonly idWords: Uint32Array;
  /** Ids that are no UUIDs, by the transaction's place. */
  readonly oddIds: ReadonlyMap<number, string>;
  /** Each day as one number, such as 20240131. */
  readonly days: Int32Array;
  /** Milliunits. */
  readonly amounts: Float64Array;
  /** 1 for one that is approved. */
  readonly approved: Uint8Array;
  /** Fields that are none of these facts, in the order of the records. */
  readonly fields: readonly NumberedField[];
  /** Lines of splits, by the transaction's place. */
  readonly lines: ReadonlyMap<number, readonly SplitLineRecord[]>;
  /** The amount of one of them as it is shown. */
  readonly shown: { readonly at: number; readonly formatted: string } | null;
}
