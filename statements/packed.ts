import { gunzip, gzip } from "node:zlib";
import { MOST_BYTES } from "./limits.ts";

/** Packs a file into text. */
export function packed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    gzip(bytes, (error, result) => error ? reject(error) : resolve(result.toString("base64")));
  });
}

/** Unpacks the result of {@linkcode packed}. */
export function unpacked(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Promise((resolve, reject) => {
    gunzip(
      bytes,
      { maxOutputLength: MOST_BYTES },
      (error, result) => error ? reject(error) : resolve(new Uint8Array(result)),
    );
  });
}
