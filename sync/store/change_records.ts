import type { Lease } from "./lease.ts";

export interface NewConfirmation {
  /** What the yes has to name. */
  readonly code: string;
  readonly planId: string;
  /** Whose tool and arguments, before-values and way it is bound to. */
  readonly body: unknown;
}

export interface StoredConfirmation extends NewConfirmation {
  /** Whether its time is over, by the clock of the store. */
  readonly isExpired: boolean;
  /** Whether it was used or declined. */
  readonly isSpent: boolean;
  /**
   * The operation that used it, or `declined`; `null` while it is open, and where a version
   * that did not keep this has spent it.
   */
  readonly spentBy: string | null;
}

/** Takes the operation's place if a confirmation was declined. */
export const DECLINED = "declined";

export interface StoredEntry {
  readonly operationId: string;
  readonly planId: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  /** `null` if the entry is unreadable: only its id and time are known. */
  readonly body: unknown;
}

/** What begins a change: the spent code and the intent, in one transaction. */
export interface Beginning {
  /** `null` for changes that need no confirmation. */
  readonly code: string | null;
  readonly entry: StoredEntry;
}

export interface ChangeStore {
  /** Says why no change can be made with this store; `null` when changes can. */
  refusal(): Promise<string | null>;
  /** Whether the journal outlives the process. */
  isKept(): Promise<boolean>;
  /** Keeps a confirmation that holds for a time in milliseconds. */
  saveConfirmation(confirmation: NewConfirmation, holdsMs: number): Promise<void>;
  findConfirmation(code: string): Promise<StoredConfirmation | null>;
  /** Spends a declined code; `false` if it was already spent. */
  spendConfirmation(code: string): Promise<boolean>;
  /**
   * Spends the code and writes the entry; `false` if it was already spent or has expired.
   *
   * @throws {ToolError} When the lease of the plan, if this process has taken it, is held by
   * another one now.
   */
  begin(beginning: Beginning): Promise<boolean>;
  /**
   * Replaces an entry; unless it is said to be closed it is open what came of it.
   *
   * @throws {ToolError} As {@linkcode ChangeStore.begin} does.
   */
  saveEntry(entry: StoredEntry, isClosed?: boolean): Promise<void>;
  /** Gives the newest entries of a plan, the newest first. */
  entries(planId: string): Promise<readonly StoredEntry[]>;
  /** Returns the entries that aren't closed, without reading the others. */
  openEntries(planId: string): Promise<readonly StoredEntry[]>;
  /** Takes note that entries are closed: what came of them is known. */
  noteClosed(planId: string, operationIds: readonly string[]): Promise<void>;
  /** Counts the entries of all plans but some. */
  countOthers(planIds: readonly string[]): Promise<number>;
  /**
   * Runs one thing after another per plan, also across processes: under a lease, which what
   * this process writes to the journal meanwhile has to hold still.
   */
  withPlanLock<Result>(planId: string, run: (lease: Lease) => Promise<Result>): Promise<Result>;
}

/** How many entries are kept per plan. */
export const MOST_ENTRIES = 1000;

/** How long a confirmation is kept after it can no longer be used, in milliseconds. */
export const KEPT_EXPIRED_MS = 86_400_000;
