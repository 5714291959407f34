/** When something was known to be true. */
export interface Validation extends Pick<Moment, "at" | "sequence"> {
  /** The plan's touches then; absent where that is not known. */
  readonly touches?: number;
}

/** Gives the validation of what a store has kept. */
export function keptValidation(
  { readAt, touches }: { readonly readAt: number; readonly touches?: number },
): Validation {
  return { at: readAt, sequence: 0, ...(touches === undefined ? {} : { touches }) };
}

/** What a caller asks of the data. */
export interface FreshnessNeed {
  /** When the caller asked. */
  readonly asked: Moment;
  readonly maxAgeMs: number;
  /** Whether only what was read after the caller asked will do. */
  readonly isFreshOnly: boolean;
}

/** Tells whether something validated at one moment will do for a caller. */
export function isFreshEnough(validation: Validation, need: FreshnessNeed): boolean {
  if (validation.sequence > need.asked.sequence) return true;
  if (need.isFreshOnly) return false;
  // A clock that was set back must not keep old data for ever.
  const ageMs = need.asked.at - validation.at;
  return ageMs >= 0 && ageMs < need.maxAgeMs;
}

/** A point in time. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Logical clock: rises with every moment of this process; 0 for what the store kept. */
  readonly sequence: number;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcDay: string;
}

/** What time it is, and what day it is taken to be. */
export interface Clock {
  readonly now: () => number;
  /** UTC day; a fixed one in demos and tests. */
  readonly utcDay: () => string;
}

/** Gives the moments of one process. */
export class Moments {
  readonly #clock: Clock;
  #sequence = 0;

  /** Makes a source of moments over a clock. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Gives this moment, later than all before. */
  next(): Moment {
    return { at: this.#clock.now(), sequence: ++this.#sequence, utcDay: this.#clock.utcDay() };
  }
}
