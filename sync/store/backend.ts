import type { LeaseRows, Leases } from "./lease.ts";
import type { CollectionMark } from "./store.ts";
import type { Bytes, Sealer } from "./sealer.ts";
import type { LedgerState } from "../../client/request_budget.ts";

/** What to poll before reading a plan. */
export interface PollRequest {
  readonly plan: string;
  /** Collections, each with its last known mark. */
  readonly seen: readonly { readonly name: string; readonly mark: CollectionMark }[];
  /** Name of the lease held during the steps of a change. */
  readonly lease: string;
}

export interface BlobPoll {
  /** The plan's write count; 0 before the first write. */
  readonly touches: number;
  /** Collections whose marks differ, as returned by {@linkcode CollectionRows.find}. */
  readonly moved: readonly (CollectionRow & { readonly name: string })[];
  /** Whether another handle holds the lease. */
  readonly isHeld: boolean;
  /** Current time of the backend's clock in milliseconds since 1970. */
  readonly now: number;
}

/** The sealed data of one owner, accessed through one handle of a backend. */
export interface BlobStore {
  readonly copy: CopyRows;
  readonly journal: JournalRows;
  readonly budget: BudgetRows;
  readonly values: ValueRows;
  readonly leases: LeaseRows;
  /** What the user can do about a failure; error messages append ", then try again". */
  readonly remedy: string;
  /** Polls everything needed to read a plan, in one query unless a collection has changed. */
  poll(at: PollRequest): Promise<BlobPoll>;
}

/** A backend, opened once for any number of owners. */
export interface BlobBackend {
  of(owner: string): BlobStore;
  /** Releases its resources; a second call does nothing. */
  close(): Promise<void>;
}

export interface StoreParts {
  readonly blobs: BlobStore;
  readonly sealer: Sealer;
  /** Whether the journal is stored beyond the end of the process. */
  readonly isDurable: boolean;
  /** Why this store can't keep a journal of changes; `null` if it can. */
  readonly refusal: string | null;
  close(): Promise<void>;
}

export interface OpenedStore extends StoreParts {
  readonly leases: Leases;
}

export interface PartRow {
  readonly name: string;
  /** The collection's version when the part was written. */
  readonly version: number;
  readonly body: Bytes;
}

export type PartWrite = Omit<PartRow, "version">;

/** A collection and the requested parts. */
export interface CollectionRow {
  readonly mark: CollectionMark;
  /** Whether the plan was forgotten after this row was written. */
  readonly isForgotten: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes;
  readonly parts: readonly PartRow[];
  /** Whether all parts are included, not only the changed parts. */
  readonly isWhole: boolean;
}

export interface CollectionWrite {
  /** The writer's last known mark; `null` if nothing was stored. */
  readonly seen: CollectionMark | null;
  readonly mark: CollectionMark;
  readonly isWhole: boolean;
  readonly state: Bytes;
  /** `null` to keep the stored keys. */
  readonly deleted: Bytes | null;
  /** Each part replaces the stored part with the same name. */
  readonly parts: readonly PartWrite[];
}

export interface CollectionRows {
  /** Returns a snapshot of a collection: writes since a mark, or the whole collection. */
  find(name: string, since: CollectionMark | null): Promise<CollectionRow | null>;
  stateAt(name: string, mark: CollectionMark): Promise<Bytes | null>;
  /**
   * Writes with compare-and-swap in one transaction. Returns `false` if another process has written
   * since.
   */
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
  /** Start of the read in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read, followed by a message authentication code of the row. */
  readonly taggedDay: string;
}

export interface MonthRow extends MonthCurrency {
  readonly body: Bytes;
}

/** Changes to a plan's stored months after a delta of the month list. */
export interface MonthsWrite {
  /** Names of months to delete if they were read at `askedAt` or before. */
  readonly changed: readonly string[];
  /** In milliseconds since 1970. */
  readonly askedAt: number;
  /**
   * New server knowledge of the other months. A month whose tag has changed in the meantime keeps
   * its knowledge.
   */
  readonly knowledge: number;
  readonly unchanged: readonly {
    readonly name: string;
    readonly from: string;
    readonly to: string;
  }[];
}

