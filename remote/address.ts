/** Shortens an address to its network: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address;
  const parts = /^(\d+\.\d+\.\d+)\.\d+$/u.exec(mapped);
  if (parts !== null) return `${parts[1]}.0/24`;
  return mapped.includes(":") ? ipv6Network(mapped, 3) : "unknown";
}

/**
 * Returns the part of an address that identifies one customer: the first 64 bits of an IPv6
 * address.
 */
export function customerOf(address: string): string {
  return address.includes(":") && !address.includes(".") ? ipv6Network(address, 4) : address;
}

/** Returns the first groups of an IPv6 address, of 16 bits each. */
function ipv6Network(address: string, count: number): string {
  const [before = [], after] = address.replace(/%.*$/u, "").split("::", 2).map((part) =>
    part.split(":").filter((group) => group !== "")
  );
  // `::` replaces the missing zeros.
  const missing = after === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after ?? []];
  const shown = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(":")}::/${16 * count}`;
}
