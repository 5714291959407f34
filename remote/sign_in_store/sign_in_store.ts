import type { Bytes } from "../../sync/store/sealer.ts";

/** Names a record; the id may itself be a secret, such as a token. */
export interface SignInKey {
  /** What it is, such as `AccessToken`. */
  readonly kind: string;
  readonly id: string;
}

/** Plain JSON. */
export type SignInPayload = Readonly<Record<string, unknown>>;

/** What is to be kept. */
export interface SignInEntry {
  readonly payload: SignInPayload;
  /** The grant that it is part of, and that ends it; `null` for none. */
  readonly grantId: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What is kept. */
export interface SignInRecord {
  readonly payload: SignInPayload;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When it was used up, in milliseconds since 1970; `null` if it was not. */
  readonly consumedAt: number | null;
}

/** The state of a sign-in. What has expired is as good as gone. */
export interface SignInStore {
  /** Finds a record; `null` for none. */
  find(key: SignInKey): Promise<SignInRecord | null>;
  /** Saves a record and replaces the one with its key, but keeps whether it was used up. */
  upsert(key: SignInKey, entry: SignInEntry): Promise<void>;
  /**
   * Consumes a record and keeps it until `keptUntil` at most. Returns `false` if it was already
   * consumed or doesn't exist.
   */
  consume(key: SignInKey, keptUntil?: number): Promise<boolean>;
  /** Has a record expire later; one that is gone stays gone. */
  prolong(key: SignInKey, expiresAt: number): Promise<void>;
  /** Forgets a record. */
  destroy(key: SignInKey): Promise<void>;
  /** Forgets whatever is part of a grant. */
  revokeByGrant(grantId: string): Promise<void>;
  /** Gives a secret that every process with this store has, for one purpose. */
  secretFor(purpose: string): Promise<string>;
  /** Lets go of every file. */
  close(): Promise<void>;
}

/** A record under its pseudonym; times in milliseconds since 1970. */
export interface SignInRow {
  readonly name: string;
  /** Pseudonym of the grant that it is part of. */
  readonly grant: string | null;
  readonly expiresAt: number;
  readonly consumedAt: number | null;
  readonly body: Bytes;
}

/** A database that keeps sign-ins beside the store. */
export interface SignInDatabase {
  /** Gives the rows of one owner. */
  signIns(owner: string): SignInRows;
  close(): Promise<void>;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The rows of one owner. */
export interface SignInRows {
  /** Gives a row that expires after a time. */
  find(name: string, now: number): Awaitable<SignInRow | null>;
  /** Writes a row, `consumedAt` left as it is, and drops those that have expired by a time. */
  upsert(row: Omit<SignInRow, "consumedAt">, now: number): Awaitable<void>;
  /**
   * Marks a row as consumed, to expire by `keptUntil`. Returns `false` if it was
   * already consumed or has expired.
   */
  consume(name: string, times: { readonly keptUntil: number; readonly now: number }): Awaitable<
    boolean
  >;
  /** Has a row that has not expired do so later. */
  prolong(name: string, times: { readonly expiresAt: number; readonly now: number }): Awaitable<
    void
  >;
  destroy(name: string): Awaitable<void>;
  revokeByGrant(grant: string): Awaitable<void>;
  close(): Awaitable<void>;
}
