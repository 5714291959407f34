/**
 * Reads where is listened over HTTP.
 *
 * @module
 */

import { UsageError } from "../_usage_error.ts";

/** An address of this machine. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads what `--http` says.
 *
 * @param text Host and port, or a port of this machine.
 * @throws {UsageError} For what names no port.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(listenAddress("[::1]:8103"), { host: "::1", port: 8103 });
 * assertEquals(listenAddress("8103"), { host: "127.0.0.1", port: 8103 });
 * ```
 */
export function listenAddress(text: string): ListenAddress {
  const [, bracketed, named = "", digits] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]*)):)?(\d{1,5})$/iu.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) {
    throw new UsageError("--http must be HOST:PORT, such as 127.0.0.1:8103");
  }
  return { host: bracketed ?? (named === "" ? "127.0.0.1" : named), port };
}
