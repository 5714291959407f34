import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { Provider as UntypedProvider } from "oidc-provider";

const Provider = UntypedProvider as unknown as new (
  issuer: string,
  configuration: Readonly<Record<string, unknown>>,
) => { callback(): RequestListener };

const KEY = { use: "sig", alg: "ES256", kid: "a-key" } as const;

/** A third-party token issuer (`oidc-provider`) whose clients act as users. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Returns how many times the issuer's keys have been requested. */
  readonly keyReads: () => number;
  /** Issues a JWT access token for a user, as the provider does. */
  readonly tokenOf: (user: string, resource: string, scope?: string) => Promise<string>;
  /** Signs claims, optionally with an unpublished key. */
  readonly sign: (claims: JWTPayload, isForged?: boolean) => Promise<string>;
  /** Makes the issuer fail (`true`) or work again (`false`). */
  readonly fail: (isFailing: boolean) => void;
  /** Replaces fields of the issuer's metadata. */
  readonly say: (change: Readonly<Record<string, unknown>>) => void;
}

/** Starts an issuer with the users Ada and Mallory. */
export async function anIssuer(): Promise<Issuer> {
  const [own, other] = await Promise.all([
    generateKeyPair("ES256", { extractable: true }),
    generateKeyPair("ES256"),
  ]);
  let keyReads = 0;
  let isFailing = false;
  let said: Readonly<Record<string, unknown>> | null = null;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: ["ada", "mallory"].map((client_id) => ({
      client_id,
      client_secret: `secret-of-${client_id}`,
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: "ES256",
    })),
    jwks: { keys: [{ ...await exportJWK(own.privateKey), ...KEY }] },
    scopes: ["budget:read", "budget:write"],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, audience: string) => ({
          audience,
          scope: "budget:read budget:write",
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const metadata = request.url?.startsWith("/.well-known/") ? said : null;
    if (request.url === "/jwks") keyReads += 1;
    if (!isFailing && metadata === null) return answer(request, response);
    response.writeHead(isFailing ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks`, ...metadata }));
  });
  return {
    url,
    keyReads: () => keyReads,
    async tokenOf(user, resource, scope = "budget:read budget:write"): Promise<string> {
      const body = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: user,
        client_secret: `secret-of-${user}`,
        resource,
        scope,
      });
      const { access_token: token, ...rest } = await (await fetch(`${url}/token`, {
        method: "POST",
        body,
      })).json();
      if (typeof token !== "string") throw new Error(JSON.stringify(rest));
      return token;
    },
    sign: (claims, isForged = false) =>
      new SignJWT(claims).setProtectedHeader({ alg: KEY.alg, kid: KEY.kid })
        .sign(isForged ? other.privateKey : own.privateKey),
    fail: (is) => void (isFailing = is),
    say: (change) => void (said = change),
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Creates an unsigned token. */
export function unsigned(claims: JWTPayload): string {
  return new UnsecuredJWT(claims).encode();
}
