import type { Awaitable } from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";

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

/** The rows of one owner. */
export interface SignInRows {
  /** Gives a row that expires after a time. */
  find(name: string, now: number): Awaitable<SignInRow | null>;
  /** Writes a row, `consumedAt` left as it is, and drops those that have expired by a time. */
  upsert(row: Omit<SignInRow, "consumedAt">, now: number): Awaitable<void>;
  /**
   * Notes that a row was used up, and has it expire no later than `keptUntil`; `false` when
   * somebody was first, or it has expired.
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
