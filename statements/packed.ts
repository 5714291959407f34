import { gunzip, gzip } from "node:zlib";
import { MAX_BYTES, refusal, tooLarge } from "./refusal.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses a file and encodes it in base64. */
export function packed(bytes: Bytes): Promise<string> {
  return new Promise((resolve, reject) => {
    gzip(bytes, (error, result) => error ? reject(error) : resolve(result.toString("base64")));
  });
}

/**
 * Unpacks the result of {@linkcode packed}, or a base64-encoded file that a page sent (compressed
 * if the browser supports compression). Stops unpacking at the size limit.
 *
 * @throws {ToolError} `invalid_input` if the file is too large or damaged.
 */
export async function unpacked(text: string): Promise<Bytes> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: MAX_BYTES }, (cause, result) => {
      if (cause === null) return resolve(new Uint8Array(result));
      const isTooLarge = "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
      reject(
        isTooLarge
          ? tooLarge("the file", { cause })
          : refusal("the file was corrupted in transit: choose it again", { cause }),
      );
    });
  });
}
