/**
 * How a packed chunk is written: what stands in its head, and where its lists and texts are.
 *
 * @module
 */

import type { ShownAmount } from "../../domain/transactions/transaction_fields.ts";
import type { Section } from "./byte_sections.ts";

/** How a column is written. */
export interface PackedColumn {
  readonly name: string;
  readonly valueCount: number;
  /** JSON of the different values. */
  readonly values: Section;
  /** Which of them stands for a missing field; absent where none does. */
  readonly missing?: number;
  /** Absent where all transactions have the same. */
  readonly places?: Section;
  /** Bytes per place. */
  readonly width?: 1 | 2 | 4;
  /** Folded words of the values; absent for a column in which no text is looked for. */
  readonly words?: { readonly text: Section; readonly starts: Section };
  /** JSON of the keys of payees; absent for any other column. */
  readonly keys?: Section;
}

/** The head of a packed chunk. */
export interface ChunkHead {
  readonly part: string;
  readonly count: number;
  /** The form of words and keys. */
  readonly form: number;
  readonly idWords: Section;
  readonly days: Section;
  readonly amounts: Section;
  readonly areAmountsShort: boolean;
  readonly states: Section;
  /** Fields that don't fit; names of missing ones beside them. */
  readonly odd: readonly (readonly [place: number, fields: object, missing: readonly string[]])[];
  readonly columns: readonly PackedColumn[];
  readonly lines: Section;
  readonly linePayees: readonly (readonly [id: string, name: string])[];
  readonly shownAmount: ShownAmount | null;
}
