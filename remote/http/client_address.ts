import { BlockList, isIP } from "node:net";

/** The proxies whose `X-Forwarded-For` counts. */
export type TrustedProxies = Pick<BlockList, "check">;

/**
 * Reads a list of trusted proxies.
 *
 * @throws {TypeError} When one is neither.
 */
export function trustedProxies(list: readonly string[]): TrustedProxies {
  const proxies = new BlockList();
  for (const entry of list) {
    const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/u.exec(entry) ?? [];
    const bits = isIP(address) === 4 ? 32 : 128;
    const length = Number(prefix ?? bits);
    if (isIP(address) === 0 || address.includes("%") || length > bits) {
      throw new TypeError(`must be addresses or ranges such as 10.0.0.0/8, and ${entry} is not`);
    }
    proxies.addSubnet(address, length, bits === 32 ? "ipv4" : "ipv6");
  }
  return proxies;
}

/**
 * Gives the address of a client. A proxy appends the address that it was called from, so only
 * the last entry is its word; those before it may be anybody's.
 */
export function clientAddress(
  peer: string,
  forwarded: string | null,
  proxies: TrustedProxies,
): string {
  const last = forwarded?.split(",").at(-1)?.trim() ?? "";
  const family = isIP(peer) === 4 ? "ipv4" : "ipv6";
  return isIP(last) > 0 && isIP(peer) > 0 && proxies.check(peer, family) ? last : peer;
}
