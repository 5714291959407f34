import { createServerFactory } from "../../mod.ts";
import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { dayOf } from "../../domain/base/day.ts";
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
import { sharedGate, vaultFetch } from "./vault_fetch.ts";
import { type EnteredVault, VaultPool } from "./vault_pool.ts";
import { storeSecret, vaultSealer, VaultTokens } from "./vault_tokens.ts";
import { YnabOAuth } from "./ynab_oauth.ts";

/** Concurrent requests of a process to YNAB. */
const MOST_REQUESTS = 64;
const DAY_MS = 86_400_000;
/** Vaults deleted at a time. */
const MOST_SWEPT = 1_000;

export interface OpenHostedOptions {
  readonly server: ServerOptions;
  readonly hosted: HostedOptions;
  readonly publicUrl: string;
  readonly resource: string;
  /** Counts a wrong invitation, and returns whether there were too many. */
  readonly fail: (address: string) => boolean;
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
  const gate = sharedGate({ most: MOST_REQUESTS, now });
  let opening: Promise<RootKey> | null = null;
  let store: SignInStore | null = null;
  const root = (): Promise<RootKey> =>
    opening ??= openRootKey(database, hosted.sealKeys).catch((error: unknown) => {
      opening = null;
      throw error;
    });

  /** Deletes a vault with everything that is kept for it. */
  const deleteVaults = async (vaults: readonly string[]): Promise<void> => {
    await Promise.all(vaults.map((vault) => pool.forget(vault)));
    for (const vault of vaults) {
      await store?.revokeByGrant(vault);
      await store?.destroy({ kind: "Grant", id: vault });
    }
    await database.deleteVaults(vaults);
  };

  const pool = new VaultPool({
    most: hosted.openVaults,
    now,
    open: async ({ vault, tenant, key }) => {
      const [sealer, row] = await Promise.all([
        vaultSealer(key, apiUrl),
        database.findVault(vault),
      ]);
      if (row === null) throw new TypeError("The vault was deleted");
      const facts = await (await root()).open(row.body, `vault ${vault}`);
      const { timeZone } = JSON.parse(facts ?? "{}") as Partial<VaultFacts>;
      await database.noteUse(vault, dayOf(now()));
      const tokens = new VaultTokens({
        vault,
        sealer,
        database,
        leases: tables.vaultOf(sealer.owner).leases,
        oauth,
        now,
        onSignedOut: () => deleteVaults([vault]),
        onRefresh: () => {},
      });
      return createServerFactory({
        ...server,
        // The data key takes the token's place as the secret of everything stored; the token itself
        // is added to each request.
        token: storeSecret(key),
        fetch: vaultFetch({ tokens, gate, fetch }),
        database: withTenantLeases(tables, tenant),
        timeZone,
      });
    },
  });

  return {
    openStore: async () =>
      store ??= await openSignIns({
        folder: null,
        database: tables,
        secret: (await root()).secret,
        baseUrl: apiUrl,
        now,
        onNote: () => {},
      }),
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
      const day = dayOf(now() - hosted.retentionDays * DAY_MS);
      const unused = await database.unusedSince(day, MOST_SWEPT);
      if (unused.length > 0) await deleteVaults(unused.map(({ vault }) => vault));
    },
    close: () => pool.close(),
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
