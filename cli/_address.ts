import { type Terminal, UsageError } from "./_terminal.ts";

/**
 * Returns the environment variables that turn off proxies for requests to a plain-http address.
 * Plain http is accepted only for addresses on this machine. Deno and Node also apply `HTTP_PROXY`
 * to loopback addresses, and read `NO_PROXY` when they first need it.
 */
export function proxyExceptions(
  apiUrl: string,
  env: Terminal["env"],
): readonly (readonly [name: string, value: string])[] {
  const { protocol, hostname } = new URL(apiUrl);
  if (protocol !== "http:") return [];
  const host = hostname.replaceAll(/[[\]]/gu, "");
  const value = (name: string): string => {
    const listed = env(name) ?? "";
    return listed === "" ? host : `${listed},${host}`;
  };
  try {
    // Runtimes disagree on whether `NO_PROXY` or `no_proxy` takes precedence.
    const names = env("no_proxy") === undefined ? ["NO_PROXY"] : ["NO_PROXY", "no_proxy"];
    return names.map((name) => [name, value(name)] as const);
  } catch {
    // Without `--allow-env=NO_PROXY,no_proxy`, Deno denies access to these variables.
    return [];
  }
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Parses the value of `--http` or of another flag that takes an address.
 *
 * @throws {UsageError} If the address's host or port is invalid.
 */
export function listenAddress(text: string, name = "--http"): ListenAddress {
  const [, bracketed, named = "", digits] =
    /^(?:(?:\[([\da-f:.]+)\]|([\w.-]*)):)?(\d{1,5})$/iu.exec(text) ?? [];
  const host = bracketed ?? (named || "127.0.0.1");
  // This check also rejects ports above 65535, and hosts such as 999.1.1.1.
  if (!URL.canParse(`http://${bracketed === undefined ? host : `[${host}]`}:${digits}`)) {
    throw new UsageError(`${name} must be HOST:PORT, such as 127.0.0.1:8103`);
  }
  return { host, port: Number(digits) };
}

const NOT_HERE = "is not one of this machine's addresses";
const PROBLEMS: ReadonlyMap<unknown, string> = new Map([
  ["EADDRINUSE", "is in use"],
  ["EACCES", "is not permitted"],
  ["EADDRNOTAVAIL", NOT_HERE],
  // Some kernels and containers return `EINVAL` if the address belongs to another machine.
  ["EINVAL", NOT_HERE],
  ["ENOTFOUND", NOT_HERE],
]);

/** Returns why listening on an address failed; `undefined` if something else failed. */
export function listenProblem(error: unknown): string | undefined {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  const isListening = typeof code === "string" &&
    (syscall === "listen" || syscall === "getaddrinfo");
  return PROBLEMS.get(code) ?? (isListening ? `can't be used (${code})` : undefined);
}

/** Whether another port on the same address might be free. */
export function isPortProblem(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === "EADDRINUSE" || code === "EACCES";
}
