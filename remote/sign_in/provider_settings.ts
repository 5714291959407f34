import * as providerPackage from "oidc-provider";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/server_factory.ts";
import { type AllowedHosts, type Fetch, isKnownApp } from "./client_documents.ts";
import { CONSENT_PATH } from "./consent.ts";
import type { ProviderModule } from "./provider_shape.ts";

const { errors } = providerPackage as unknown as ProviderModule;

const DAY_SECONDS = 86_400;

/** Lifetimes in seconds. */
const TTL = {
  AccessToken: 3_600,
  AuthorizationCode: 60,
  // Lifetime of an unused refresh token; each use issues a new one.
  RefreshToken: 90 * DAY_SECONDS,
  Grant: 90 * DAY_SECONDS,
  // Time limit for a sign-in: ten minutes for the consent page, ten for YNAB, one to finish.
  Interaction: 1_260,
  Session: 600,
} as const;

/**
 * Maximum lifetime of a client assertion (RFC 7523), in seconds. Used assertions are stored until
 * they expire, so without this limit, anyone could register a client and fill the store.
 */
const MAX_PROOF_LENGTH = 600;

const SCOPES: readonly string[] = [READ_SCOPE, WRITE_SCOPE];

export type Settings = Readonly<Record<string, unknown>>;

export interface SettingsOptions {
  readonly resource: string;
  readonly hosts: AllowedHosts;
  readonly now: () => number;
  readonly fetch: Fetch;
}

/** Settings for the supported subset of OAuth. */
export function protocolSettings(options: SettingsOptions): Settings {
  return {
    scopes: SCOPES,
    responseTypes: ["code"],
    pkce: { required: () => true },
    // By default, a client that has registered a single redirect URI may omit it from requests. If
    // such a request fails, the provider may redirect to the registered URI without checking
    // whether that URI is allowed.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
    assertJwtClientAuthClaimsAndHeader: (_: unknown, { exp }: { readonly exp: unknown }): void => {
      const isSoon = typeof exp === "number" && exp <= options.now() / 1000 + MAX_PROOF_LENGTH;
      if (!isSoon) {
        throw new errors.InvalidClientAuth("the client assertion must expire within ten minutes");
      }
    },
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_basic",
      // The only signing algorithm for which the server has a key. Without this setting, every
      // registration would fail.
      id_token_signed_response_alg: "ES256",
    },
    clockTolerance: 0,
    ttl: TTL,
    rotateRefreshToken: true,
    issueRefreshToken: (_: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    expiresWithSession: () => false,
    // Revoking a token also ends its grant. By default, a grant could outlive all its tokens.
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => false,
    fetch: options.fetch,
    extraClientMetadata: {
      // This validator runs before the provider itself checks a client's metadata.
      properties: ["redirect_uris"],
      validator: (_: unknown, __: unknown, ___: unknown, metadata: ClientMetadata) =>
        keepUsable(metadata, options.hosts),
    },
    routes: {
      authorization: "/authorize",
      token: "/token",
      registration: "/register",
      revocation: "/revoke",
      jwks: "/jwks",
    },
    interactions: {
      url: (_: unknown, { uid }: { readonly uid: string }) => `${CONSENT_PATH}${uid}`,
    },
    features: features(options),
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  };
}

interface ClientMetadata {
  scope?: unknown;
  redirect_uris?: unknown;
  application_type?: unknown;
}

/**
 * Removes disallowed redirect URIs from a client's metadata. If none of the redirect URIs is
 * allowed, leaves them unchanged, so that the client is rejected later. Removes scopes, because the
 * owner chooses them at each sign-in.
 */
function keepUsable(metadata: ClientMetadata, hosts: AllowedHosts): void {
  delete metadata.scope;
  if (!Array.isArray(metadata.redirect_uris)) return;
  const usable = metadata.redirect_uris.filter((address) =>
    typeof address === "string" && hosts.mayRedirectTo(address)
  );
  if (usable.length === 0) return;
  metadata.redirect_uris = usable;
  // The provider accepts private-use schemes only from native applications.
  if (usable.some(isKnownApp)) metadata.application_type = "native";
}

interface TokenOwner {
  readonly clientId: string;
}

function features({ resource, hosts }: SettingsOptions): Settings {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    // Without this setting, the provider prints a notice to standard output.
    revocation: {
      enabled: true,
      allowedPolicy: (_: unknown, client: TokenOwner, token: TokenOwner) =>
        token.clientId === client.clientId,
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      // Limits on how long documents are cached, in seconds, whatever their headers state.
      cacheDuration: { min: 300, max: DAY_SECONDS },
      allowFetch: (_: unknown, clientId: string) => hosts.mayReadFrom(clientId),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: (_: unknown, wanted: string) => {
        if (wanted !== resource) throw new errors.InvalidTarget();
        return {
          scope: SCOPES.join(" "),
          audience: resource,
          accessTokenTTL: TTL.AccessToken,
          accessTokenFormat: "opaque",
        };
      },
    },
  };
}

export function cookieSettings(
  isSecure: boolean,
  key: string,
): Settings {
  // This prefix restricts cookies to this host, https and the path `/`.
  const prefix = isSecure ? "__Host-" : "";
  const attributes = { httpOnly: true, sameSite: "lax", path: "/", signed: true };
  return {
    cookies: {
      keys: [key],
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
