import { createServerFactory } from "../../mod.ts";
import { DEFAULT_API_URL } from "../../client/base_url.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { Principal, VaultAccess } from "../principal.ts";
import type { SignInFlow } from "../sign_in/own_sign_in.ts";
import { openSignIns } from "../sign_in_store/open_sign_ins.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import { ACCOUNT_COOKIE } from "./account_cookie.ts";
import { BACK_PATH, type HostedOptions } from "./hosted_options.ts";
import {
  HostedSignIn,
  type SignInOutcome,
  type VaultFacts,
  YNAB_COOKIE,
} from "./hosted_sign_in.ts";
import { openRootKey, type RootKey } from "./operator_keys.ts";
import { contextOf, inRequest, requestContext } from "./request_context.ts";
import type { SharedTables } from "./vault_rows.ts";
import { withTenantLeases } from "./tenant_leases.ts";
import { sharedGate } from "./shared_gate.ts";
import { vaultFetch } from "./vault_fetch.ts";
import { vaultsToSweep } from "./retention.ts";
import { Leases } from "../../sync/store/lease.ts";
import { type EnteredVault, VaultPool } from "./vault_pool.ts";
import { storeSecret, vaultSealer, VaultTokens } from "./vault_tokens.ts";
import { YnabOAuth } from "./ynab_oauth.ts";

/** How often idle vaults are closed, in milliseconds. */
const TIDY_MS = 60_000;
/** Owner of the lease of a sweep. */
const SWEEPER = "sweeper";
/** Only one process sweeps at a time. */
const SWEEP_LEASE = { ttlMs: 60_000, mostMs: 0 } as const;

