import { exportJWK, generateKeyPair } from "jose";
import * as providerPackage from "oidc-provider";
import type { SignInKey, SignInPayload, SignInStore } from "../sign_in_store/sign_in_store.ts";
import {
  type AllowedHosts,
  allowedHosts,
  CLIENT_DOCUMENT,
  clientDocuments,
  type Fetch,
  findByDocument,
  isSameButPort,
  type UnreadableDocument,
  unreadableIn,
  UNUSED_CLIENT_MS,
} from "./client_documents.ts";
import { pageHeaders, problemPage } from "./pages.ts";
import { cookieSettings, protocolSettings } from "./provider_settings.ts";
import type {
  Provider,
  ProviderAdapter,
  ProviderClient,
  ProviderContext,
  ProviderModule,
} from "./provider_shape.ts";

const { Provider: OidcProvider, errors } = providerPackage as unknown as ProviderModule;

/**
 * Class names that are restored after a bundler shortens them, because the provider identifies
 * kinds of records by class name.
 */
const KINDS = [
  "AccessToken",
  "AuthorizationCode",
  "Client",
  "Grant",
  "Interaction",
  "RefreshToken",
  "ReplayDetection",
  "Session",
] as const;

export interface ProviderOptions {
  readonly publicUrl: string;
  readonly resource: string;
  /** Allowed hosts in addition to the known ones. */
  readonly hosts: readonly string[];
  readonly store: SignInStore;
  readonly now: () => number;
  readonly fetch?: Fetch | undefined;
  readonly onUnreadable: (document: UnreadableDocument) => void;
  readonly isAccount: (accountId: string) => boolean;
  /** If set, each code and token is stored together with the grant's wrapped data key. */
  readonly grantKeys?: GrantKeys | undefined;
  /**
   * Called after a grant is revoked, either by its client or because a code or token was used
   * twice.
   */
  readonly onGrantEnded?: ((grantId: string) => void) | undefined;
  /** HTML at the end of each page. */
  readonly pageEnd?: string | undefined;
}

/** Keys that encrypt grants' data. Only a grant's codes and tokens can unwrap the grant's key. */
export interface GrantKeys {
  readonly wrap: (token: string, grantId: string) => string;
  readonly unwrap: (wrapped: string, token: string, grantId: string) => void;
}

export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { publicUrl, store } = options;
  const hosts = allowedHosts(options.hosts);
  const { protocol, origin } = new URL(publicUrl);
  const requester = (): string => OidcProvider.ctx?.req.socket.remoteAddress ?? "";
  const provider = new OidcProvider(origin, {
    adapter: (kind: string) => createAdapter(kind, options, hosts),
    ...protocolSettings({
      ...options,
      hosts,
      fetch: clientDocuments({ ...options, hosts, requester }),
    }),
    ...cookieSettings(protocol === "https:", await store.secretFor("cookies")),
    jwks: { keys: [await signingKey()] },
    findAccount: (_: unknown, accountId: string) =>
      options.isAccount(accountId)
        ? { accountId, claims: () => Promise.resolve({ sub: accountId }) }
        : undefined,
    renderError: (
      ctx: ProviderContext,
      { error_description: why }: { error_description?: string },
    ) => {
      for (const [name, value] of Object.entries(pageHeaders())) ctx.set(name, value);
      ctx.body = problemPage(why ?? "The sign-in was refused.", options.pageEnd);
    },
  });
  provider.silent = true;
  for (const kind of KINDS) Object.defineProperty(provider[kind], "name", { value: kind });
  provider.on("grant.error", retryLater);
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = (id) =>
    hosts.mayReadFrom(id)
      ? findByDocument(id, { find: () => find(id), requester, unavailable })
      : find(id);
  const { prototype } = provider.Client;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function (this: ProviderClient, address: string): boolean {
    const isOwn = isRegistered.call(this, address) ||
      this.redirectUris.some((registered) => isSameButPort(address, registered));
    return isOwn && hosts.mayRedirectTo(address);
  };
  return provider;
}

const UNREADABLE = "The client's metadata can't be read right now";

function unavailable(cause: unknown): Error {
  const status = { status: 503, statusCode: 503 };
  return Object.assign(new errors.TemporarilyUnavailable(UNREADABLE), { cause, ...status });
}

/**
 * If a client's keys can't be read, asks the client to retry instead of rejecting it as invalid.
 */
function retryLater(...[ctx, error]: readonly unknown[]): void {
  if (unreadableIn(error) === null) return;
  const body = { error: "temporarily_unavailable", error_description: UNREADABLE };
  Object.assign(ctx as ProviderContext, { status: 503, body });
}

/** Maximum number of characters stored per client: several times what any known client sends. */
const MAX_OF_CLIENT = 8_192;

