import { DEFAULT_API_URL } from "../../client/base_url.ts";
import { createServerFactory } from "../../mod.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import { OPERATOR } from "../../server/advice.ts";
import type { BlobBackend } from "../../sync/store/backend.ts";
import type { VaultAccess } from "../credentials.ts";
import type { SharedTables } from "../postgres/schema.ts";
import type { SignInFlow } from "../sign_in/own_sign_in.ts";
import { openSignIns } from "../sign_in_store/sign_in_store.ts";
import { HostedDatabase, type VaultRow } from "./hosted_database.ts";
import {
  type HostedEvent,
  type HostedGauges,
  type Observe,
  type Pseudonyms,
  pseudonymsOf,
  type Removal,
} from "./hosted_events.ts";
import { hostedFlow } from "./hosted_sign_in.ts";
import { BACK_PATH, type HostedOptions, type HostedSurroundings } from "./hosted_options.ts";
import { openRootKey } from "./operator_keys.ts";
import { requestContext } from "./request_context.ts";
import { factsOf, SAMPLE_NOTICE } from "./vault_creation.ts";
import { deleteVaults, type DeletionOptions, sweepVaults } from "./vault_deletion.ts";
import { DeletedVaultError, type EnteredVault, VaultPool } from "./vault_pool.ts";
import { storeSecret, vaultSealer, VaultTokens } from "./vault_tokens.ts";
import { YnabOAuth } from "./ynab_oauth.ts";
import { sampleFetch, sharedGate, vaultFetch } from "./ynab_requests.ts";
import type { HostedSignInOptions } from "./ynab_return.ts";

const SECOND_MS = 1_000;
const TIDY_MS = 60_000;

export interface OpenHostedOptions extends HostedSurroundings {
  readonly server: ServerOptions;
  readonly hosted: HostedOptions;
}

/** A multi-user server. Each user has one vault for each connected program. */
export interface Hosted {
  readonly openFlow: () => Promise<SignInFlow>;
  readonly enter: (access: VaultAccess) => Promise<EnteredVault>;
  /** Returns the secret for session ids. Replacing the seal key doesn't change this secret. */
  readonly sessionSecret: () => Promise<string>;
  readonly isReady: () => Promise<boolean>;
  readonly gauges: () => Promise<HostedGauges>;
  /** Deletes vaults unused for the retention period, and data left over from crashes. */
  readonly sweep: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type Opened = Pick<HostedSignInOptions, "root" | "store">;

export function openHosted(options: OpenHostedOptions): Hosted {
  const { server, hosted, publicUrl, now } = options;
  const { apiUrl = DEFAULT_API_URL, fetch = globalThis.fetch } = server;
  const tables = server.database as SharedTables;
  const database = new HostedDatabase(tables.signIns.database);
  const oauth = new YnabOAuth({
    ...hosted.application,
    apiUrl,
    redirectUri: new URL(BACK_PATH, publicUrl).href,
    fetch,
    now,
  });
  const gate = sharedGate(now);
  let opening: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    const root = await openRootKey(database, hosted.sealKeys);
    const { secret } = root;
    const place = { folder: null, database: tables, onNote: () => {} };
    return { root, store: await openSignIns({ ...place, secret, baseUrl: apiUrl, now }) };
  };
  const opened = (): Promise<Opened> =>
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
  const observe: Observe = hosted.observe ?? (() => {});
  const observeVault = async (
    vault: Pick<VaultRow, "vault" | "tenant">,
    eventOf: (of: Pseudonyms) => HostedEvent,
  ): Promise<void> => observe(eventOf(pseudonymsOf((await opened()).root, vault)));

  const deletion = async (): Promise<DeletionOptions> => ({
    tables,
    database,
    store: (await opened()).store,
    close: (vault) => pool.forget(vault),
  });
  const observeRemoval = async (rows: readonly VaultRow[], kind: Removal): Promise<void> => {
    for (const row of rows) await observeVault(row, (of) => ({ kind, of }));
  };
  const remove = async (rows: readonly VaultRow[], kind: Removal): Promise<void> =>
    await observeRemoval(await deleteVaults(rows, await deletion()), kind);
  /**
   * Unfinished deletions that were started by requests. A tool call can't wait for its own vault's
   * deletion, because the deletion waits for the call to end.
   */
  const deleting = new Set<Promise<void>>();
  const removeLater = (vault: string, kind: Removal): void => {
    const one = database.findVault(vault)
      .then((row) => row === null ? undefined : remove([row], kind))
      .catch(() => {})
      .finally(() => deleting.delete(one));
    deleting.add(one);
  };

