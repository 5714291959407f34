import { hexOf } from "../domain/base/hex.ts";

/** Gives the SHA-256 of a file. */
export async function sha256Of(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return hexOf(new Uint8Array(digest));
}
