import type { ReadAs, ReadingOptions, StatementFormat } from "../../domain/statements/statement.ts";

/** One line of a bank's file as it should be read. */
export interface TrueRow {
  /** `null` where the file gives none, as for some pending rows. */
  readonly date: string | null;
  /** Milliunits; negative is money out. */
  readonly amount: number;
  /** Labels that are right, the best first. */
  readonly payees: readonly string[];
  readonly memo: string;
  readonly leftOut: "pending" | "failed" | "other_currency" | "zero" | null;
}

/** A drawn file with what should be read from it. */
export interface BankFile {
  readonly seed: number;
  readonly kind: Exclude<StatementFormat, "rows">;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: ReadingOptions;
  /** In the order of the file; of the account in `answers.part`, if there are several. */
  readonly rows: readonly TrueRow[];
  /** Milliunits. A reader may not know them, but must not tell others. */
  readonly opening: number;
  readonly closing: number;
  /** The right answer to each question. */
  readonly answers: ReadAs;
  /** What the file itself leaves open, so that a question about it is right. */
  readonly open: readonly (keyof ReadAs)[];
  /** The format in a few words, to find what failing files have in common. */
  readonly traits: readonly string[];
}
