import type { LeaseRows, Leases } from "./lease.ts";
import type { Sealer } from "./sealer.ts";
import type { Sql, SqlDatabase, Steps } from "./sql.ts";

/** A lease that must be held for a write to be accepted. `token` is the lease's fencing token. */
export interface Fence {
  readonly name: string;
  readonly token: number;
}

/** The sealed data of one owner, accessed through one handle to a backend. */
export interface BlobStore {
  readonly owner: string;
  /** The database that contains the cache's tables. */
  readonly copy: SqlDatabase;
  /** The database that contains all tables except the cache's. */
  readonly journal: SqlDatabase;
  readonly leases: LeaseRows;
  /** What the user can do about a failure; error messages append ", then try again". */
  readonly remedy: string;
  /**
   * Whether this process has lost a lease to another process. If not, no other process can take the
   * lease until the transaction ends.
   */
  isFenced(fence: Fence): Steps<boolean>;
  /** SQL that checks, in the cache's database, whether another handle holds a lease. */
  heldByOther(name: string): Sql | Promise<Sql>;
  /** SQL for the position of a plan's next journal entry. */
  nextPlace(plan: string): Sql;
}

/** A backend, opened once for any number of owners. */
export interface BlobBackend {
  of(owner: string): BlobStore;
  /** Releases the backend's resources; a second call does nothing. */
  close(): Promise<void>;
}

export interface StoreParts {
  readonly blobs: BlobStore;
  readonly sealer: Sealer;
  /** Whether the journal outlives the process. */
  readonly isDurable: boolean;
  /** Why this store can't keep a change journal; `null` if it can. */
  readonly refusal: string | null;
  close(): Promise<void>;
}

export interface OpenedStore extends StoreParts {
  readonly leases: Leases;
}
