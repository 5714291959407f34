import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

const KEY = { use: "sig", alg: "ES256", kid: "a-key" } as const;

/** A third-party token issuer. */
export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Returns how many times the issuer's keys have been requested. */
  readonly keyReads: () => number;
  /** Signs claims, optionally with an unpublished key. */
  readonly sign: (claims: JWTPayload, isForged?: boolean) => Promise<string>;
  /** Makes the issuer fail (`true`) or work again (`false`). */
  readonly fail: (isFailing: boolean) => void;
  /** Replaces fields of the issuer's metadata. */
  readonly say: (change: Readonly<Record<string, unknown>>) => void;
}

/** Starts an issuer. */
export async function anIssuer(): Promise<Issuer> {
  const [own, other] = await Promise.all([
    generateKeyPair("ES256", { extractable: true }),
    generateKeyPair("ES256"),
  ]);
  const keys = [{ ...await exportJWK(own.publicKey), ...KEY }];
  let keyReads = 0;
  let isFailing = false;
  let said: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    const isForKeys = request.url === "/jwks";
    if (isForKeys) keyReads += 1;
    response.writeHead(isFailing ? 500 : 200, { "content-type": "application/json" });
    const metadata = { issuer: url, jwks_uri: `${url}/jwks`, ...said };
    response.end(JSON.stringify(isForKeys ? { keys } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keyReads: () => keyReads,
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
