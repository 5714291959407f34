/** What is less is taken for the way that the answer took, in milliseconds. */
const SLACK_MS = 1_000;

/** A clock that is set by another one. */
export interface StoreClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sets it: the backend has just told this time. */
  readonly set: (now: number) => void;
}

/** Makes a clock that goes as this process's does until it is set. */
export function createStoreClock(own: () => number): StoreClock {
  let aheadMs = 0;
  return {
    now: () => own() + aheadMs,
    set(now): void {
      const told = now - own();
      if (Math.abs(told - aheadMs) >= SLACK_MS) aheadMs = told;
    },
  };
}
