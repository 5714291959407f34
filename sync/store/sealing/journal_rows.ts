import type { Awaitable } from "./copy_rows.ts";
import type { Bytes } from "./sealer.ts";

/** A confirmation under its code's pseudonym. */
export interface ConfirmationRow {
  readonly name: string;
  /** By the clock of the backend. */
  readonly isExpired: boolean;
  readonly isSpent: boolean;
  readonly spentBy: string | null;
  readonly body: Bytes;
}

/** A confirmation that is to be kept; times in milliseconds. */
export interface ConfirmationWrite {
  readonly name: string;
  readonly body: Bytes;
  readonly holdsMs: number;
  /** For how long after that it is kept, so that what became of it can be told. */
  readonly keptMs: number;
}

/** What spends a confirmation. */
export interface Spending {
  readonly name: string;
  readonly spentBy: string;
}

/** A lease that has to be held: its token is the fence. */
export interface Fence {
  readonly name: string;
  readonly token: number;
}

/** An entry's place in the journal. */
export interface EntryKey {
  readonly operationId: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
}

/** An entry. */
export interface EntryRow extends EntryKey {
  /** Counts how often it was written. */
  readonly revision: number;
  readonly body: Bytes;
}

/** A plan's table of contents. */
export interface ContentsRow {
  /** Counts how often it was written; 0 where there is none. */
  readonly revision: number;
  readonly body: Bytes | null;
}

/** What is written together, and stays written if the machine stops the moment after. */
export interface EntryWrite {
  readonly spends: Spending | null;
  /** The lease that has to be held still; `null` for none. */
  readonly fence: Fence | null;
  /** `null` when only the contents change. */
  readonly entry: Omit<EntryRow, "revision"> | null;
  /** The table of contents afterwards, and the revision of the one that it follows. */
  readonly contents: ContentsRow;
}

/** What came of a write; nothing was written unless it was `written`. */
export type EntryWriteOutcome =
  | "written"
  /** The code was spent or has expired. */
  | "refused"
  /** Others have written the contents since. */
  | "overtaken"
  /** Others hold the lease, or have held it since. */
  | "fenced";

/** The rows of one owner. */
export interface JournalRows {
  /** Saves a confirmation, and drops those that have been kept for long enough. */
  saveConfirmation(confirmation: ConfirmationWrite): Awaitable<void>;
  findConfirmation(name: string): Awaitable<ConfirmationRow | null>;
  /** Spends a confirmation; `false` when somebody was first, or it has expired by now. */
  spend(spending: Spending): Awaitable<boolean>;
  contents(plan: string): Awaitable<ContentsRow>;
  /** Names all entries there are, the newest first. */
  keys(plan: string): Awaitable<readonly EntryKey[]>;
  /** Gives all entries, or some of them, the newest first. */
  entries(plan: string, operationIds?: readonly string[]): Awaitable<readonly EntryRow[]>;
  /**
   * Writes together.
   *
   * @throws {UnansweredCommitError} When it is not known whether it is written.
   */
  write(plan: string, what: EntryWrite): Awaitable<EntryWriteOutcome>;
  /** Counts the entries of all plans but some. */
  countOthers(plans: readonly string[]): Awaitable<number>;
}
