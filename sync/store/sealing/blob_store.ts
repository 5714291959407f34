import type { LeaseRows } from "../leases/lease_rows.ts";
import type { CollectionMark } from "../store.ts";
import type { BudgetRows } from "./budget_rows.ts";
import type { Awaitable, CopyLook, CopyRows } from "./copy_rows.ts";
import type { JournalRows } from "./journal_rows.ts";

/** What is asked for before a plan is read. */
export interface Looking {
  readonly plan: string;
  /** Collections with what was seen of each. */
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
  /** What can be done where it fails, as the agent is told: words before "then try again". */
  readonly remedy: string;
  /** Gives all that there is to know before a plan is read, in one go. */
  look(at: Looking): Awaitable<BlobLook>;
}

/** A backend, opened once for any number of owners. */
export interface BlobBackend {
  /** Gives the blobs of one owner. */
  of(owner: string): BlobStore;
  /** Lets go of what it holds; calling it twice does no harm. */
  close(): Promise<void>;
}
