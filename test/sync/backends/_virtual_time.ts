import type { LeaseClocks } from "../../../sync/store/lease.ts";

export interface ProcessClocks extends LeaseClocks {
  /** Whether the process's timers are running. They stop while the process is paused or dead. */
  isRunning: boolean;
}

interface Timer {
  readonly at: number;
  readonly of: ProcessClocks;
  readonly run: () => void;
}

/** A virtual clock for any number of processes. */
export class VirtualTime {
  #now: number;
  #asked = 0;
  readonly #timers = new Set<Timer>();

  /** Creates a clock that starts at a time in milliseconds since 1970. */
  constructor(now = Date.parse("2024-03-10T12:00:00Z")) {
    this.#now = now;
  }

  /** Current time in milliseconds since 1970. */
  readonly now = (): number => this.#now;

  /** Advances the clock in one step, without running timers. */
  skip(ms: number): void {
    this.#now += ms;
  }

  /** Sets the clock back, as a user might do if the clock is ahead. */
  setBack(to: number): void {
    this.#now = to;
  }

  /**
   * Stops the clock during a call to a real server, because the call takes an unpredictable amount
   * of time.
   */
  async holding<Result>(ask: () => Result | Promise<Result>): Promise<Result> {
    this.#asked += 1;
    try {
      return await ask();
    } finally {
      this.#asked -= 1;
    }
  }

  /** Creates the clocks of another process, whose monotonic clock starts now. */
  process(): ProcessClocks {
    const began = this.#now;
    const clocks: ProcessClocks = {
      isRunning: true,
      monotonicMs: () => this.#now - began,
      after: (ms, run) => {
        const timer = { at: this.#now + ms, of: clocks, run };
        this.#timers.add(timer);
        return () => void this.#timers.delete(timer);
      },
      delay: async (ms, signal) => {
        signal?.throwIfAborted();
        await this.pass(ms);
        signal?.throwIfAborted();
      },
    };
    return clocks;
  }

  /** Advances the clock, running each timer when it is due. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at, of }) => of.isRunning && at <= until)
        .toSorted((one, other) => one.at - other.at);
      const [next] = due;
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await this.#quiet();
    }
    this.#now = Math.max(this.#now, until);
    await this.#quiet();
  }

  /** Waits until all calls are done, including calls triggered by the results of other calls. */
  async #quiet(): Promise<void> {
    await turn();
    while (this.#asked > 0) {
      await turn();
      if (this.#asked === 0) await turn();
    }
  }
}

/** Runs all pending tasks, including cryptographic operations. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
