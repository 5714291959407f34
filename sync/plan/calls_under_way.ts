import { after } from "../../client/timers.ts";

/** A call may wait for its user: what was read before is stored after so long all the same. */
const LONGEST_WAIT_MS = 1_000;

/** Counts calls, and tells when none is under way. */
export class CallsUnderWay {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Counts a call until it has ended, well or not. */
  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    try {
      return await call();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) { for (const over of [...this.#waiting]) over(); }
    }
  }

  /** Whether none is under way. */
  get areNone(): boolean {
    return this.#count === 0;
  }

  /** Waits until none is under way, or for a second. */
  whenNone(): { readonly over: Promise<void>; readonly end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      callOff();
      this.#waiting.delete(end);
      resolve();
    };
    const callOff = after(LONGEST_WAIT_MS, end);
    if (this.areNone) end();
    else this.#waiting.add(end);
    return { over: promise, end };
  }
}
