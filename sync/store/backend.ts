import type { LeaseRows, Leases } from "./lease.ts";
import type { CollectionMark } from "./store.ts";
import type { Bytes, Sealer } from "./sealer.ts";
import type { LedgerState } from "../../client/request_budget.ts";

/** What is asked for before a plan is read. */
export interface Looking {
  readonly plan: string;
  /** Collections with the last known mark of each. */
  readonly seen: readonly { readonly name: string; readonly mark: CollectionMark }[];
  /** The lease that a process holds while it takes the steps of a change. */
  readonly lease: string;
}

/** What there is to know before a plan is read. */
export interface BlobLook extends CopyLook {
  /** Whether another handle holds the lease. */
  readonly isHeld: boolean;
  /** The time by the clock of the backend, in milliseconds since 1970. */
  readonly now: number;
}

/** The blobs of one owner, over one handle of a backend. */
export interface BlobStore {
  readonly copy: CopyRows;
  readonly journal: JournalRows;
  readonly budget: BudgetRows;
  readonly leases: LeaseRows;
  /** The remedy for a failure, worded for the agent before "then try again". */
  readonly remedy: string;
  /** Returns everything that a read of a plan needs, in one query. */
  look(at: Looking): Promise<BlobLook>;
}

/** A backend, opened once for any number of owners. */
export interface BlobBackend {
  of(owner: string): BlobStore;
  /** Lets go of what it holds; calling it twice does no harm. */
  close(): Promise<void>;
}

/** What a store works with once it is open. */
export interface StoreParts {
  readonly blobs: BlobStore;
  readonly sealer: Sealer;
  /** Whether the journal outlives the process. */
  readonly isKept: boolean;
  /** Why no change can be made with this store; `null` when changes can. */
  readonly refusal: string | null;
  close(): Promise<void>;
}

/** The parts of a store, and the leases that it takes in its backend. */
export interface OpenedStore extends StoreParts {
  readonly leases: Leases;
}

export interface PartRow {
  readonly name: string;
  /** The version of the collection with which it was written. */
  readonly version: number;
  readonly body: Bytes;
}

export type PartWrite = Omit<PartRow, "version">;

/** A collection, and those of its parts that were asked for. */
export interface CollectionRow {
  readonly mark: CollectionMark;
  /** Whether the plan was forgotten since it was written. */
  readonly isForgotten: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes;
  readonly parts: readonly PartRow[];
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
}

/** What is to be written of a collection. */
export interface CollectionWrite {
  /** What the writer has seen last; `null` if it has seen nothing kept. */
  readonly seen: CollectionMark | null;
  readonly mark: CollectionMark;
  readonly isWhole: boolean;
  readonly state: Bytes;
  /** `null` to leave what is kept. */
  readonly deleted: Bytes | null;
  /** Each takes the place of the part of its name. */
  readonly parts: readonly PartWrite[];
}

export interface CollectionRows {
  /** Returns a snapshot of a collection: writes since a mark, or all of it. */
  find(name: string, since: CollectionMark | null): Promise<CollectionRow | null>;
  stateAt(name: string, mark: CollectionMark): Promise<Bytes | null>;
  /** Writes unless others have written since: compare-and-swap, in one transaction. */
  write(name: string, change: CollectionWrite): Promise<boolean>;
  forget(name: string): Promise<void>;
}

export interface MonthKey {
  readonly plan: string;
  readonly name: string;
}

/** How current a month is. */
export interface MonthCurrency {
  readonly name: string;
  readonly knowledge: number | null;
  /** When the read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read, with a message authentication code. */
  readonly taggedDay: string;
}

export interface MonthRow extends MonthCurrency {
  readonly body: Bytes;
}

/** What a delta changes of the months of a plan. */
export interface MonthsWrite {
  /** Names of months that go if they were read at `askedAt` or before. */
  readonly changed: readonly string[];
  /** In milliseconds since 1970. */
  readonly askedAt: number;
  /** The knowledge that the others stand at now, each unless it has another day meanwhile. */
  readonly knowledge: number;
  readonly standing: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
}

export interface MonthRows {
  /** Gives a month that was read after a time in milliseconds since 1970. */
  find(key: MonthKey, readAfter: number): Promise<MonthRow | null>;
  save(plan: string, month: MonthRow): Promise<void>;
  list(plan: string): Promise<readonly MonthCurrency[]>;
  note(plan: string, news: MonthsWrite): Promise<void>;
}

export interface CopyRows {
  readonly collections: CollectionRows;
  readonly months: MonthRows;
  loadPlans(): Promise<Bytes | null>;
  savePlans(body: Bytes): Promise<void>;
  /** Drops a plan's months, and marks its collections as forgotten, each in another epoch. */
  forgetPlan(
    plan: string,
    collections: readonly { readonly name: string; readonly epoch: string }[],
  ): Promise<void>;
  addReservedIds(plan: string, body: Bytes): Promise<void>;
  reservedIds(plan: string): Promise<readonly Bytes[]>;
  /** Counts a change of the plan; gives how many there were, this one included. */
  touch(plan: string): Promise<number>;
}

/** What has happened to a plan. */
export interface CopyLook {
  /** 0 if it never was. */
  readonly touches: number;
  /** Those that stand at another mark, each as {@linkcode CollectionRows.find} gives it. */
  readonly moved: readonly (CollectionRow & { readonly name: string })[];
}

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
  /** How long after that it is kept, so that its outcome can be reported. */
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

export interface EntryKey {
  readonly operationId: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
}

export interface EntryRow extends EntryKey {
  /** Counts how often it was written. */
  readonly revision: number;
  readonly body: Bytes;
}

export interface ContentsRow {
  /** Number of writes; 0 if it doesn't exist. */
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
  | "refused"
  /** Others have written the contents since. */
  | "overtaken"
  /** Others hold the lease, or have held it since. */
  | "fenced";

export interface JournalRows {
  /** Saves a confirmation, and drops those that have been kept for long enough. */
  saveConfirmation(confirmation: ConfirmationWrite): Promise<void>;
  findConfirmation(name: string): Promise<ConfirmationRow | null>;
  /** Spends a confirmation; `false` if it was already spent or has expired. */
  spend(spending: Spending): Promise<boolean>;
  contents(plan: string): Promise<ContentsRow>;
  /** Names all entries there are, the newest first. */
  keys(plan: string): Promise<readonly EntryKey[]>;
  /** Gives all entries, or some of them, the newest first. */
  entries(plan: string, operationIds?: readonly string[]): Promise<readonly EntryRow[]>;
  /**
   * Writes together.
   *
   * @throws {UnansweredCommitError} When it is not known whether it is written.
   */
  write(plan: string, what: EntryWrite): Promise<EntryWriteOutcome>;
  /** Counts the entries of all plans but some. */
  countOthers(plans: readonly string[]): Promise<number>;
}

export interface BudgetRow extends LedgerState {
  /** Number of writes; 0 if it doesn't exist. */
  readonly revision: number;
  /** The time by the clock of the backend, in milliseconds since 1970. */
  readonly now: number;
}

export interface BudgetRows {
  read(): Promise<BudgetRow>;
  /** Writes unless others have written since the revision that it follows. */
  write(revision: number, state: LedgerState): Promise<boolean>;
}
