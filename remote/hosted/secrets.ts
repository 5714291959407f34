import { createHash } from "node:crypto";

/** Creates a secret of 256 random bits. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