export interface OpenHostedOptions {
  readonly server: ServerOptions;
  readonly hosted: HostedOptions;
  readonly publicUrl: string;
  readonly resource: string;
  /** Counts a wrong invitation, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
  /** Whether an address entered too many; then not even the right one counts. */
  readonly isBarred: (address: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onOutcome: (outcome: SignInOutcome, vault?: { id: string; tenant: string }) => void;
}

/** A server for many users, each with a vault per program. */
export interface Hosted {
  readonly openStore: () => Promise<SignInStore>;
  readonly openFlow: (store: SignInStore) => Promise<SignInFlow>;
  /** Opens the vault of a call. */
  readonly enter: (access: VaultAccess) => Promise<EnteredVault>;
  readonly isReady: () => Promise<boolean>;
  /** Deletes vaults that were unused for the retention time. */
  readonly sweep: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function openHosted(options: OpenHostedOptions): Hosted {
  const { server, hosted, publicUrl, now } = options;
  const { apiUrl = DEFAULT_API_URL, fetch = globalThis.fetch } = server;
  const tables = server.database as SharedTables;
  const database = tables.hosted;
  const oauth = new YnabOAuth({
    ...hosted.application,
    apiUrl,
    redirectUri: new URL(BACK_PATH, publicUrl).href,
    fetch,
    now,
  });
  const gate = sharedGate({ now });
  let opening: Promise<RootKey> | null = null;
  let store: SignInStore | null = null;
  const root = (): Promise<RootKey> =>
    opening ??= openRootKey(database, hosted.sealKeys).catch((error: unknown) => {
      opening = null;
      throw error;
    });

  const openStore = async (): Promise<SignInStore> =>
    store ??= await openSignIns({
      folder: null,
      database: tables,
      secret: (await root()).secret,
      baseUrl: apiUrl,
      now,
      onNote: () => {},
    });

  /** Ends a program's sign-in: its tokens no longer work. */
  const endGrant = async (vault: string): Promise<void> => {
    const signIns = await openStore();
    await signIns.revokeByGrant(vault);
    await signIns.destroy({ kind: "Grant", id: vault });
  };
  /** Deletes vaults with everything that is kept for them. */
  const deleteVaults = async (vaults: readonly string[]): Promise<void> => {
    // First, so that no new call comes while the running ones end.
    for (const vault of vaults) await endGrant(vault);
    await Promise.all(vaults.map((vault) => pool.forget(vault)));
    await database.deleteVaults(vaults);
  };
  /** Deletions that calls have begun, which can't wait for them: they wait for the calls. */
  const deleting = new Set<Promise<void>>();
  const deleteLater = (vault: string): void => {
    const one = deleteVaults([vault]).catch(() => {}).finally(() => deleting.delete(one));
    deleting.add(one);
  };

  const pool = new VaultPool({
    most: hosted.openVaults,
    now,
    noteUse: (vault, day) => database.noteUse(vault, day),
    open: async ({ vault, tenant, key }) => {
      const [sealer, row] = await Promise.all([
        vaultSealer(key, apiUrl),
        database.findVault(vault),
      ]);
      if (row === null) throw new TypeError("The vault was deleted");
      const facts = await (await root()).open(row.body, `vault ${vault}`);
      const { timeZone } = JSON.parse(facts ?? "{}") as Partial<VaultFacts>;
      const tokens = new VaultTokens({
        vault,
        sealer,
        database,
        leases: tables.vaultOf(sealer.owner).leases,
        oauth,
        now,
        onSignedOut: async () => {
          await endGrant(vault);
          deleteLater(vault);
        },
        onRefresh: () => {},
      });
      const factory = createServerFactory({
        ...server,
        // The data key takes the token's place as the secret of everything stored; the token itself
        // is added to each request.
        token: storeSecret(key),
        fetch: vaultFetch({ user: tenant, tokens, gate, fetch }),
        database: withTenantLeases(tables, tenant),
        timeZone,
      });
      return {
        ...factory,
        close: async () => {
          await factory.close();
          // Another process may have deleted the vault while this one still stored something.
          if (await database.findVault(vault) === null) await database.deleteRowsOf(sealer.owner);
        },
      };
    },
  });
  const tidying = setInterval(() => pool.closeIdle(), TIDY_MS);
  const leases = new Leases(tables.vaultOf(SWEEPER).leases);

  return {
    openStore,
    openFlow: async (signIns) => {
      const rootKey = await root();
      const flow = new HostedSignIn({
        ...hosted,
        ...options,
        root: rootKey,
        database,
        oauth,
        store: signIns,
        apiUrl,
        isWriteAllowed: server.write === true,
      });
      return flowOf(flow, rootKey);
    },
    enter: (access) => pool.enter(access),
    isReady: () => database.countAuthorizations(0).then(() => true, () => false),
    sweep: async () => {
      const lease = await leases.take("sweep", SWEEP_LEASE);
      // Another process is sweeping.
      if (lease === null) return;
      try {
        const signIns = await openStore();
        for await (const vaults of vaultsToSweep({ database, store: signIns, hosted, now })) {
          if (!await lease.holdsFor(SWEEP_LEASE.ttlMs / 2)) return;
          await deleteVaults(vaults);
        }
      } finally {
        await lease.release();
      }
    },
    close: async () => {
      clearInterval(tidying);
      await leases.close();
      await pool.close();
      await Promise.all(deleting);
    },
  };
}

const OWN_COOKIES = [YNAB_COOKIE, ACCOUNT_COOKIE];

function flowOf(flow: HostedSignIn, root: RootKey): SignInFlow {
  return {
    // Every account is a pseudonym that this server derived.
    isAccount: (accountId) => /^[\da-f]{32}$/u.test(accountId),
    grantKeys: {
      wrap: async (token, grantId) => {
        const key = requestContext().keys.get(grantId);
        if (key === undefined) throw new Error("The grant's key isn't open");
        return await root.wrap(key, token, grantId);
      },
      unwrap: async (wrapped, token, grantId) => {
        const key = await root.unwrap(wrapped, token, grantId);
        if (key !== null) requestContext().keys.set(grantId, key);
      },
    },
    middleware: (provider) => flow.middleware(provider),
    answer: async (request, { address }, next) => {
      const context = contextOf(request.headers.get("cookie"), address, OWN_COOKIES);
      const url = new URL(request.url);
      return await inRequest(context, async () => {
        if (url.pathname.startsWith("/authorize/")) await flow.openKey();
        const answer = url.pathname === BACK_PATH ? await flow.back(url) : await next();
        for (const cookie of context.setCookies) answer.headers.append("set-cookie", cookie);
        return answer;
      });
    },
    principal: (find) => {
      const context = contextOf(null, "", []);
      return inRequest(context, async () => withVault(await find(), context.keys));
    },
  };
}

/** Adds the vault that the token has opened; without one, the token is invalid. */
function withVault(
  principal: Principal | null,
  keys: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Principal | null {
  const { grantId, accountId } = principal ?? {};
  const key = grantId === undefined ? undefined : keys.get(grantId);
  if (principal === null || grantId === undefined || accountId === undefined) return null;
  if (key === undefined) return null;
  return { ...principal, id: grantId, vault: { vault: grantId, tenant: accountId, key } };
}
