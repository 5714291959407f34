import { exportJWK, generateKeyPair } from "jose";
import * as providerPackage from "oidc-provider";
import type { SignInPayload, SignInStore } from "../sign_in_store/sign_in_store.ts";
import { createAdapter } from "./adapter.ts";
import { type AllowedHosts, allowedHosts, isSameButPort } from "./allowed_hosts.ts";
import {
  clientDocuments,
  type Fetch,
  isUnreadable,
  type UnreadableDocument,
} from "./client_documents.ts";
import { OWNER_ACCOUNT, problemPage, show } from "./consent.ts";
import { cookieSettings, protocolSettings } from "./provider_settings.ts";
import type {
  Provider,
  ProviderClient,
  ProviderContext,
  ProviderModule,
} from "./provider_shape.ts";

const { Provider: OidcProvider, errors } = providerPackage as unknown as ProviderModule;

/**
 * The provider identifies kinds of records by class names, which a bundler
 * shortens, so they are restored here.
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

/** What the provider is made of. */
export interface ProviderOptions {
  readonly publicUrl: string;
  /** What tokens are for. */
  readonly resource: string;
  /** Hosts besides the known ones. */
  readonly hosts: readonly string[];
  readonly store: SignInStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Reads clients' metadata; the network when absent. */
  readonly fetch?: Fetch | undefined;
  /** Called when a client's metadata document or keys can't be read. */
  readonly onUnreadable: (document: UnreadableDocument) => void;
}

/** Makes the provider. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { publicUrl, store } = options;
  const hosts = allowedHosts(options.hosts);
  const { protocol, origin } = new URL(publicUrl);
  const documents = clientDocuments({
    ...options,
    hosts,
    unavailable: () =>
      Object.assign(new errors.TemporarilyUnavailable(UNREADABLE), {
        status: 503,
        statusCode: 503,
      }),
  });
  const provider = new OidcProvider(origin, {
    adapter: (kind: string) =>
      createAdapter(kind, {
        store,
        now: options.now,
        checkClient: (metadata) => checkClient(metadata, hosts),
        usedError: () => new errors.InvalidGrant("used already"),
      }),
    ...protocolSettings({ ...options, hosts, fetch: documents.fetch }),
    ...cookieSettings(protocol === "https:", await store.secretFor("cookies")),
    jwks: { keys: [await signingKey()] },
    findAccount: (_: unknown, accountId: string) =>
      accountId === OWNER_ACCOUNT
        ? { accountId, claims: () => Promise.resolve({ sub: accountId }) }
        : undefined,
    renderError: (
      ctx: ProviderContext,
      { error_description: why }: { error_description?: string },
    ) => show(ctx, ctx.status, problemPage(why ?? "It was refused.")),
  });
  provider.silent = true;
  for (const kind of KINDS) Object.defineProperty(provider[kind], "name", { value: kind });
  provider.on("grant.error", retryLater);
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = (id) => documents.find(id, find);
  const { prototype } = provider.Client;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function (this: ProviderClient, address: string): boolean {
    const isOwn = isRegistered.call(this, address) ||
      this.redirectUris.some((registered) => isSameButPort(address, registered));
    return isOwn && hosts.mayRedirectTo(address);
  };
  return provider;
}

const UNREADABLE = "The client's metadata can't be read now";

/** Has a client retry while its keys can't be read; the provider would reject it as invalid. */
function retryLater(...[ctx, error]: readonly unknown[]): void {
  if (!isUnreadable(error)) return;
  const body = { error: "temporarily_unavailable", error_description: UNREADABLE };
  Object.assign(ctx as ProviderContext, { status: 503, body });
}

/** Characters of what is kept of a client: several times what any is known to say. */
const MOST_OF_CLIENT = 8_192;

/** Refuses a client that no browser may be sent back to, or that says too much of itself. */
function checkClient(metadata: SignInPayload, hosts: AllowedHosts): void {
  if (JSON.stringify(metadata).length > MOST_OF_CLIENT) {
    throw new errors.InvalidClientMetadata("there is too much of it");
  }
  const { redirect_uris: addresses } = metadata;
  const isUsable = Array.isArray(addresses) && addresses.some(hosts.mayRedirectTo);
  if (!isUsable) throw new errors.InvalidRedirectUri();
}

/** The provider wants a key, though nothing is signed: access tokens are opaque. */
async function signingKey(): Promise<Readonly<Record<string, unknown>>> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...await exportJWK(privateKey), use: "sig", alg: "ES256", kid: "unused" };
}
