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
  /** Keeps a record, in the place of one with its key; whether it was used up stays. */
  upsert(key: SignInKey, entry: SignInEntry): Promise<void>;
  /**
   * Uses a record up, and keeps it no longer than until `keptUntil`; `false` when somebody was
   * first, or there is none.
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
