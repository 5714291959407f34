import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Creates a secret of 256 random bits. */
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