  const pool = new VaultPool({
    most: hosted.openVaults,
    now,
    noteUse: (vault) => database.noteUse(vault),
    open: async ({ vault, tenant, key }) => {
      const { root, store } = await opened();
      const [sealer, row] = await Promise.all([
        vaultSealer(key, apiUrl),
        database.findVault(vault),
      ]);
      if (row === null) throw new DeletedVaultError("The vault was deleted");
      const { timeZone, isSample = false } = factsOf(row, root) ?? {};
      const of = pseudonymsOf(root, row);
      const tokens = new VaultTokens({
        vault,
        sealer,
        database,
        leases: tables.vaultOf(sealer.owner).leases,
        oauth,
        now,
        onSignedOut: async () => {
          await store.endGrant(vault);
          removeLater(vault, "withdrawn");
        },
        onRefresh: (outcome) => observe({ kind: "refresh", outcome }),
      });
      const stored: BlobBackend = { ...tables, of: (owner) => tables.vaultOf(owner, tenant) };
      const { sample } = hosted;
      if (isSample && sample === undefined) {
        throw new TypeError("No sample household is configured");
      }
      const factory = createServerFactory({
        ...server,
        // This token is used only to seal stored data. `vaultFetch` adds the actual YNAB token to
        // each request.
        token: storeSecret(key),
        ...(isSample && sample !== undefined
          ? { fetch: sampleFetch(sample, apiUrl, fetch), notice: SAMPLE_NOTICE }
          : { fetch: vaultFetch({ user: tenant, tokens, gate, fetch }) }),
        settingsForm: OPERATOR,
        // Users have different plans, so the server can't have a default plan.
        planId: undefined,
        onCall: (call) => observe({ kind: "call", call, of }),
        database: stored,
        timeZone,
      });
      return {
        ...factory,
        close: async () => {
          await factory.close();
          // Another process may have deleted the vault while this process was still storing data
          // for it.
          if (await database.findVault(vault) === null) await database.deleteRowsOf([sealer.owner]);
        },
      };
    },
  });
  let wasUp = true;
  const isReady = onceASecond(async () => {
    // Any query will do, as long as it stays fast with many vaults.
    const isUp = await database.findVault("").then(() => true, () => false);
    if (isUp !== wasUp) {
      server.log?.({ level: "warn", event: isUp ? "store_back" : "store_failed" });
    }
    wasUp = isUp;
    return isUp;
  }, now);
  /**
   * After a failure, checks the database until it responds, so that the end of the outage is
   * logged.
   */
  const watched = async <Result>(
    work: Promise<Result>,
    isFailure: (result: Result) => boolean = () => false,
  ): Promise<Result> => {
    let isFailed = true;
    try {
      const result = await work;
      isFailed = isFailure(result);
      return result;
    } finally {
      if (isFailed || !wasUp) isReady();
    }
  };
  const tidying = setInterval(() => pool.closeIdle(), TIDY_MS);

  return {
    openFlow: async () => {
      const signIn: HostedSignInOptions = {
        ...hosted,
        ...options,
        ...await opened(),
        database,
        oauth,
        apiUrl,
        remove,
        onOutcome: (outcome, vault) => {
          const { address } = requestContext();
          if (vault === undefined) return observe({ kind: "sign_in", outcome, address });
          const { id, tenant } = vault;
          observeVault({ vault: id, tenant }, (of) => ({ kind: "sign_in", outcome, address, of }))
            .catch(() => {});
        },
        onFewLeft: (used) => {
          const most = hosted.authorizations;
          server.log?.({ level: "warn", event: "authorizations_low", used, most });
        },
      };
      const flow = hostedFlow(signIn);
      return {
        ...flow,
        store: signIn.store,
        answer: (...asked) => watched(flow.answer(...asked), ({ status }) => status >= 500),
        principal: (find) => watched(flow.principal(find)),
        onGrantEnded: (vault) => removeLater(vault, "removed"),
      };
    },
    enter: (access) => watched(pool.enter(access)),
    sessionSecret: async () => (await opened()).root.tagOf("session ids"),
    isReady,
    gauges: async () => ({
      openVaults: pool.size,
      stored: await Promise.all([
        database.countVaults(),
        database.authorizationUses(),
      ]).then(([vaults, { used }]) => ({ vaults, authorizations: used }), () => null),
    }),
    sweep: async () =>
      await sweepVaults({
        ...await deletion(),
        retentionDays: hosted.retentionDays,
        onDeleted: (rows, isExpired) => observeRemoval(rows, isExpired ? "expired" : "removed"),
      }),
    close: async () => {
      clearInterval(tidying);
      await pool.close();
      await Promise.all(deleting);
    },
  };
}

/** Caches a result for one second, so that public requests can't overload the database. */
function onceASecond(
  ask: () => Promise<boolean>,
  now: () => number,
): () => Promise<boolean> {
  let askedAt = -Infinity;
  let isAsking = false;
  let answer = Promise.resolve(false);
  return () => {
    // Compare the absolute difference, so that the checks continue if the clock is set back.
    if (!isAsking && Math.abs(now() - askedAt) >= SECOND_MS) {
      askedAt = now();
      isAsking = true;
      answer = ask().finally(() => isAsking = false);
    }
    return answer;
  };
}
