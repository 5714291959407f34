/** When something was known to be true. */
export interface Validation extends Pick<Moment, "at" | "sequence"> {
  /** The plan's write count at that time; absent if unknown. */
  readonly touches?: number;
}

export function storedValidation(
  { readAt, touches }: { readonly readAt: number; readonly touches?: number },
): Validation {
  return { at: readAt, sequence: 0, ...(touches === undefined ? {} : { touches }) };
}

/** Something read from the plan, and what says how current it is. */
export interface Validated {
  readonly validation: Validation;
  /** Server knowledge of the response; `null` if it had none. */
  readonly knowledge: number | null;
}

/** How current a caller needs the data. */
export interface FreshnessNeed {
  /** When the caller asked. */
  readonly asked: Moment;
  readonly maxAgeMs: number;
  /** Whether the caller needs data read after its request. */
  readonly isFreshOnly: boolean;
}

export function isFreshEnough(validation: Validation, need: FreshnessNeed): boolean {
  if (validation.sequence > need.asked.sequence) return true;
  if (need.isFreshOnly) return false;
  // A clock that was set back must not keep old data forever.
  const ageMs = need.asked.at - validation.at;
  return ageMs >= 0 && ageMs < need.maxAgeMs;
}

export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Logical clock: increases with every moment of this process; 0 for stored data. */
  readonly sequence: number;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcDay: string;
}

export interface Clock {
  readonly now: () => number;
  /** UTC day; a fixed one in demos and tests. */
  readonly utcDay: () => string;
}

export class Moments {
  readonly #clock: Clock;
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns this moment, which is later than every moment before. */
  next(): Moment {
    return { at: this.#clock.now(), sequence: ++this.#sequence, utcDay: this.#clock.utcDay() };
  }
}

/**
 * Whether a response's number is server knowledge. YNAB's list of scheduled transactions has none
 * until the plan has its first one, and then returns 0.
 */
export function isKnowledge(knowledge: number): boolean {
  return knowledge > 0;
}

/** The server knowledge that a read validated last, and which earlier reads are still valid. */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly validation: Validation } | null = null;
  readonly #onForget: () => void;
  /** Reads that began at or before this sequence are invalid. */
  #invalidated = -1;
  #touches: number | null = null;
  /** Whether we changed the plan but couldn't notify other processes. */
  #isTouchLost = false;
  #timesForgotten = 0;

  /** Calls `onForget` when the plan was restored to an earlier state. */
  constructor(onForget: () => void = () => {}) {
    this.#onForget = onForget;
  }

  /** Server knowledge of the last read; `null` before the first one. */
  get last(): number | null {
    return this.#last?.knowledge ?? null;
  }

  /** The plan's write count through this store, as last polled; `null` before the first poll. */
  get touches(): number | null {
    return this.#touches;
  }

  /** How often the plan was restored to an earlier state. */
  get timesForgotten(): number {
    return this.#timesForgotten;
  }

  /** Records a response's knowledge; the read that began last counts. */
  validate(knowledge: number, validation: Validation): void {
    if (!isKnowledge(knowledge)) return;
    const known = this.#last;
    // A read by another process counts when it knows more.
    const isTheirs = validation.sequence === 0 && knowledge > (known?.knowledge ?? 0);
    const isLater = known === null || isTheirs || validation.sequence > known.validation.sequence ||
      (validation.sequence === known.validation.sequence && validation.at >= known.validation.at);
    if (isLater) this.#last = { knowledge, validation };
  }

  /** Invalidates earlier reads, because the plan was changed. */
  invalidate({ sequence }: Validation): void {
    this.#invalidated = sequence;
  }

  /** Takes a polled write count: another process changed the plan if it moved. */
  notice(touches: number, seen: Validation): void {
    if (this.#touches !== null && touches !== this.#touches) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Records our own touch; `null` if it couldn't be stored. */
  touched(touches: number | null, seen: Validation): void {
    this.#isTouchLost = touches === null;
    if (touches === null) return;
    // A gap in the count is another process's change.
    if (this.#touches !== null && touches !== this.#touches + 1) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Whether something was read after the last known change to the plan. */
  isValidAfterWrites({ sequence, touches }: Validation): boolean {
    if (sequence !== 0) return sequence > this.#invalidated;
    // For stored data, only the write count tells whether it was read later.
    return !this.#isTouchLost && (this.#touches === null || touches === this.#touches);
  }

  /** When the plan was last seen at this knowledge; `null` if it has moved or is unknown. */
  validatedAt(knowledge: number | null): Validation | null {
    return this.#last?.knowledge === knowledge ? this.#last.validation : null;
  }

  /** When something was true: when it was read, and when the plan was last seen unchanged. */
  validationsOf({ validation, knowledge }: Validated): readonly Validation[] {
    const plan = this.validatedAt(knowledge);
    return plan === null ? [validation] : [validation, plan];
  }

  isFresh(read: Validated, need: FreshnessNeed): boolean {
    return this.validationsOf(read).some((validation) =>
      this.isValidAfterWrites(validation) && isFreshEnough(validation, need)
    );
  }

  /** Forgets everything: the plan was restored to an earlier state. */
  forget(): void {
    this.#last = null;
    this.#timesForgotten += 1;
    this.#onForget();
  }
}
