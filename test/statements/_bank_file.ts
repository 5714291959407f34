import type { ReadAs, ReadingOptions, StatementFormat } from "../../domain/statements/statement.ts";

/** The row that the reader should return for one line of a bank's file. */
export interface TrueRow {
  /** `null` if the line has no date, as for some pending rows. */
  readonly date: string | null;
  /** Milliunits; negative if money goes out. */
  readonly amount: number;
  /** Correct labels, best first. */
  readonly payees: readonly string[];
  readonly memo: string;
  readonly leftOut: "pending" | "failed" | "other_currency" | "zero" | null;
}

/** A generated file with its expected reading. */
export interface BankFile {
  readonly seed: number;
  readonly kind: Exclude<StatementFormat, "rows">;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: ReadingOptions;
  /**
   * In file order. If the file has several accounts, only the rows of the account in
   * `answers.part`.
   */
  readonly rows: readonly TrueRow[];
  /** Milliunits. A reading may omit the balances, but must not contain wrong balances. */
  readonly opening: number;
  readonly closing: number;
  /** The correct answer to each question. */
  readonly answers: ReadAs;
  /** Ambiguities in the file that the reader may ask about; absent if it may ask about any. */
  readonly open?: readonly (keyof ReadAs)[];
  /** A short description of the format, which shows what the failing files have in common. */
  readonly traits: readonly string[];
}
