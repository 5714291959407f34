import { gunzip } from "node:zlib";
import { ToolError } from "../domain/base/tool_error.ts";
import { MOST_BYTES } from "./limits.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Unpacks a file that a page sent: base64, compressed if the browser can.
 *
 * @throws {ToolError} `invalid_input` if it is too large, or damaged.
 */
export async function handedBytes(data: string): Promise<Bytes> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? await unzipped(bytes) : bytes;
}

/** Stops at the limit, however much more there is. */
function unzipped(bytes: Bytes): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
  gunzip(bytes, { maxOutputLength: MOST_BYTES }, (cause, result) => {
    if (cause === null) return resolve(new Uint8Array(result));
    const isTooLarge = "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    const problem = isTooLarge
      ? "the file is larger than 5 MB: ask the bank for a shorter period"
      : "the file arrived damaged: choose it again";
    reject(new ToolError("invalid_input", problem, { cause }));
  });
  return promise;
}
