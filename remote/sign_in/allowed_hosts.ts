import { isLoopbackName } from "../principal.ts";

/** Hosts of known programs. */
export const KNOWN_HOSTS: readonly string[] = [
  "claude.ai",
  "claude.com",
  "chatgpt.com",
  "vscode.dev",
  "cursor.com",
  "www.cursor.com",
];

/**
 * Private-use schemes of known programs, each with the text that follows it (RFC 8252, section
 * 7.1). Any program on the user's machine can claim such a scheme or listen on loopback, but PKCE
 * makes a stolen code useless to it.
 */
const KNOWN_APPS: readonly string[] = ["cursor://anysphere.cursor-mcp/"];

export interface AllowedHosts {
  /** Whether a browser may be redirected to an address. */
  readonly mayRedirectTo: (address: string) => boolean;
  /** Whether a client's metadata or keys may be read from an address. */
  readonly mayReadFrom: (address: string) => boolean;
}

/**
 * Allows https to the known hosts and to additional ones, exactly as written. Browsers may also be
 * redirected to programs on their own machine.
 */
export function allowedHosts(further: readonly string[]): AllowedHosts {
  const hosts = new Set([...KNOWN_HOSTS, ...further]);
  const isListed = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && url.protocol === "https:" && url.username === "" &&
      url.password === "" && hosts.has(url.host);
  };
  return {
    mayReadFrom: isListed,
    mayRedirectTo: (address) => isListed(address) || isOwnMachine(address) || isKnownApp(address),
  };
}

/**
 * Whether a loopback address matches a registered one. Ignores the port, which the program picks at
 * startup (RFC 8252, section 7.3).
 */
export function isSameButPort(address: string, registered: string): boolean {
  if (!isOwnMachine(address) || !isOwnMachine(registered)) return false;
  return withoutPort(address) === withoutPort(registered);
}

/** Whether an address opens a known program on the user's machine. */
export function isKnownApp(address: string): boolean {
  return KNOWN_APPS.some((app) => URL.parse(address)?.href.startsWith(app));
}

function isOwnMachine(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && isLoopbackName(url.hostname) &&
    url.username === "" && url.password === "";
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = "";
  return url.href;
}
