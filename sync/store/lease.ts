import { after, delay, monotonicMs } from "../../client/timers.ts";

export interface Lease {
  /** Rises with every holder: what is written under a lower one is refused (a fencing token). */
  readonly token: number;
  /** Aborted as soon as the lease is known to be lost. */
  readonly signal: AbortSignal;
  /**
   * Tells whether the lease is certain to hold for so many milliseconds; it is renewed if it
   * has to be.
   */
  holdsFor(ms: number): Promise<boolean>;
  /** Takes note that others have it: a backend has refused its token. */
  lose(): void;
  /** Gives it back; of one that was lost, what others have now is left alone. */
  release(): Promise<void>;
}

/** The clocks of leases: what tests replace. */
export interface LeaseClocks {
  /** Milliseconds from an arbitrary start; a monotonic clock. */
  readonly monotonicMs: () => number;
  readonly after: typeof after;
  readonly delay: typeof delay;
}

/** How a lease is taken; all in milliseconds. */
export interface LeaseWanted {
  /** How long it holds unless it is renewed, which it is at a third of that. */
  readonly ttlMs: number;
  /** How long it is waited for. */
  readonly mostMs: number;
  readonly signal?: AbortSignal | undefined;
}

const REAL: LeaseClocks = { monotonicMs, after, delay };

/** Pauses between tries grow from the one to the other, in milliseconds. */
const PAUSES_MS = [15, 250] as const;

export class Leases {
  readonly #rows: LeaseRows;
  readonly #clocks: LeaseClocks;
  readonly #held = new Set<HeldLease>();
  #isClosed = false;

  constructor(rows: LeaseRows, clocks: LeaseClocks = REAL) {
    this.#rows = rows;
    this.#clocks = clocks;
  }

  /**
   * Takes a lease as soon as it is free.
   *
   * @throws The signal's reason, or what the backend fails with.
   */
  async take(name: string, { ttlMs, ...waiting }: LeaseWanted): Promise<Lease | null> {
    return await this.untilGiven(async () => {
      // Beforehand: it began to hold at some moment after this one.
      const from = this.#clocks.monotonicMs();
      const token = await this.#rows.tryTake(name, ttlMs);
      if (token === null) return null;
      const lease = new HeldLease({ name, token, ttlMs, from }, this.#rows, this.#clocks);
      this.#held.add(lease);
      lease.returned.then(() => this.#held.delete(lease));
      if (!this.#isClosed) return lease;
      await lease.release();
      throw new DOMException("The leases were closed", "AbortError");
    }, waiting);
  }

  /** Asks for something until it is given, by the clocks of the leases. */
  async untilGiven<Given>(
    ask: () => Promise<Given | null>,
    waiting: Pick<LeaseWanted, "mostMs" | "signal">,
  ): Promise<Given | null> {
    return await untilGiven(ask, { ...waiting, clocks: this.#clocks });
  }

  /** Releases all leases, and waits for releases in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#held].map((lease) => lease.release().catch(() => {})));
  }
}

/** How something is waited for. */
export interface Waiting extends Pick<LeaseWanted, "mostMs" | "signal"> {
  readonly clocks?: Pick<LeaseClocks, "delay">;
}

/**
 * Asks for something with growing pauses until it is given.
 *
 * @throws The signal's reason.
 */
export async function untilGiven<Given>(
  ask: () => Given | null | Promise<Given | null>,
  { mostMs, signal, clocks = REAL }: Waiting,
): Promise<Given | null> {
  let [pauseMs] = [PAUSES_MS[0] as number];
  for (let waitedMs = 0;; waitedMs += pauseMs) {
    signal?.throwIfAborted();
    const given = await ask();
    if (given !== null) return given;
    if (waitedMs >= mostMs) return null;
    if (waitedMs > 0) pauseMs = Math.min(pauseMs * 2, PAUSES_MS[1]);
    await clocks.delay(pauseMs, signal);
  }
}

/** What a lease begins with. */
interface Taken {
  readonly name: string;
  readonly token: number;
  readonly ttlMs: number;
  /** When it was asked for. */
  readonly from: number;
}

class HeldLease implements Lease {
  readonly token: number;
  readonly #taken: Taken;
  readonly #rows: LeaseRows;
  readonly #clocks: LeaseClocks;
  readonly #lost = new AbortController();
  readonly #returned = Promise.withResolvers<void>();
  #validUntil: number;
  #callOff: () => void = () => {};
  #releasing: Promise<void> | null = null;
  #renewing: Promise<void> | null = null;

  constructor(taken: Taken, rows: LeaseRows, clocks: LeaseClocks) {
    this.token = taken.token;
    this.#taken = taken;
    this.#rows = rows;
    this.#clocks = clocks;
    this.#validUntil = taken.from + taken.ttlMs;
    this.#renewLater();
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Resolves when it was given back, or could not be. */
  get returned(): Promise<void> {
    return this.#returned.promise;
  }

  async holdsFor(ms: number): Promise<boolean> {
    if (this.#isOver) return false;
    if (this.#remainingMs() < ms) await this.#renew();
    return !this.#isOver && this.#remainingMs() >= ms;
  }

  lose(): void {
    if (this.#isOver) return;
    this.#callOff();
    this.#lost.abort(new DOMException("The lease was lost", "AbortError"));
  }

  release(): Promise<void> {
    return this.#releasing ??= this.#giveBack().finally(this.#returned.resolve);
  }

  async #giveBack(): Promise<void> {
    this.#callOff();
    // What is just being renewed must not hold longer than what is given back.
    await this.#renewing;
    // One that was lost as well: what guards it beside its row would keep everybody out.
    await this.#rows.release(this.#taken.name, this.token);
  }

  get #isOver(): boolean {
    return this.#releasing !== null || this.#lost.signal.aborted;
  }

  #remainingMs(): number {
    return this.#validUntil - this.#clocks.monotonicMs();
  }

  #renewLater(): void {
    const waitMs = Math.max(0, Math.min(this.#taken.ttlMs / 3, this.#remainingMs()));
    this.#callOff = this.#clocks.after(waitMs, () => {
      this.#renew().then(() => {
        if (!this.#isOver) this.#renewLater();
      });
    });
  }

  /** A backend that fails is asked again, for as long as the lease is certain to hold. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#askForMore().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #askForMore(): Promise<void> {
    const { name, ttlMs } = this.#taken;
    const from = this.#clocks.monotonicMs();
    const isRenewed = await this.#rows.renew(name, this.token, ttlMs).catch(() => null);
    if (this.#isOver) return;
    if (isRenewed === true) this.#validUntil = from + ttlMs;
    else if (isRenewed === false || this.#remainingMs() <= 0) this.lose();
  }
}

/** The leases of one owner, through one handle. */
export interface LeaseRows {
  /** Takes a lease that is free, has expired, or whose holder is known to be dead. */
  tryTake(name: string, ttlMs: number): Promise<number | null>;
  /** Has it hold longer; `false` when others have taken it since. */
  renew(name: string, token: number, ttlMs: number): Promise<boolean>;
  /** Gives it back, unless others have taken it since. */
  release(name: string, token: number): Promise<void>;
  /** Tells whether another handle holds a lease. */
  isHeldByOther(name: string): Promise<boolean>;
}
