/**
 * The authorization server: `oidc-provider`, held to what the hosts of assistants need
 * (authorization code with PKCE, refresh tokens that rotate, opaque access tokens).
 *
 * @module
 */

import { exportJWK, generateKeyPair } from "jose";
import * as providerPackage from "oidc-provider";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import type { SignInPayload, SignInStore } from "../../sync/sign_in/sign_in_store.ts";
import { createAdapter } from "./adapter.ts";
import { type AllowedHosts, allowedHosts, isSameButPort } from "./allowed_hosts.ts";
import { clientMetadataFetch, type Fetch } from "./client_metadata_fetch.ts";
import { CONSENT_PATH, OWNER_ACCOUNT, show } from "./consent.ts";
import { problemPage } from "./consent_page.ts";
import type {
  Provider,
  ProviderClient,
  ProviderContext,
  ProviderModule,
} from "./provider_shape.ts";

const { Provider: OidcProvider, errors, interactionPolicy } =
  providerPackage as unknown as ProviderModule;

const DAY_SECONDS = 86_400;

/** How long things hold, in seconds. */
const TTL = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  // Unused: each use gives a new one.
  RefreshToken: 90 * DAY_SECONDS,
  Grant: 90 * DAY_SECONDS,
  Interaction: 600,
  Session: 600,
} as const;

/**
 * The provider tells kinds of records apart by the names of its classes, which a bundle
 * shortens: so they are given back to them.
 */
const KINDS = [
  "AccessToken",
  "AuthorizationCode",
  "Client",
  "Grant",
  "Interaction",
  "RefreshToken",
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
}

/**
 * Makes the provider.
 *
 * @param options What it is made of.
 */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { publicUrl, store } = options;
  const hosts = allowedHosts(options.hosts);
  const { protocol, origin } = new URL(publicUrl);
  const provider = new OidcProvider(origin, {
    adapter: (kind: string) =>
      createAdapter(kind, {
        store,
        now: options.now,
        checkClient: (metadata) => checkClient(metadata, hosts),
        usedError: () => new errors.InvalidGrant("used already"),
      }),
    ...protocolOptions(options, hosts),
    ...cookieOptions(protocol === "https:", [
      await store.secretFor("cookies"),
    ]),
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
  const { prototype } = provider.Client;
  const isRegistered = prototype.redirectUriAllowed;
  prototype.redirectUriAllowed = function (this: ProviderClient, address: string): boolean {
    const isOwn = isRegistered.call(this, address) ||
      this.redirectUris.some((registered) => isSameButPort(address, registered));
    return isOwn && hosts.mayRedirectTo(address);
  };
  return provider;
}

function protocolOptions(
  { resource, fetch }: ProviderOptions,
  hosts: AllowedHosts,
): Readonly<Record<string, unknown>> {
  const scopes = `${READ_SCOPE} ${WRITE_SCOPE}`;
  const { Check, Prompt } = interactionPolicy;
  return {
    scopes: [READ_SCOPE, WRITE_SCOPE],
    responseTypes: ["code"],
    pkce: { required: () => true },
    // Else the one address of a client would be taken without a look at it.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_basic",
      // There is only a key for this one; otherwise every registration would fail.
      id_token_signed_response_alg: "ES256",
    },
    clockTolerance: 0,
    ttl: TTL,
    rotateRefreshToken: true,
    issueRefreshToken: (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    fetch: clientMetadataFetch(hosts, fetch),
    routes: {
      authorization: "/authorize",
      token: "/token",
      registration: "/register",
      revocation: "/revoke",
      jwks: "/jwks",
    },
    interactions: {
      url: (_: unknown, { uid }: { readonly uid: string }) => `${CONSENT_PATH}${uid}`,
      // The owner is asked each time: no browser is remembered.
      policy: [
        new Prompt(
          { name: "login", requestable: true },
          new Check(
            "owner_token",
            "the owner has to be asked",
            "login_required",
            ({ oidc }) => oidc.result?.["login"] === undefined,
          ),
        ),
        new Prompt({ name: "consent", requestable: true }),
      ],
    },
    loadExistingGrant: (ctx: GrantedContext) => {
      const { grantId } = ctx.oidc.result?.consent ?? {};
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        // Seconds, whatever the document says.
        cacheDuration: { min: 300, max: DAY_SECONDS },
        allowFetch: (_: unknown, clientId: string) => hosts.mayReadFrom(clientId),
        allowClient: (_: unknown, { redirectUris }: ProviderClient) =>
          redirectUris.some(hosts.mayRedirectTo),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, wanted: string) => {
          if (wanted !== resource) throw new errors.InvalidTarget();
          return {
            scope: scopes,
            audience: resource,
            accessTokenTTL: TTL.AccessToken,
            accessTokenFormat: "opaque",
          };
        },
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  };
}

/** A request after the owner has answered. */
interface GrantedContext {
  readonly oidc: {
    readonly result?: { readonly consent?: { readonly grantId?: string } };
    readonly provider: { readonly Grant: { find(id: string): Promise<unknown> } };
  };
}

function cookieOptions(
  isSecure: boolean,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  // With this prefix a browser keeps them to this host, to https and to the path `/`.
  const prefix = isSecure ? "__Host-" : "";
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", signed: true };
  return {
    cookies: {
      keys,
      names: {
        session: `${prefix}sign-in-session`,
        interaction: `${prefix}sign-in`,
        resume: `${prefix}sign-in-resume`,
      },
      long: attributes,
      short: attributes,
    },
  };
}

/** Refuses a client that no browser may be sent back to. */
function checkClient({ redirect_uris: addresses }: SignInPayload, hosts: AllowedHosts): void {
  const isUsable = Array.isArray(addresses) && addresses.some(hosts.mayRedirectTo);
  if (!isUsable) throw new errors.InvalidRedirectUri();
}

/** The provider wants a key, though nothing is signed: access tokens are opaque. */
async function signingKey(): Promise<Readonly<Record<string, unknown>>> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...await exportJWK(privateKey), use: "sig", alg: "ES256", kid: "unused" };
}
