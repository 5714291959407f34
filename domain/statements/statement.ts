/** One booking of a bank statement. */
export interface StatementRow {
  /** Number among the statement's rows in the order of the file, from 1. */
  readonly row: number;
  /** Booking day, `YYYY-MM-DD`. */
  readonly date: string;
  /** Milliunits; negative is money out. */
  readonly amount: number;
  /** The bank's label on one line, without control characters; empty if the bank gave none. */
  readonly payee: string;
  /** Further text of the bank; `null` if there is none. */
  readonly memo: string | null;
}

/** Why a row of a statement is not entered. */
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

/** How a statement arrived; `rows` were read by the assistant. */
export type StatementFormat = "csv" | "ofx" | "qif" | "mt940" | "camt" | "rows";

/** A statement whose dates, amounts and signs are settled. */
export interface Statement {
  readonly format: StatementFormat;
  /** The account number in the file; `null` if it has none. */
  readonly account: string | null;
  /** ISO code; `null` if the file names none. */
  readonly currency: string | null;
  readonly rows: readonly StatementRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** Balance before the first row, in milliunits; `null` if unknown. */
  readonly opening: number | null;
  /** Balance after the last row, in milliunits; `null` if unknown. */
  readonly closing: number | null;
  /**
   * The bank's balance on the day of the download, in milliunits; later bookings may be in it, so
   * it is the closing balance only if the account's cleared balance comes to it.
   */
  readonly laterBalance?: number | null;
  /** What settled the reading, in short sentences without a final period. */
  readonly evidence: readonly string[];
}

/** How to read what the file itself leaves open. */
export interface ReadAs {
  readonly date_order?: "dmy" | "mdy" | "ymd";
  readonly decimal_sign?: "." | ",";
  readonly sign?: "as_shown" | "reversed";
  /** Heading or number, from 1, of the column with the amounts. */
  readonly amount_column?: string;
  /** Name of one account in a file with several. */
  readonly part?: string;
}

/** Something that the file leaves open. */
export interface ReadingQuestion {
  readonly about: keyof ReadAs;
  /** Values that may be given as {@linkcode ReadAs}, the likeliest first. */
  readonly choices: readonly string[];
  /** The file's own text that can be read in several ways. */
  readonly example: string;
  /** For each choice the first rows as they would be read, at most three. */
  readonly rows: readonly {
    readonly choice: string;
    readonly rows: readonly Pick<StatementRow, "date" | "amount" | "payee">[];
  }[];
}

/** Result of reading a file; with questions, its statement is only the likeliest reading. */
export interface ReadingOfStatement {
  readonly statement: Statement;
  readonly questions: readonly ReadingQuestion[];
}

/** What is known besides the file. */
export interface ReadingOptions {
  /** Local day, `YYYY-MM-DD`: no booking is later. */
  readonly today: string;
  /** Decimals of the plan's currency, 0 to 3. */
  readonly decimals: number;
  /** ISO code of the plan's currency; `null` if unknown. */
  readonly currency: string | null;
  /** Whether the account is a credit card or line of credit; `null` if unknown. */
  readonly isCard: boolean | null;
  /** What was answered for this account before. */
  readonly remembered: ReadAs;
  /** What the user says now. */
  readonly readAs: ReadAs;
}
