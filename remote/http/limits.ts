/** How much a server takes upon itself. */
export interface HttpLimits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Bytes of the body of a request to the sign-in. */
  readonly formBytes: number;
  /** Bytes of a request's head. */
  readonly headBytes: number;
  /** How long a head may take to arrive, in milliseconds. */
  readonly headMs: number;
  /** How long a whole request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** How long an idle connection is kept, in milliseconds: longer than a balancer keeps it. */
  readonly idleMs: number;
  readonly connections: number;
  /** Concurrent calls of one principal. */
  readonly callsOfOne: number;
  /** Concurrent calls in total. */
  readonly calls: number;
  /** Concurrent requests to the token endpoint and to revocation. */
  readonly tokenRequests: number;
  /** Concurrent requests to the rest of the sign-in: pages, registration, metadata. */
  readonly pageRequests: number;
  /** Concurrent streams of notifications. */
  readonly streams: number;
  /** Wrong bearer tokens of one address in a minute. */
  readonly wrongTokens: number;
  /** Wrong owner's tokens typed into the sign-in page from one address in a minute. */
  readonly wrongSignIns: number;
  /** Clients that register, and browsers that come to sign in, of one address in a minute. */
  readonly beginnings: number;
  /** The same of all addresses together: each is kept for a while, and one may have many. */
  readonly beginningsInAll: number;
}

/** The limits when nothing else is said. */
export const LIMITS: HttpLimits = {
  bodyBytes: 1_048_576,
  formBytes: 32_768,
  headBytes: 16_384,
  headMs: 10_000,
  requestMs: 60_000,
  idleMs: 75_000,
  connections: 256,
  callsOfOne: 16,
  calls: 64,
  tokenRequests: 128,
  pageRequests: 64,
  streams: 64,
  wrongTokens: 600,
  wrongSignIns: 30,
  beginnings: 60,
  beginningsInAll: 240,
};

/** The requests of one kind that a server answers at the same time. */
export class Load {
  readonly #limits: Pick<HttpLimits, "calls" | "callsOfOne">;
  readonly #callsOf = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;

  /** Counts against limits. */
  constructor(limits: Pick<HttpLimits, "calls" | "callsOfOne">) {
    this.#limits = limits;
  }

  /** Counts a call. */
  enter(id: string): (() => void) | "callsOfOne" | "calls" {
    const own = this.#callsOf.get(id) ?? 0;
    if (own >= this.#limits.callsOfOne) return "callsOfOne";
    if (this.#calls >= this.#limits.calls) return "calls";
    this.#calls += 1;
    this.#callsOf.set(id, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(id);
    };
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(id: string): void {
    this.#calls -= 1;
    const left = (this.#callsOf.get(id) ?? 1) - 1;
    if (left === 0) this.#callsOf.delete(id);
    else this.#callsOf.set(id, left);
    if (this.#calls === 0) this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}

/** A request to the sign-in, which counts once its body has arrived. */
export interface SigningIn {
  /** Whom it came from. */
  readonly address: string;
  /** Counts it; gives the refusal where there are too many. */
  readonly begin: () => Response | null;
  /** Tells that it is over, once or more often. */
  readonly leave: () => void;
}

/** Makes a request that does not count yet. */
export function signingIn(address: string, enter: () => Response | (() => void)): SigningIn {
  let end = (): void => {};
  let isOver = false;
  return {
    address,
    begin(): Response | null {
      const leave = enter();
      if (leave instanceof Response) return leave;
      end = leave;
      // The client may have disconnected.
      if (isOver) leave();
      return null;
    },
    leave(): void {
      isOver = true;
      end();
    },
  };
}

const MINUTE_MS = 60_000;

/** Addresses that are counted separately; the rest are counted as one. */
const MOST_ADDRESSES = 10_000;

/** A count per address, reset each minute. */
export class PerMinute {
  readonly #most: number;
  readonly #mostInAll: number;
  readonly #now: () => number;
  readonly #countOf = new Map<string, number>();
  #inAll = 0;
  #minute = 0;

  /**
   * Counts up to a limit per address and, to limit clients that use many addresses,
   * up to a total limit. The clock is in milliseconds.
   */
  constructor(most: number, now: () => number, mostInAll: number = Infinity) {
    this.#most = most;
    this.#mostInAll = mostInAll;
    this.#now = now;
  }

  /** Counts once more. */
  add(address: string): boolean {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#countOf.clear();
      this.#inAll = 0;
    }
    this.#minute = minute;
    const isKnown = this.#countOf.has(address) || this.#countOf.size < MOST_ADDRESSES;
    const key = isKnown ? address : "";
    const count = (this.#countOf.get(key) ?? 0) + 1;
    this.#countOf.set(key, count);
    if (count > this.#most) return true;
    // A refused request doesn't count toward the total.
    this.#inAll += 1;
    return this.#inAll > this.#mostInAll;
  }
}
