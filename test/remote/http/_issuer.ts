import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

const KEY_ID = "a-key";

/** An issuer that serves its metadata and its keys. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Requests for its keys so far. */
  readonly keyReads: () => number;
  /** Signs claims, optionally with an unpublished key. */
  readonly sign: (claims: JWTPayload, isForged?: boolean) => Promise<string>;
  /** Has its answers fail, or not any more. */
  readonly fail: (isFailing: boolean) => void;
  /** Has its metadata be other than usual. */
  readonly say: (change: Readonly<Record<string, unknown>>) => void;
}

/** Opens one. */
export async function anIssuer(): Promise<Issuer> {
  const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...await exportJWK(own.publicKey), kid: KEY_ID, alg: "ES256" };
  let keyReads = 0;
  let isFailing = false;
  let said: Readonly<Record<string, unknown>> = {};
  let url = "";
  const documents: Readonly<Record<string, () => unknown>> = {
    "/.well-known/openid-configuration": () => ({
      issuer: url,
      jwks_uri: `${url}/keys`,
      ...said,
    }),
    "/keys": () => {
      keyReads += 1;
      return { keys: [jwk] };
    },
  };
  const server = createServer((request, response) => {
    const document = documents[request.url ?? ""];
    const status = isFailing ? 500 : document === undefined ? 404 : 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? document?.() : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keyReads: () => keyReads,
    sign: (claims, isForged = false) =>
      new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: KEY_ID })
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

/** An unsigned token. */
export function unsigned(claims: JWTPayload): string {
  return new UnsecuredJWT(claims).encode();
}
