import type { Lease } from "./lease.ts";

export interface NewConfirmation {
  /** The code that confirms the change. */
  readonly code: string;
  readonly planId: string;
  /** The tool, arguments, before-values and confirmation method that it is bound to. */
  readonly body: unknown;
}

export interface StoredConfirmation extends NewConfirmation {
  /** By the clock of the store. */
  readonly isExpired: boolean;
  /** Whether it was used or declined. */
  readonly isSpent: boolean;
  /**
   * The operation that used it, or `declined`; `null` while it is open, and if an older version
   * spent it.
   */
  readonly spentBy: string | null;
}

/** Stands in for the operation if a confirmation was declined. */
export const DECLINED = "declined";

export interface StoredEntry {
  readonly operationId: string;
  readonly planId: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
  /** `null` if the entry is unreadable: only its id and time are known. */
  readonly body: unknown;
}

/** The start of a change: the spent code and the intent, in one transaction. */
export interface Beginning {
  /** `null` for changes that need no confirmation. */
  readonly code: string | null;
  readonly entry: StoredEntry;
}

export interface ChangeStore {
  /** Why this store can't journal changes; `null` if it can. */
  refusal(): Promise<string | null>;
  /** Whether the journal outlives the process. */
  isKept(): Promise<boolean>;
  /** Saves a confirmation that expires after this many milliseconds. */
  saveConfirmation(confirmation: NewConfirmation, holdsMs: number): Promise<void>;
  findConfirmation(code: string): Promise<StoredConfirmation | null>;
  /** Spends a declined code; `false` if it was already spent. */
  spendConfirmation(code: string): Promise<boolean>;
  /**
   * Spends the code and writes the entry; `false` if it was already spent or has expired.
   *
   * @throws {ToolError} When another process has taken over this process's lease of the plan.
   */
  begin(beginning: Beginning): Promise<boolean>;
  /**
   * Replaces an entry; unless it is closed, its outcome counts as unknown.
   *
   * @throws {ToolError} As {@linkcode ChangeStore.begin} does.
   */
  saveEntry(entry: StoredEntry, isClosed?: boolean): Promise<void>;
  /** Returns a plan's entries, newest first. */
  entries(planId: string): Promise<readonly StoredEntry[]>;
  /** Returns the entries that aren't closed, without reading the others. */
  openEntries(planId: string): Promise<readonly StoredEntry[]>;
  /** Marks entries as closed: their outcome is known. */
  noteClosed(planId: string, operationIds: readonly string[]): Promise<void>;
  /** Counts the entries of all other plans. */
  countOthers(planIds: readonly string[]): Promise<number>;
  /**
   * Runs tasks on a plan one at a time, also across processes. Journal writes during a task are
   * rejected once its lease is lost.
   */
  withPlanLock<Result>(planId: string, run: (lease: Lease) => Promise<Result>): Promise<Result>;
}

/** Journal entries stored per plan. */
export const MOST_ENTRIES = 1000;

/** How long an expired confirmation is stored, in milliseconds. */
export const KEPT_EXPIRED_MS = 86_400_000;
