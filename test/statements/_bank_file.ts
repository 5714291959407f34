import type { ReadAs, ReadingOptions, StatementFormat } from "../../domain/statements/statement.ts";

/** The row that the statement reader should return for one line of a bank's file. */
export interface TrueRow {
  /** Date of the row; `null` if the line has no date, as for some pending rows. */
  readonly date: string | null;
  /** Amount in milliunits, negative if money leaves the account. */
  readonly amount: number;
  /** Payee labels that count as correct, best first. */
  readonly payees: readonly string[];
  readonly memo: string;
  readonly leftOut: "pending" | "failed" | "other_currency" | "zero" | null;
}

/** A generated bank file with the rows and balances that the statement reader should return. */
export interface BankFile {
  readonly seed: number;
  readonly kind: Exclude<StatementFormat, "rows">;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly options: ReadingOptions;
  /**
   * Expected rows, in file order. If the file has several accounts, includes only the rows of the
   * account in `answers.part`.
   */
  readonly rows: readonly TrueRow[];
  /** Balance in milliunits. The reader may omit a balance, but must not return a wrong balance. */
  readonly opening: number;
  readonly closing: number;
  /** The correct answer to each question that the statement reader may ask. */
  readonly answers: ReadAs;
  /**
   * Ambiguities worth asking the user about. If this field is omitted, any question counts as
   * justified.
   */
  readonly open?: readonly (keyof ReadAs)[];
  /** Properties of the file, printed with each failure to show what failures have in common. */
  readonly traits: readonly string[];
}
