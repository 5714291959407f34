import type { Lease } from "./lease.ts";

export interface NewConfirmation {
  readonly code: string;
  readonly planId: string;
  /**
   * What the confirmation code is bound to: tool, arguments, previous values, confirmation method.
   */
  readonly body: unknown;
}

export interface StoredConfirmation extends NewConfirmation {
  /** Whether the confirmation code has expired according to the store's clock. */
  readonly isExpired: boolean;
  /** Whether the confirmation has already been used or declined. */
  readonly isSpent: boolean;
  /**
   * The operation that used the confirmation code, or `declined`; `null` if the code is unused or
   * was used by an older version of the server.
   */
  readonly spentBy: string | null;
}

/** Stored instead of an operation if a confirmation was declined. */
export const DECLINED = "declined";

export interface StoredEntry {
  readonly operationId: string;
  readonly planId: string;
  /** When the change started, in milliseconds since 1970. */
  readonly at: number;
  /** The entry's contents; `null` if they are unreadable. */
  readonly body: unknown;
}

export interface ChangeStore {
  /** Why this store can't journal changes; `null` if it can. */
  refusal(): Promise<string | null>;
  /** Whether the journal outlives the process. */
  isDurable(): Promise<boolean>;
  /** Saves a confirmation that expires after `holdsMs` milliseconds. */
  saveConfirmation(confirmation: NewConfirmation, holdsMs: number): Promise<void>;
  findConfirmation(code: string): Promise<StoredConfirmation | null>;
  /** Consumes the code of a declined confirmation; returns `false` if the code was already used. */
  spendConfirmation(code: string): Promise<boolean>;
  /**
   * Consumes the confirmation code and writes the journal entry in one transaction; returns `false`
   * if the code was already used or has expired. The code is `null` for changes that need no
   * confirmation.
   *
   * @throws {ToolError} If another process has taken over this process's lease on the plan.
   */
  begin(change: { readonly code: string | null; readonly entry: StoredEntry }): Promise<boolean>;
  /**
   * Replaces an entry. The change's outcome counts as unknown until the entry is closed.
   *
   * @throws {ToolError} Under the same condition as {@linkcode ChangeStore.begin}.
   */
  saveEntry(entry: StoredEntry, isClosed?: boolean): Promise<void>;
  /** Returns a plan's entries, newest first. */
  entries(planId: string): Promise<readonly StoredEntry[]>;
  /** Returns the open entries without reading closed ones. */
  openEntries(planId: string): Promise<readonly StoredEntry[]>;
  /** Counts the journal entries of all plans except the given plans. */
  countOthers(planIds: readonly string[]): Promise<number>;
  /**
   * Runs tasks on a plan one at a time, even across processes. If a task's lease is lost, the
   * task's journal writes are rejected.
   */
  withPlanLock<Result>(planId: string, run: (lease: Lease) => Promise<Result>): Promise<Result>;
}

export const MAX_ENTRIES = 1000;

/** How long a confirmation stays stored after it expires, in milliseconds. */
export const EXPIRED_STORAGE_MS = 86_400_000;
