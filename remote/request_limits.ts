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

/** Returns the first 16-bit groups of an IPv6 address. */
function ipv6Network(address: string, count: number): string {
  const [before = [], after] = address.replace(/%.*$/u, "").split("::", 2).map((part) =>
    part.split(":").filter((group) => group !== "")
  );
  // `::` abbreviates the missing zeros.
  const missing = after === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after ?? []];
  const shown = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(":")}::/${16 * count}`;
}

const MINUTE_MS = 60_000;

/** Maximum number of addresses counted separately. Any further addresses share one count. */
const MAX_ADDRESSES = 10_000;

/** A count per address, reset each minute. */
export class PerMinute {
  readonly #max: number;
  readonly #maxInAll: number;
  readonly #now: () => number;
  readonly #countOf = new Map<string, number>();
  #inAll = 0;
  #minute = 0;

  /**
   * Sets a limit per address and a total limit, for clients that use many addresses. The clock
   * returns milliseconds.
   */
  constructor(max: number, now: () => number, maxInAll: number = Infinity) {
    this.#max = max;
    this.#maxInAll = maxInAll;
    this.#now = now;
  }

  /** Whether an address has reached its limit. */
  isFull(address: string): boolean {
    this.#beginMinute();
    return (this.#countOf.get(this.#keyOf(address)) ?? 0) >= this.#max;
  }

  #beginMinute(): void {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#countOf.clear();
      this.#inAll = 0;
    }
    this.#minute = minute;
  }

  #keyOf(address: string): string {
    const network = customerOf(address);
    const isKnown = this.#countOf.has(network) || this.#countOf.size < MAX_ADDRESSES;
    return isKnown ? network : "";
  }

  /** Increments the count. Returns whether a limit is now exceeded. */
  add(address: string): boolean {
    this.#beginMinute();
    const key = this.#keyOf(address);
    const count = (this.#countOf.get(key) ?? 0) + 1;
    this.#countOf.set(key, count);
    if (count > this.#max) return true;
    // A rejected request doesn't count toward the total.
    this.#inAll += 1;
    return this.#inAll > this.#maxInAll;
  }
}
