/** One entry in a bank statement. */
export interface StatementRow {
  /** Number of the row in the statement's file, counted from 1. */
  readonly row: number;
  /** Posting date, `YYYY-MM-DD`. */
  readonly date: string;
  /** Amount in milliunits; negative for money out. */
  readonly amount: number;
  /** The bank's label as a single line, without control characters; empty if the bank gave none. */
  readonly payee: string;
  /** Additional text from the bank; `null` if there is none. */
  readonly memo: string | null;
}

/** Why a row of a statement isn't entered as a transaction. */
export type LeftOutReason =
  | "pending"
  | "failed"
  | "other_currency"
  | "zero"
  | "future"
  | "too_old"
  | "deleted_before"
  | "skipped_before";

export interface LeftOutRow {
  readonly row: number;
  readonly reason: LeftOutReason;
}

/** Format of the statement; `rows` means that the assistant read the rows itself. */
export type StatementFormat = "csv" | "ofx" | "qif" | "mt940" | "camt" | "rows";

/** A statement whose dates, amounts and signs are known. */
export interface Statement {
  readonly format: StatementFormat;
  /** The account number in the file; `null` if the file has none. */
  readonly account: string | null;
  /** ISO code of the currency; `null` if the file doesn't name one. */
  readonly currency: string | null;
  readonly rows: readonly StatementRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** Balance before the first row, in milliunits; `null` if unknown. */
  readonly opening: number | null;
  /** Balance after the last row, in milliunits; `null` if unknown. */
  readonly closing: number | null;
  /**
   * A balance that may be from a later day; used as `closing` only if it equals the account's
   * balance.
   */
  readonly laterBalance?: number | null;
  /** Reasons for reading the file this way, in short sentences without final periods. */
  readonly evidence: readonly string[];
}

/** How to read a file that can be read in more than one way. */
export interface ReadAs {
  readonly date_order?: "dmy" | "mdy" | "ymd";
  readonly decimal_sign?: "." | ",";
  readonly sign?: "as_shown" | "reversed";
  /** Heading or number (counted from 1) of the column with the amounts. */
  readonly amount_column?: string;
  /** Name of one account in a file with several accounts. */
  readonly part?: string;
}

/** An open question about how to read the file. */
export interface ReadingQuestion {
  readonly about: keyof ReadAs;
  /** Values that {@linkcode ReadAs} accepts as the answer, most likely first. */
  readonly choices: readonly string[];
  /** Text from the file that can be read in more than one way. */
  readonly example: string;
  /** For each choice, up to three rows as they would be read under that choice. */
  readonly rows: readonly {
    readonly choice: string;
    readonly rows: readonly Pick<StatementRow, "date" | "amount" | "payee">[];
  }[];
}

/** Result of reading a file. `statement` assumes the most likely answers to the open questions. */
export interface ReadingOfStatement {
  readonly statement: Statement;
  readonly questions: readonly ReadingQuestion[];
  /**
   * Whether an answer about `sign` depends on this file's rows and therefore can't be reused for
   * other files.
   */
  readonly isSignForFileOnly?: boolean;
}

/** Context for reading a file. */
export interface ReadingOptions {
  /** Local day, `YYYY-MM-DD`. No entry is later than this day. */
  readonly today: string;
  /** Number of decimal places in the plan's currency, 0 to 3. */
  readonly decimals: number;
  /** ISO code of the plan's currency; `null` if unknown. */
  readonly currency: string | null;
  /** Whether the account is a credit card or line of credit; `null` if unknown. */
  readonly isCard: boolean | null;
  readonly remembered: ReadAs;
  readonly readAs: ReadAs;
}
