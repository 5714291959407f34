import type { ServerOptions } from "../server/server_options.ts";

/** Shortens an address to its network: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1] ?? address;
  const parts = /^(\d+\.\d+\.\d+)\.\d+$/u.exec(mapped);
  if (parts !== null) return `${parts[1]}.0/24`;
  return mapped.includes(":") ? ipv6Network(mapped, 3) : "unknown";
}

/** Shortens an IPv6 address to its first 64 bits, which identify an internet subscriber. */
export function customerOf(address: string): string {
  return address.includes(":") && !address.includes(".") ? ipv6Network(address, 4) : address;
}

function ipv6Network(address: string, count: number): string {
  const [before = [], after] = address.replace(/%.*$/u, "").split("::", 2).map((part) =>
    part.split(":").filter((group) => group !== "")
  );
  // `::` replaces one or more groups of zeros.
  const missing = after === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after ?? []];
  const shown = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(":")}::/${16 * count}`;
}

/** Maximum number of ids whose calls are counted separately. Ids beyond that share one count. */
const MAX_IDS = 10_000;

export type Exceeded = "callsOfOne" | "calls";

export interface LoadLimits {
  readonly calls: number;
  readonly callsOfOne: number;
  /** Number of additional calls reserved for networks that have no call in progress. */
  readonly reserved?: number;
}

/**
 * Counts concurrent calls. Each call counts toward the limits until its signal is aborted. The code
 * that starts a call must also abort the signal when the call finishes.
 */
export class Load {
  readonly #limits: LoadLimits;
  readonly #callsOf = new Map<string, number>();
  /** Number of calls in progress per network. */
  readonly #networks = new Map<string, number>();
  readonly #waiting: { readonly id: string; readonly ended: AbortSignal; go(): void }[] = [];
  readonly #onIdle: (() => void)[] = [];
  #calls = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  /** Starts a call, unless that would exceed a limit. */
  enter(id: string, ended?: AbortSignal): Exceeded | null {
    // The client may have disconnected already.
    if (ended?.aborted === true) return null;
    if (this.isFull(id)) return "callsOfOne";
    const { calls, reserved = 0 } = this.#limits;
    const counted = this.#countedAs(id);
    const network = networkOf(counted);
    const available = this.#networks.has(network) ? calls : calls + reserved;
    if (this.#calls >= available) return "calls";
    this.#calls += 1;
    add(this.#callsOf, counted, 1);
    add(this.#networks, network, 1);
    ended?.addEventListener("abort", () => this.#leave(counted, network), { once: true });
    return null;
  }

  /** Whether an id has reached its maximum number of calls. */
  isFull(id: string): boolean {
    return (this.#callsOf.get(this.#countedAs(id)) ?? 0) >= this.#limits.callsOfOne;
  }

  #countedAs(id: string): string {
    return this.#callsOf.has(id) || this.#callsOf.size < MAX_IDS ? id : "";
  }

  /** Starts a call as soon as the limits allow it. An id at its limit doesn't hold up other ids. */
  async turn(id: string, ended: AbortSignal): Promise<void> {
    if (this.enter(id, ended) === null) return;
    await new Promise<void>((go) => this.#waiting.push({ id, ended, go }));
  }

  #leave(counted: string, network: string): void {
    this.#calls -= 1;
    add(this.#callsOf, counted, -1);
    add(this.#networks, network, -1);
    // Count each waiting call before resuming it, so that no other call takes its place.
    for (const one of [...this.#waiting]) {
      if (this.enter(one.id, one.ended) !== null) continue;
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.go();
    }
    if (this.#calls === 0) this.#onIdle.splice(0).forEach((resolve) => resolve());
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

const MINUTE_MS = 60_000;

/** Limits calls per minute from each address, and from all addresses combined. */
export class PerMinute {
  readonly #limits: LoadLimits;
  readonly #now: () => number;
  #minute = 0;
  #calls: Load;

  /**
   * Sets a limit per address and, because a client may use many addresses, a total limit. Beyond
   * the total limit, additional capacity equal to 50% of the limit is reserved for the first call
   * from each network, so that clients on a few networks can't block all others. The clock returns
   * milliseconds.
   */
  constructor(callsOfOne: number, now: () => number, calls: number = Infinity) {
    this.#limits = { callsOfOne, calls, reserved: calls / 2 };
    this.#now = now;
    this.#calls = new Load(this.#limits);
  }

  isFull(address: string): boolean {
    return this.#thisMinute().isFull(customerOf(address));
  }

  /** Counts a call, and returns whether the call exceeds a limit. */
  add(address: string): boolean {
    return this.#thisMinute().enter(customerOf(address)) !== null;
  }

  #thisMinute(): Load {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) this.#calls = new Load(this.#limits);
    this.#minute = minute;
    return this.#calls;
  }
}

/**
 * Logs failed requests, but each kind of error only once a minute, because every request fails
 * while the database is down.
 */
export function failureLog(
  { log, now = Date.now }: Pick<ServerOptions, "log" | "now">,
): (error: unknown) => void {
  const logged = new Map<string, { readonly minute: number; readonly omitted: number }>();
  return (thrown) => {
    const error = thrown instanceof Error ? thrown.name : typeof thrown;
    const minute = Math.floor(now() / MINUTE_MS);
    const last = logged.get(error);
    const isRepeated = last?.minute === minute;
    logged.set(error, { minute, omitted: isRepeated ? last.omitted + 1 : 0 });
    if (isRepeated) return;
    const omitted = last?.omitted ?? 0;
    const entry = { level: "error", event: "http_failed", error } as const;
    log?.(omitted === 0 ? entry : { ...entry, omitted });
  };
}

/** Calls `done` when the response's body has been read or discarded. */
export function untilRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const passing = new TransformStream<Uint8Array, Uint8Array>({ flush: done, cancel: done });
  return new Response(response.body.pipeThrough(passing), response);
}

const LIMITS = {
  /** Maximum size of a request body, in bytes. */
  bodyBytes: 1_048_576,
  /** Maximum body size of a sign-in request, in bytes. */
  formBytes: 32_768,
  /** Maximum size of a request head, in bytes. */
  headBytes: 16_384,
  /** How long a request's head may take to arrive, in milliseconds. */
  headMs: 10_000,
  /** How long a whole request may take to arrive, in milliseconds. */
  requestMs: 60_000,
  /**
   * How long an idle connection stays open, in milliseconds. Typical load balancers close idle
   * connections sooner.
   */
  idleMs: 75_000,
  connections: 256,
  /** Maximum concurrent calls per principal, or per user of a multi-user server. */
  callsOfOne: 16,
  /** Maximum calls per minute for each user of a multi-user server. */
  callsOfUser: 120,
  calls: 64,
  /** Maximum concurrent requests to the token and revocation endpoints. */
  tokenRequests: 128,
  /** Maximum concurrent requests to the other sign-in endpoints: pages, registration, metadata. */
  pageRequests: 64,
  /** Maximum concurrent redirects back from YNAB; each one waits for YNAB's token endpoint. */
  exchanges: 32,
  /**
   * Maximum number of concurrent sign-in requests from all addresses combined, counting only those
   * that are still being received.
   */
  arrivingForms: 128,
  /**
   * Maximum number of concurrent sign-in requests from one address, counting only those that are
   * still being received. The limit is needed because one slow sender could otherwise block all
   * others.
   */
  arrivingFormsOfOne: 64,
  /** How many wrong bearer tokens one address may send per minute. */
  wrongTokens: 600,
  /** How many times per minute one address may enter a wrong token on the sign-in page. */
  wrongSignIns: 30,
  /**
   * Maximum total number of registrations and new sign-ins per minute from each address. A
   * multi-user server counts registrations and sign-ins separately.
   */
  beginnings: 60,
  /**
   * Maximum total number of registrations and new sign-ins per minute from all addresses. Beyond
   * this limit, additional capacity equal to 50% of the limit is reserved for the first request
   * from each network. The limit is needed because registrations and sign-ins take up storage, and
   * because a client with many addresses could get around a per-address limit.
   */
  beginningsInAll: 240,
};

export type HttpLimits = Readonly<typeof LIMITS>;

const HOSTED_LIMITS: Partial<HttpLimits> = {
  calls: 512,
  callsOfOne: 8,
  connections: 2_048,
  arrivingForms: 1_024,
  wrongSignIns: 5,
  beginnings: 20,
  beginningsInAll: 2_000,
};

/** Returns a server's limits; tests override some of them. */
export function limitsOf(
  signIn: string | undefined,
  changed: Partial<HttpLimits> = {},
): HttpLimits {
  return { ...LIMITS, ...(signIn === "ynab" ? HOSTED_LIMITS : {}), ...changed };
}

/** Seconds until a client may retry. */
export const RETRY = { busy: "1", minute: "60", stopping: "5" } as const;
