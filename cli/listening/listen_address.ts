import { UsageError } from "../_usage_error.ts";

/** An address of this machine. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads what `--http` says.
 *
 * @throws {UsageError} For what names no port.
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
