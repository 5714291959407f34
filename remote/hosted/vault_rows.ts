import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";

/** A database with all tables of a multi-user server. */
export interface SharedTables extends BlobBackend, SignInDatabase {
  readonly hosted: HostedDatabase;
  /** Opens the data of a vault. The data is deleted only together with the vault. */
  vaultOf(owner: string): BlobStore;
}

/** A vault: one user's data for one program. */
export interface VaultRow {
  /** Id of the vault and of the program's grant. */
  readonly vault: string;
  /** Pseudonym of the user. */
  readonly tenant: string;
  /** Pseudonym under which the store keeps the vault's data. */
  readonly owner: string;
  /** Details for the account page, sealed by the server. */
  readonly body: Bytes;
  /** First and last day of use by the database's clock, `YYYY-MM-DD`. */
  readonly createdDay: string;
  readonly usedDay: string;
}

/** A vault to create, which counts as used today. */
export type NewVaultRow = Omit<VaultRow, "createdDay" | "usedDay">;

/** The tokens of a vault at YNAB, sealed with its data key. */
export interface UpstreamTokensRow {
  /** Incremented by every write. */
  readonly revision: number;
  readonly body: Bytes;
}

/** A user, as the operator sees them. */
export interface UserRow {
  readonly tenant: string;
  readonly isBlocked: boolean;
  readonly programs: number;
  /** First and last day of use, `YYYY-MM-DD`; `null` for a user without a program. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface AuthorizationUses {
  /** Sign-ins with YNAB that created a vault, even if it has been deleted. */
  readonly connected: number;
  readonly removed: number;
  /** Sign-ins in progress at YNAB. */
  readonly reserved: number;
}

/** Maximum number of programs per user. */
export const MAX_PROGRAMS = 10;

/** Thrown if a user already has the maximum number of programs. */
export class TooManyProgramsError extends Error {
  override readonly name = "TooManyProgramsError";

  /** @param tenant The user. */
  constructor(readonly tenant: string) {
    super("The user has too many programs");
  }
}

/** Tables of a multi-user server. */
export interface HostedDatabase {
  /** Returns the sealed root key; stores the given key if there is none. */
  rootKey(created: Bytes): Promise<Bytes>;
  /** Replaces the root key unless it has changed. */
  replaceRootKey(stored: Bytes, next: Bytes): Promise<void>;
  /**
   * Reserves one of YNAB's authorizations for a sign-in, or renews the reservation. Returns how
   * many authorizations are then in use; `null` if none is left.
   */
  reserveAuthorization(
    reservation: { readonly signIn: string; readonly most: number; readonly lapseMs: number },
  ): Promise<number | null>;
  /** Releases a reservation that YNAB didn't count. */
  releaseAuthorization(signIn: string): Promise<void>;
  /** Marks a reserved authorization as counted by YNAB, whether or not the sign-in succeeds. */
  useAuthorization(signIn: string): Promise<void>;
  /** Counts used and reserved authorizations. */
  countAuthorizations(lapseMs: number): Promise<number>;
  /** Counts authorizations by state. */
  authorizationUses(lapseMs: number): Promise<AuthorizationUses>;
  countVaults(): Promise<number>;
  /** Lists all users with the details that are available without their tokens. */
  users(): Promise<readonly UserRow[]>;
  /** Blocks or unblocks a user; returns whether the user exists. */
  setBlocked(tenant: string, isBlocked: boolean): Promise<boolean>;
  /** Whether the operator has blocked a user. */
  isBlocked(tenant: string): Promise<boolean>;
  /**
   * Creates a vault with its tokens and consumes its reservation. Creates the user if necessary.
   *
   * @throws {TooManyProgramsError} If the user has too many vaults.
   */
  createVault(
    vault: NewVaultRow,
    more: { readonly tokens: Bytes; readonly signIn: string; readonly userTag: string },
  ): Promise<void>;
  findVault(vault: string): Promise<VaultRow | null>;
  vaultsOf(tenant: string): Promise<readonly VaultRow[]>;
  vaultsOwnedBy(owners: readonly string[]): Promise<readonly VaultRow[]>;
  /** Records that a vault was used today. */
  noteUse(vault: string): Promise<void>;
  findTokens(vault: string): Promise<UpstreamTokensRow | null>;
  /**
   * Replaces a vault's tokens, unless another process has already done so. Returns whether it
   * replaced them.
   */
  replaceTokens(vault: string, seen: number, body: Bytes): Promise<boolean>;
  /**
   * Deletes vaults with everything stored for them, and users without vaults. Returns the vaults
   * that existed.
   */
  deleteVaults(vaults: readonly string[]): Promise<readonly string[]>;
  /** Deletes data that processes wrote after their vaults were deleted. */
  deleteRowsOf(owners: readonly string[]): Promise<void>;
  /** Returns vaults that were used on only one day, which was between these times ago. */
  usedOnceBetween(longestMs: number, shortestMs: number): Promise<readonly VaultRow[]>;
  /** Returns vaults that were last used more than this many days ago. */
  unusedFor(days: number, most: number): Promise<readonly VaultRow[]>;
}
