/**
 * An issuer of somebody else's: `oidc-provider` in a process of its own, which gives JWT
 * access tokens to whoever has a client's secret.
 *
 * Usage: test/remote/http/_issuer_process.ts [ISSUER], which its tokens are to name in the place
 * of its own address.
 */

// deno-lint-ignore-file no-console
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Provider as UntypedProvider } from "oidc-provider";

/** Whoever may get tokens: their `sub` is their name. */
const CLIENTS = ["ada", "mallory"];

/** A token that is about to be signed. */
interface Signing {
  readonly payload: Record<string, unknown>;
}

const Provider = UntypedProvider as unknown as new (
  issuer: string,
  configuration: Readonly<Record<string, unknown>>,
) => { callback(): RequestListener };

const [, , claimedIssuer] = process.argv;
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const provider = new Provider(issuer, {
  clients: CLIENTS.map((client_id) => ({
    client_id,
    client_secret: `secret-of-${client_id}`,
    grant_types: ["client_credentials"],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: "ES256",
  })),
  jwks: { keys: [{ ...await exportJWK(privateKey), use: "sig", alg: "ES256", kid: "a-key" }] },
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
        accessTokenTTL: 300,
        jwt: { sign: { alg: "ES256" } },
      }),
    },
  },
  formats: {
    customizers: {
      jwt: (_: unknown, __: unknown, jwt: Signing) => {
        if (claimedIssuer !== undefined) jwt.payload["iss"] = claimedIssuer;
      },
    },
  },
});
const answer = provider.callback();
server.on("request", (request, response) => {
  if (request.url === "/for-nobody") forNobody().then((token) => response.end(token));
  else answer(request, response);
});
/** A token for no audience, which some issuers give and this package does not. */
function forNobody(): Promise<string> {
  return new SignJWT({ client_id: "ada", scope: "budget:read budget:write" })
    .setProtectedHeader({ alg: "ES256", kid: "a-key", typ: "at+jwt" })
    .setIssuer(issuer).setSubject("ada").setIssuedAt().setExpirationTime("5m").sign(privateKey);
}

console.error(`listening at ${issuer}`);
