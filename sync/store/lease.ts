import { after, delay, monotonicMs } from "../../client/timers.ts";

export interface LeaseClocks {
  /** Milliseconds on a monotonic clock with an arbitrary start. */
  readonly monotonicMs: () => number;
  readonly after: typeof after;
  readonly delay: typeof delay;
}

/** Timing of a lease, in milliseconds. */
export interface LeaseWanted {
  /** Lifetime of the lease, which is renewed after a third of this time. */
  readonly ttlMs: number;
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

const REAL: LeaseClocks = { monotonicMs, after, delay };

/**
 * The first and the longest pause between attempts, in milliseconds; each pause is longer than the
 * one before, up to the longest.
 */
const PAUSES_MS = [15, 250] as const;

export class Leases {
  readonly #rows: LeaseRows;
  readonly #clocks: LeaseClocks;
  readonly #held = new Set<Lease>();
  #isClosed = false;

  constructor(rows: LeaseRows, clocks: LeaseClocks = REAL) {
    this.#rows = rows;
    this.#clocks = clocks;
  }

  /**
   * Takes a lease as soon as it is free.
   *
   * @throws The signal's reason, or the backend's error.
   */
  async take(name: string, { ttlMs, ...waiting }: LeaseWanted): Promise<Lease | null> {
    return await this.retryUntilGiven(async () => {
      // Read the clock first, because the lease may start as soon as the request is sent.
      const from = this.#clocks.monotonicMs();
      const token = await this.#rows.tryTake(name, ttlMs);
      if (token === null) return null;
      const lease: Lease = new Lease({
        ...{ name, token, ttlMs, from, rows: this.#rows, clocks: this.#clocks },
        onReleased: () => void this.#held.delete(lease),
      });
      this.#held.add(lease);
      if (!this.#isClosed) return lease;
      await lease.release();
      throw new DOMException("Cannot take a lease after close()", "AbortError");
    }, waiting);
  }

  async retryUntilGiven<Given>(
    ask: () => Promise<Given | null>,
    waiting: Pick<LeaseWanted, "maxWaitMs" | "signal">,
  ): Promise<Given | null> {
    return await retryUntilGiven(ask, { ...waiting, clocks: this.#clocks });
  }

  /** Releases all leases and waits for releases in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#held].map((lease) => lease.release().catch(() => {})));
  }
}

export interface Waiting extends Pick<LeaseWanted, "maxWaitMs" | "signal"> {
  readonly clocks?: Pick<LeaseClocks, "delay">;
}

/**
 * Retries with increasing delays until there is a result other than `null`, or until time runs out.
 * @throws The signal's reason.
 */
export async function retryUntilGiven<Given>(
  ask: () => Given | null | Promise<Given | null>,
  { maxWaitMs, signal, clocks = REAL }: Waiting,
): Promise<Given | null> {
  let pauseMs: number = PAUSES_MS[0];
  for (let waitedMs = 0;; waitedMs += pauseMs) {
    signal?.throwIfAborted();
    const given = await ask();
    if (given !== null) return given;
    if (waitedMs >= maxWaitMs) return null;
    if (waitedMs > 0) pauseMs = Math.min(pauseMs * 2, PAUSES_MS[1]);
    await clocks.delay(pauseMs, signal);
  }
}

interface TakenLease {
  readonly name: string;
  readonly token: number;
  readonly ttlMs: number;
  /** When the request for the lease was sent, on the monotonic clock. */
  readonly from: number;
  readonly rows: LeaseRows;
  readonly clocks: LeaseClocks;
  /** Called when the lease has been released, or when releasing it has failed. */
  readonly onReleased: () => void;
}

/** A lock that expires unless it is renewed. */
export class Lease {
  /**
   * A fencing token, which increases with every new holder. Writes with an older token are
   * rejected.
   */
  readonly token: number;
  readonly name: string;
  readonly #taken: TakenLease;
  #validUntil: number;
  #isLost = false;
  #cancelRenewal: () => void = () => {};
  #releasing: Promise<void> | null = null;
  #renewing: Promise<void> | null = null;

  constructor(taken: TakenLease) {
    this.token = taken.token;
    this.name = taken.name;
    this.#taken = taken;
    this.#validUntil = taken.from + taken.ttlMs;
    this.#renewLater();
  }

  /**
   * Returns whether the lease is certain to last at least this many milliseconds, after renewing it
   * if necessary.
   */
  async holdsFor(ms: number): Promise<boolean> {
    if (this.#isOver) return false;
    if (this.#remainingMs() < ms) await this.#renew();
    return !this.#isOver && this.#remainingMs() >= ms;
  }

  /** Marks the lease as lost, because the backend rejected its token. */
  lose(): void {
    this.#cancelRenewal();
    this.#isLost = true;
  }

  /** Releases the lease, unless another process has taken it in the meantime. */
  release(): Promise<void> {
    return this.#releasing ??= this.#releaseOnce().finally(this.#taken.onReleased);
  }

  async #releaseOnce(): Promise<void> {
    this.#cancelRenewal();
    // A renewal in progress must end before the release.
    await this.#renewing;
    // Release even a lost lease, because its file lock would otherwise keep all other processes
    // out.
    await this.#taken.rows.release(this.name, this.token);
  }

  get #isOver(): boolean {
    return this.#releasing !== null || this.#isLost;
  }

  #remainingMs(): number {
    return this.#validUntil - this.#taken.clocks.monotonicMs();
  }

  #renewLater(): void {
    const waitMs = Math.max(0, Math.min(this.#taken.ttlMs / 3, this.#remainingMs()));
    this.#cancelRenewal = this.#taken.clocks.after(waitMs, () => {
      this.#renew().then(() => {
        if (!this.#isOver) this.#renewLater();
      });
    });
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#tryRenew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  /**
   * Renews the lease. If the backend fails, the lease counts as held until the earliest time at
   * which it could have expired.
   */
  async #tryRenew(): Promise<void> {
    const { rows, clocks, ttlMs } = this.#taken;
    const from = clocks.monotonicMs();
    const isRenewed = await rows.renew(this.name, this.token, ttlMs).catch(() => null);
    if (this.#isOver) return;
    if (isRenewed === true) this.#validUntil = from + ttlMs;
    else if (isRenewed === false || this.#remainingMs() <= 0) this.lose();
  }
}

/**
 * Maximum time until a lease expires, in milliseconds. If a lease has more time left than this, the
 * clock was ahead when the lease was taken.
 */
export const MAX_LEASE_MS = 600_000;

export interface LeaseRows {
  /** Takes a lease that is free, expired or held by a process known to be dead. */
  tryTake(name: string, ttlMs: number): Promise<number | null>;
  /** Extends the lease; returns `false` if another process has taken it in the meantime. */
  renew(name: string, token: number, ttlMs: number): Promise<boolean>;
  /** Releases the lease, unless another process has taken it in the meantime. */
  release(name: string, token: number): Promise<void>;
}
