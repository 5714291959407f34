import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";

/** A database with every table of a server for many users. */
export interface SharedTables extends BlobBackend, SignInDatabase {
  readonly hosted: HostedDatabase;
  /** Opens the data of a vault, which only its own retention deletes. */
  vaultOf(owner: string): BlobStore;
}

/** A vault: what one program keeps for one user. */
export interface VaultRow {
  /** Id of the vault, which is also the id of the program's grant. */
  readonly vault: string;
  /** Pseudonym of the user. */
  readonly tenant: string;
  /** Pseudonym under which the store keeps the vault's data. */
  readonly owner: string;
  /** What the account page shows, sealed by the server. */
  readonly body: Bytes;
  /** First and last day of use, `YYYY-MM-DD`. */
  readonly createdDay: string;
  readonly usedDay: string;
}

/** The tokens of a vault at YNAB, sealed with its data key. */
export interface UpstreamTokensRow {
  /** Increases with every write. */
  readonly revision: number;
  readonly body: Bytes;
}

/** A user, as the operator sees them. */
export interface UserRow {
  readonly tenant: string;
  readonly isBlocked: boolean;
  readonly programs: number;
  /** First and last day of use, `YYYY-MM-DD`; `null` without a program. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface AuthorizationUses {
  /** Sign-ins at YNAB whose vaults exist, or were deleted. */
  readonly connected: number;
  readonly removed: number;
  /** Sign-ins that are at YNAB now. */
  readonly reserved: number;
}

/** Programs of one user. */
export const MOST_PROGRAMS = 10;

/** Thrown when a user has as many programs as they may have. */
export class TooManyProgramsError extends Error {
  override readonly name = "TooManyProgramsError";

  /** @param tenant The user. */
  constructor(readonly tenant: string) {
    super("The user has too many programs");
  }
}

/** Tables of a server for many users. */
export interface HostedDatabase {
  /** Returns the sealed root key; stores the given one if there is none. */
  rootKey(created: Bytes): Promise<Bytes>;
  /** Replaces the root key if it is still the same. */
  replaceRootKey(stored: Bytes, next: Bytes): Promise<void>;
  /**
   * Reserves one of YNAB's authorizations for a sign-in, or renews its reservation. Returns how
   * many are in use then, or `null` if there is none left.
   */
  reserveAuthorization(
    reservation: { readonly signIn: string; readonly most: number; readonly lapseMs: number },
  ): Promise<number | null>;
  /** Gives a reservation back that YNAB didn't count. */
  releaseAuthorization(signIn: string): Promise<void>;
  /** Notes that YNAB counted it, whatever becomes of the sign-in. */
  useAuthorization(signIn: string): Promise<void>;
  /** Counts used and reserved authorizations. */
  countAuthorizations(lapseMs: number): Promise<number>;
  /** Counts how the authorizations came to be used. */
  authorizationUses(lapseMs: number): Promise<AuthorizationUses>;
  countVaults(): Promise<number>;
  /** Lists all users with what is known without their tokens. */
  users(): Promise<readonly UserRow[]>;
  /** Blocks a user, or lets them in again; returns whether there is one. */
  setBlocked(tenant: string, isBlocked: boolean): Promise<boolean>;
  /** Whether the operator has blocked a user. */
  isBlocked(tenant: string): Promise<boolean>;
  /**
   * Creates a vault with its tokens, and uses its reservation. Creates the user, too.
   *
   * @throws {TooManyProgramsError} If the user has too many vaults.
   */
  createVault(
    vault: VaultRow,
    more: { readonly tokens: Bytes; readonly signIn: string; readonly userTag: string },
  ): Promise<void>;
  findVault(vault: string): Promise<VaultRow | null>;
  vaultsOf(tenant: string): Promise<readonly VaultRow[]>;
  vaultsOwnedBy(owners: readonly string[]): Promise<readonly VaultRow[]>;
  /** Notes that a vault was used on a day. */
  noteUse(vault: string, day: string): Promise<void>;
  findTokens(vault: string): Promise<UpstreamTokensRow | null>;
  /** Replaces the tokens unless another process already has; returns whether it did. */
  replaceTokens(vault: string, seen: number, body: Bytes): Promise<boolean>;
  /**
   * Deletes vaults with everything that is kept for them, and their users if nothing is left.
   * Returns the vaults that there were.
   */
  deleteVaults(vaults: readonly string[]): Promise<readonly string[]>;
  /** Deletes what processes still wrote for vaults after they were deleted. */
  deleteRowsOf(owners: readonly string[]): Promise<void>;
  /** Returns vaults that were used on their first day only, which was one of these. */
  usedOnceBetween(firstDay: string, lastDay: string): Promise<readonly VaultRow[]>;
  /** Returns vaults that were last used before a day. */
  unusedSince(day: string, most: number): Promise<readonly VaultRow[]>;
}
