import { createHash, timingSafeEqual } from "node:crypto";
import { READ_SCOPE, WRITE_SCOPE } from "../../server/scopes.ts";
import type { Principal, Verifier } from "./principal.ts";

/** The shortest token that is taken. */
const LEAST_TOKEN_LENGTH = 32;

const OWNER: Principal = { id: "owner", clientId: "owner", scopes: [READ_SCOPE, WRITE_SCOPE] };

/**
 * Makes a verifier that knows one token. Digests are compared, in constant time: how long
 * it takes tells nothing of the token, not even its length.
 */
export function ownerToken(token: string): Verifier {
  const expected = digest(token);
  return (given) => Promise.resolve(timingSafeEqual(digest(given), expected) ? OWNER : null);
}

/** Tells what is wrong with an owner's token. */
export function ownerTokenProblem(token: string): string | null {
  if (token.length < LEAST_TOKEN_LENGTH) {
    return `must have at least ${LEAST_TOKEN_LENGTH} characters`;
  }
  return /^[\w\-.~+/]+=*$/u.test(token)
    ? null
    : "has characters that no bearer token has: use letters, digits and - . _ ~ + /";
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
