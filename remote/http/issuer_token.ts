import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";
import * as oauth from "oauth4webapi";
import { type Principal, UnverifiableError, type Verifier } from "../credentials.ts";

/** Accepted signature algorithms, all asymmetric and without known weaknesses. */
const ALGORITHMS: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

const TOLERANCE_SECONDS = 30;

/**
 * How long requests to an issuer are suspended after a failure, in milliseconds. Without the pause,
 * strangers could trigger any number of requests.
 */
const PAUSE_MS = 10_000;

const UNREACHABLE = "The issuer can't be reached";

export interface IssuerOptions {
  readonly issuer: string;
  /** Accepted users: values of the `sub` claim. */
  readonly subjects: readonly string[];
  readonly audience: string;
  readonly now: () => number;
}

/**
 * Creates a verifier for an issuer's tokens. The verifier reads the issuer's keys when the first
 * token arrives, and again when a token is signed with an unknown key.
 */
export function issuerToken(options: IssuerOptions): Verifier {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  let failedAt = -Infinity;
  const keysOf = (): Promise<JWTVerifyGetKey> =>
    keys ??= keysUrlOf(options.issuer).then((url) => createRemoteJWKSet(url));
  return async (token) => {
    // A token that isn't a JWT must not cause a request to the issuer.
    if (token.split(".").length !== 3) return null;
    const since = options.now() - failedAt;
    // Don't suspend requests if the clock was set back.
    if (since >= 0 && since < PAUSE_MS) throw new UnverifiableError(UNREACHABLE);
    try {
      return await verified(token, await keysOf(), options);
    } catch (error) {
      if (isWrong(error)) return null;
      keys = null;
      failedAt = options.now();
      throw new UnverifiableError(UNREACHABLE, { cause: error });
    }
  };
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, subjects, audience, now }: IssuerOptions,
): Promise<Principal | null> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: [...ALGORITHMS],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: new Date(now()),
    requiredClaims: ["aud", "exp", "iss", "sub"],
  });
  const { sub = "", scope, scp, client_id, azp } = payload;
  if (!subjects.includes(sub)) return null;
  const client = [client_id, azp].find((one) => typeof one === "string");
  // The prefix is needed because an issuer may have a user whose subject is "owner".
  return { id: `subject ${sub}`, clientId: String(client ?? sub), scopes: wordsIn(scope ?? scp) };
}

function isWrong(error: unknown): boolean {
  return error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) && error.code !== "ERR_JOSE_GENERIC";
}

/** Scopes are either a list or a space-separated string. */
function wordsIn(scopes: unknown): readonly string[] {
  if (typeof scopes === "string") return scopes.split(" ").filter((word) => word !== "");
  return Array.isArray(scopes) ? scopes.filter((word) => typeof word === "string") : [];
}

const TIMEOUT_MS = 5_000;

/**
 * Finds the URL of an issuer's keys in its metadata (RFC 8414, OpenID Connect Discovery).
 *
 * @throws {Error} If the issuer has no readable metadata document that contains a usable URL.
 */
export async function keysUrlOf(issuer: string): Promise<URL> {
  const url = new URL(issuer);
  const options = {
    signal: () => AbortSignal.timeout(TIMEOUT_MS),
    // An `http:` issuer is always on loopback, because the options reject `http:` on any other
    // host.
    [oauth.allowInsecureRequests]: url.protocol === "http:",
  };
  const failures: unknown[] = [];
  for (const algorithm of ["oauth2", "oidc"] as const) {
    try {
      const response = await oauth.discoveryRequest(url, { algorithm, ...options });
      const { jwks_uri = "" } = await oauth.processDiscoveryResponse(url, response);
      const keys = new URL(jwks_uri);
      if (keys.protocol === "https:" || keys.hostname === url.hostname) return keys;
      failures.push(new Error("The issuer doesn't serve its keys over https"));
    } catch (error) {
      failures.push(error);
    }
  }
  throw new Error("The issuer's metadata can't be read", { cause: failures });
}
