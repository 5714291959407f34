import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { READ_SCOPE, WRITE_SCOPE } from "../server/server_factory.ts";

export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Whether two secrets are the same. Digests are compared in constant time, so that timing reveals
 * neither the secret nor its length.
 */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

export interface Principal {
  /** Confirmations are bound to this id. Tokens of different kinds never have the same id. */
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The grant and the account, if this server issued the token. */
  readonly grantId?: string;
  readonly accountId?: string;
  /** Access to the user's data; set only on a multi-user server. */
  readonly vault?: VaultAccess;
}

/** One program's access to one user's data, including the key that decrypts the data. */
export interface VaultAccess {
  readonly vault: string;
  /** The user's pseudonym. */
  readonly tenant: string;
  readonly key: Uint8Array<ArrayBuffer>;
}

export type Verifier = (token: string) => Promise<Principal | null>;

/** Error for a token that can't be verified right now but may be valid. */
export class UnverifiableError extends Error {
  override readonly name = "UnverifiableError";
}

/** Extracts the token from an `Authorization` header (RFC 6750, section 2.1). */
export function bearerToken(header: string | null): string | null {
  return /^bearer +([\w\-.~+/]+=*) *$/iu.exec(header ?? "")?.[1] ?? null;
}

export function anyOf(verifiers: readonly Verifier[]): Verifier {
  return async (token) => {
    for (const verify of verifiers) {
      const principal = await verify(token);
      if (principal !== null) return principal;
    }
    return null;
  };
}

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}

const MIN_TOKEN_LENGTH = 32;

const OWNER: Principal = { id: "owner", clientId: "owner", scopes: [READ_SCOPE, WRITE_SCOPE] };

export function ownerToken(token: string): Verifier {
  return (given) => Promise.resolve(isSameSecret(given, token) ? OWNER : null);
}

/** Describes what is wrong with an owner token; `null` if it is valid. */
export function ownerTokenProblem(token: string): string | null {
  if (token.length < MIN_TOKEN_LENGTH) {
    return `must have at least ${MIN_TOKEN_LENGTH} characters`;
  }
  return /^[\w\-.~+/]+=*$/u.test(token)
    ? null
    : "has characters that aren't allowed in a bearer token: use letters, digits and - . _ ~ + /";
}
