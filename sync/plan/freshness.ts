/** A moment when data was known to be current. */
export type Validation = Pick<Moment, "at" | "sequence" | "touches">;

export function storedValidation(
  { readAt, touches }: { readonly readAt: number; readonly touches?: number | undefined },
): Validation {
  return { at: readAt, sequence: 0, touches };
}

/** Whether one validation is earlier than another. */
export function isEarlier(one: Validation, other: Validation): boolean {
  // Clocks differ between processes, so our own reads count as later than stored ones.
  return one.sequence === other.sequence ? one.at < other.at : one.sequence < other.sequence;
}

export interface Validated {
  readonly validation: Validation;
  /** The `server_knowledge` value from the response; `null` if the response had none. */
  readonly knowledge: number | null;
}

export interface FreshnessNeed {
  readonly asked: Moment;
  readonly maxAgeMs: number;
  /** Whether to require data that was read after the call started. */
  readonly isFreshOnly: boolean;
}

export function isFreshEnough(validation: Validation, need: FreshnessNeed): boolean {
  if (validation.sequence > need.asked.sequence) return true;
  if (need.isFreshOnly) return false;
  // The age is negative if the clock was set back. Such data counts as stale, because it would
  // otherwise be kept too long.
  const ageMs = need.asked.at - validation.at;
  return ageMs >= 0 && ageMs < need.maxAgeMs;
}

export interface Moment {
  readonly at: number;
  /** Logical time: every later moment in this process has a higher number; 0 for stored data. */
  readonly sequence: number;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcDay: string;
  /** The plan's write count when a read began; absent if unknown. */
  readonly touches?: number | undefined;
}

export interface Clock {
  readonly now: () => number;
  /** Returns the UTC day of a time; in demos and tests, the day is fixed. */
  readonly utcDay: (at: number) => string;
}

export class Moments {
  readonly #clock: Clock;
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the current moment, with a higher sequence number than any moment returned before. */
  next(): Moment {
    const at = this.#clock.now();
    return { at, sequence: ++this.#sequence, utcDay: this.#clock.utcDay(at) };
  }
}

/**
 * Whether a response's `server_knowledge` is usable. If a plan has never had a scheduled
 * transaction, YNAB returns a `server_knowledge` of 0 with the list of scheduled transactions.
 */
export function isKnowledge(knowledge: number): boolean {
  return knowledge > 0;
}

/** Tracks a plan's latest server knowledge and whether earlier reads are still valid. */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly validation: Validation } | null = null;
  readonly #onForget: () => void;
  /** Reads that began at or before this sequence number are invalid. */
  #invalidated = -1;
  #touches: number | null = null;
  /** Whether we changed the plan but couldn't notify other processes. */
  #isTouchLost = false;
  #timesForgotten = 0;

  /** `onForget` is called when the plan is found to have been restored to an earlier state. */
  constructor(onForget: () => void) {
    this.#onForget = onForget;
  }

  /** The `server_knowledge` value from the latest read; `null` before the first read. */
  get last(): number | null {
    return this.#last?.knowledge ?? null;
  }

  /** The plan's write count in the store at the last poll; `null` before the first poll. */
  get touches(): number | null {
    return this.#touches;
  }

  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /** Records a response's server knowledge, unless a read that began later has already set it. */
  validate(knowledge: number, validation: Validation): void {
    if (!isKnowledge(knowledge)) return;
    const known = this.#last;
    // Accept the server knowledge from another process's read if it is higher.
    const isFromOtherProcess = validation.sequence === 0 && knowledge > (known?.knowledge ?? 0);
    const isLater = known === null || isFromOtherProcess ||
      validation.sequence > known.validation.sequence ||
      (validation.sequence === known.validation.sequence && validation.at >= known.validation.at);
    if (isLater) this.#last = { knowledge, validation };
  }

  invalidate({ sequence }: Validation): void {
    this.#invalidated = sequence;
  }

  /**
   * Records the plan's write count, as found by a poll. If the count differs from the last one,
   * another process changed the plan, so earlier reads become invalid.
   */
  notice(touches: number, seen: Validation): void {
    if (this.#touches !== null && touches !== this.#touches) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Records the write count after our own change; pass `null` if the count couldn't be updated. */
  touched(touches: number | null, seen: Validation): void {
    this.#isTouchLost = touches === null;
    if (touches === null) return;
    // If the write count skips a number, another process has also changed the plan.
    if (this.#touches !== null && touches !== this.#touches + 1) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Whether data was read after the last known change to the plan. */
  isValidAfterWrites({ sequence, touches }: Validation): boolean {
    if (sequence !== 0) return sequence > this.#invalidated;
    // For stored data, only the write count shows whether the data was read after the change.
    return !this.#isTouchLost && (this.#touches === null || touches === this.#touches);
  }

  /**
   * When the given `server_knowledge` value was last confirmed to be current; `null` if the value
   * isn't known to be current.
   */
  validatedAt(knowledge: number | null): Validation | null {
    return this.#last?.knowledge === knowledge ? this.#last.validation : null;
  }

  /** Whether data is as fresh as needed: it was read recently, or a later read showed no change. */
  isFresh({ validation, knowledge }: Validated, need: FreshnessNeed): boolean {
    if (this.isValidAfterWrites(validation) && isFreshEnough(validation, need)) return true;
    const later = this.validatedAt(knowledge);
    return later !== null && this.isValidAfterWrites(later) && isFreshEnough(later, need);
  }

  /** Whether the latest read found newer server knowledge and is fresh enough for the caller. */
  hasChangedSince(knowledge: number, need: FreshnessNeed): boolean {
    const last = this.#last;
    return last !== null && last.knowledge > knowledge &&
      this.isValidAfterWrites(last.validation) && isFreshEnough(last.validation, need);
  }

  forget(): void {
    this.#last = null;
    this.#timesForgotten += 1;
    this.#onForget();
  }
}
