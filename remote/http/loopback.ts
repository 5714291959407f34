const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Tells whether a host name is this machine's own. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}