export interface MonthRows {
  /** Returns a month if it was read after the given time, in milliseconds since 1970. */
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
  /** Deletes a plan's months and marks its collections as forgotten, each with a new epoch. */
  forgetPlan(
    plan: string,
    collections: readonly { readonly name: string; readonly epoch: string }[],
  ): Promise<void>;
  addReservedIds(plan: string, body: Bytes): Promise<void>;
  reservedIds(plan: string): Promise<readonly Bytes[]>;
  /** Counts a write to the plan and returns the new count. */
  touch(plan: string): Promise<number>;
}

export interface ConfirmationRow {
  readonly name: string;
  /** Whether the confirmation has expired according to the backend's clock. */
  readonly isExpired: boolean;
  readonly isSpent: boolean;
  readonly spentBy: string | null;
  readonly body: Bytes;
}

/** A confirmation to store; times in milliseconds. */
export interface ConfirmationWrite {
  readonly name: string;
  readonly body: Bytes;
  readonly holdsMs: number;
  /**
   * How long the confirmation is stored after it expires, so that its outcome can still be
   * reported.
   */
  readonly retentionMs: number;
}

export interface Spending {
  readonly name: string;
  readonly spentBy: string;
}

/** A lease that must be held for a write to be accepted (a fencing token). */
export interface Fence {
  readonly name: string;
  readonly token: number;
}

export interface EntryKey {
  readonly operationId: string;
  /** Start of the change in milliseconds since 1970. */
  readonly at: number;
}

export interface EntryRow extends EntryKey {
  /** Number of writes so far. */
  readonly revision: number;
  readonly body: Bytes;
}

export interface ContentsRow {
  /** Number of writes; 0 if the row doesn't exist. */
  readonly revision: number;
  readonly body: Bytes | null;
}

/** A durable transaction: once it has returned, even a machine crash doesn't undo it. */
export interface EntryWrite {
  readonly spends: Spending | null;
  /** The lease that must still be held; `null` for none. */
  readonly fence: Fence | null;
  /** `null` if only the table of contents changes. */
  readonly entry: Omit<EntryRow, "revision"> | null;
  /** The new table of contents, and the revision that it replaces. */
  readonly contents: ContentsRow;
}

/** Outcome of a write. Only `written` means that anything was written. */
export type EntryWriteOutcome =
  | "written"
  | "refused"
  /** Another process has written the table of contents in the meantime. */
  | "overtaken"
  /** Another process has taken the lease in the meantime. */
  | "fenced";

export interface JournalRows {
  /** Saves a confirmation and deletes confirmations that expired too long ago. */
  saveConfirmation(confirmation: ConfirmationWrite): Promise<void>;
  findConfirmation(name: string): Promise<ConfirmationRow | null>;
  /** Uses up a confirmation; returns `false` if it was already used or has expired. */
  spend(spending: Spending): Promise<boolean>;
  contents(plan: string): Promise<ContentsRow>;
  /** Returns the keys of all entries, newest first. */
  keys(plan: string): Promise<readonly EntryKey[]>;
  /** Returns all or some entries, newest first. */
  entries(plan: string, operationIds?: readonly string[]): Promise<readonly EntryRow[]>;
  /** @throws {UnansweredCommitError} If it is unknown whether the data was written. */
  write(plan: string, what: EntryWrite): Promise<EntryWriteOutcome>;
  /** Counts the journal entries of all plans except the given ones. */
  countOthers(plans: readonly string[]): Promise<number>;
}

export interface BudgetRow extends LedgerState {
  /** Number of writes; 0 if the row doesn't exist. */
  readonly revision: number;
  /** Current time of the backend's clock in milliseconds since 1970. */
  readonly now: number;
}

export interface BudgetRows {
  read(): Promise<BudgetRow>;
  /** Writes unless another process has written since this revision. */
  write(revision: number, state: LedgerState): Promise<boolean>;
}

/** Pseudonyms of a plan and of a group of values in it. */
export interface ValuePlace {
  readonly plan: string;
  readonly group: string;
}

export interface ValueRow {
  readonly name: string;
  readonly body: Bytes;
}

export interface ValueRows {
  /** Returns a group's values that haven't expired, or only the value with this name. */
  find(place: ValuePlace, name?: string): Promise<readonly ValueRow[]>;
  /** Saves a value, replacing any value with the same name, and deletes all expired values. */
  save(place: ValuePlace, value: ValueRow & { readonly holdsMs: number | null }): Promise<void>;
  /** Deletes a plan's values. */
  forget(plan: string): Promise<void>;
}
