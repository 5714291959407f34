import { type LeaseRows, Leases } from "../../sync/store/lease.ts";
import { createSealer, openJson, type Sealer, sealJson } from "../../sync/store/sealer.ts";
import type { RefreshOutcome } from "./hosted_events.ts";
import type { HostedDatabase } from "./hosted_database.ts";
import {
  RefusedByYnabError,
  RejectedApplicationError,
  type UpstreamTokens,
  type YnabOAuth,
} from "./ynab_oauth.ts";

/** A token is refreshed before use if it expires within this many milliseconds. */
const SOON_MS = 60_000;
/** Lifetime of the lease for a token refresh, and maximum wait for that lease, in milliseconds. */
const LEASE = { ttlMs: 30_000, maxWaitMs: 30_000 } as const;

/** Returns the secret for a vault's store: its data key in hexadecimal. */
export function storeSecret(key: Uint8Array): string {
  return Array.from(key, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function vaultSealer(key: Uint8Array, baseUrl: string): Promise<Sealer> {
  return createSealer({ secret: storeSecret(key), baseUrl });
}

export async function sealTokens(
  sealer: Sealer,
  tokens: UpstreamTokens,
): Promise<Uint8Array<ArrayBuffer>> {
  return await sealJson(sealer, tokens, "tokens at YNAB");
}

/** Thrown if YNAB no longer accepts a vault's tokens, so the user has to sign in again. */
export class SignedOutError extends Error {
  override readonly name = "SignedOutError";
}

export interface VaultTokensOptions {
  readonly vault: string;
  readonly sealer: Sealer;
  readonly database: HostedDatabase;
  readonly leases: LeaseRows;
  readonly oauth: YnabOAuth;
  readonly now: () => number;
  /** Called if YNAB has revoked the authorization. */
  readonly onSignedOut: () => Promise<void>;
  readonly onRefresh: (outcome: RefreshOutcome) => void;
}

interface Known {
  readonly revision: number;
  readonly tokens: UpstreamTokens;
}

/** A vault's YNAB tokens, which any process may refresh. */
export class VaultTokens {
  readonly #options: VaultTokensOptions;
  #known: Known | null = null;
  #refreshing: Promise<string> | null = null;

  constructor(options: VaultTokensOptions) {
    this.#options = options;
  }

  /**
   * Returns an access token that isn't about to expire.
   *
   * @throws {SignedOutError} If the user has to sign in again.
   */
  async current(): Promise<string> {
    const known = this.#known ??= await this.#read();
    return this.#isFresh(known) ? known.tokens.access : await this.#refresh(known);
  }

  /** Replaces an access token that YNAB rejected even though it should have been valid. */
  async replace(rejected: string): Promise<void> {
    const known = await this.#read();
    this.#known = known;
    if (known.tokens.access === rejected) await this.#refresh(known);
  }

  #isFresh({ tokens }: Known): boolean {
    return tokens.expiresAt - this.#options.now() > SOON_MS;
  }

  async #read(): Promise<Known> {
    const { database, vault, sealer } = this.#options;
    const row = await database.findTokens(vault);
    if (row === null) throw new SignedOutError("The vault was deleted");
    const tokens = await openJson<UpstreamTokens>(sealer, row.body, "tokens at YNAB");
    return { revision: row.revision, tokens };
  }

  #refresh(seen: Known): Promise<string> {
    return this.#refreshing ??= this.#refreshUnderLease(seen).finally(() => {
      this.#refreshing = null;
    });
  }

  async #refreshUnderLease(seen: Known): Promise<string> {
    const leases = new Leases(this.#options.leases);
    // Without the lease, two processes could send the same refresh token, and its second use would
    // sign the user out.
    const lease = await leases.take("tokens at YNAB", LEASE);
    if (lease === null) throw new Error("Another process is still refreshing the tokens");
    try {
      const stored = await this.#read();
      this.#known = stored;
      if (stored.revision !== seen.revision) return stored.tokens.access;
      return await this.#exchange(stored);
    } finally {
      await leases.close();
    }
  }

  async #exchange(stored: Known): Promise<string> {
    const { oauth, database, vault, sealer, onRefresh, onSignedOut } = this.#options;
    try {
      const tokens = await oauth.refresh(stored.tokens);
      const body = await sealTokens(sealer, tokens);
      const isStored = await database.replaceTokens(vault, stored.revision, body);
      // Store the new tokens before using them, because their first use makes YNAB revoke the
      // previous tokens.
      const known = isStored ? { revision: stored.revision + 1, tokens } : await this.#read();
      this.#known = known;
      onRefresh("refreshed");
      return known.tokens.access;
    } catch (error) {
      if (!(error instanceof RefusedByYnabError)) {
        onRefresh(error instanceof RejectedApplicationError ? "application_rejected" : "failed");
        throw error;
      }
      const known = await this.#read();
      if (known.revision !== stored.revision) {
        this.#known = known;
        return known.tokens.access;
      }
      onRefresh("refused");
      await onSignedOut();
      throw new SignedOutError("YNAB no longer accepts the authorization", { cause: error });
    }
  }
}