/** Rejects a client that has no allowed redirect URI or has too much metadata. */
function checkClient(metadata: SignInPayload, hosts: AllowedHosts): void {
  if (JSON.stringify(metadata).length > MAX_OF_CLIENT) {
    throw new errors.InvalidClientMetadata("too much metadata");
  }
  const { redirect_uris: addresses } = metadata;
  const isUsable = Array.isArray(addresses) && addresses.some(hosts.mayRedirectTo);
  if (!isUsable) throw new errors.InvalidRedirectUri();
}

/** The provider requires a signing key, although access tokens are opaque and nothing is signed. */
async function signingKey(): Promise<Readonly<Record<string, unknown>>> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...await exportJWK(privateKey), use: "sig", alg: "ES256", kid: "unused" };
}

/**
 * How long a refresh token still works after its first use, in milliseconds. Clients may send a
 * token twice at the same time, or again after losing the response.
 */
const REUSE_MS = 60_000;

/** How long a used refresh token is stored to detect reuse, in milliseconds. */
const USED_REFRESH_TOKEN_MS = 86_400_000;

/** Kinds of records that are deleted along with their grant. */
const GRANTED: readonly string[] = ["AccessToken", "AuthorizationCode", "RefreshToken"];
const GRANT_KEY = "grantKey";

/**
 * Creates the provider's storage for one kind of record.
 *
 * Clients and grants have no expiry of their own. The store deletes a client or grant 90 days after
 * its last use; by then, no refresh token can still refer to it.
 */
function createAdapter(
  kind: string,
  { store, now, grantKeys, onGrantEnded }: ProviderOptions,
  hosts: AllowedHosts,
): ProviderAdapter {
  const keyOf = (id: string): SignInKey => ({ kind, id });
  const isGranted = GRANTED.includes(kind);
  const isReusable = (consumedAt: number): boolean =>
    kind === "RefreshToken" && now() - consumedAt < REUSE_MS;
  const found = async (id: string): Promise<SignInPayload | undefined> => {
    const record = await store.find(keyOf(id));
    if (record === null) return undefined;
    const { payload: { [GRANT_KEY]: wrapped, ...payload }, expiresAt, consumedAt } = record;
    if (typeof wrapped === "string") {
      grantKeys?.unwrap(wrapped, id, String(payload["grantId"]));
    }
    return {
      ...payload,
      ...(isGranted ? { jti: id } : {}),
      // The lifetime may have been extended since the record was written.
      ...(kind === "Grant" ? { exp: Math.floor(expiresAt / 1000) } : {}),
      ...(consumedAt === null || isReusable(consumedAt)
        ? {}
        : { consumed: Math.floor(consumedAt / 1000) }),
    };
  };
  return {
    async upsert(id, payload, expiresIn): Promise<void> {
      // The session cookie is never set in the browser, so it never comes back; see `cookiesNamed`.
      if (kind === "Session") return;
      if (kind === "Client") checkClient(payload, hosts);
      const expiresAt = now() + (expiresIn === undefined ? UNUSED_CLIENT_MS : expiresIn * 1000);
      const { grantId, clientId } = payload;
      const grant = isGranted && typeof grantId === "string" ? grantId : null;
      // The id of a code or token is the secret itself, so the stored record must not contain it.
      const { jti: _, ...withoutId } = payload;
      const key = grant === null ? undefined : grantKeys?.wrap(id, grant);
      await store.upsert(keyOf(id), {
        payload: isGranted
          ? { ...withoutId, ...(key === undefined ? {} : { [GRANT_KEY]: key }) }
          : payload,
        grantId: grant,
        expiresAt,
      });
      if (kind === "RefreshToken" && grant !== null) {
        await store.prolong({ kind: "Grant", id: grant }, expiresAt);
      }
      if (kind === "Grant" || (kind === "RefreshToken" && grant !== null)) {
        for (const one of ["Client", CLIENT_DOCUMENT]) {
          await store.prolong({ kind: one, id: String(clientId) }, expiresAt);
        }
      }
    },
    find: found,
    findByUid: () => Promise.resolve(undefined),
    async consume(id): Promise<void> {
      const expiry = kind === "RefreshToken" ? now() + USED_REFRESH_TOKEN_MS : undefined;
      if (await store.consume(keyOf(id), expiry)) return;
      const record = await store.find(keyOf(id));
      if (record !== null && isReusable(record.consumedAt ?? 0)) return;
      // Two concurrent requests used the same code. Revoke the grant, just as the provider does if
      // someone tries to reuse an authorization code after it has been redeemed (RFC 9700).
      const { grantId } = record?.payload ?? {};
      if (typeof grantId === "string") {
        await store.endGrant(grantId);
        onGrantEnded?.(grantId);
      }
      throw new errors.InvalidGrant("already used");
    },
    async destroy(id): Promise<void> {
      await store.destroy(keyOf(id));
      if (kind === "Grant") onGrantEnded?.(id);
    },
    revokeByGrantId: (grantId) => store.revokeByGrant(grantId),
  };
}
