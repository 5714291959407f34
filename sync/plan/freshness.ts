/** When something was known to be true. */
export interface Validation extends Pick<Moment, "at" | "sequence"> {
  /** The plan's touches then; absent where that is not known. */
  readonly touches?: number;
}

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
  /** Whether the caller needs data read after its request. */
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

export class Moments {
  readonly #clock: Clock;
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Gives this moment, later than all before. */
  next(): Moment {
    return { at: this.#clock.now(), sequence: ++this.#sequence, utcDay: this.#clock.utcDay() };
  }
}

/**
 * Tells whether an answer's number says how far the plan has come. The list of
 * schedules has none until a plan has its first one, and stays at 0.
 */
export function isKnowledge(knowledge: number): boolean {
  return knowledge > 0;
}

/** The last knowledge that a read has validated, and when. */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly validation: Validation } | null = null;
  readonly #onForget: () => void;
  /** What began up to then is not valid any more. */
  #invalidated = -1;
  /** The plan's touches as they were seen last; `null` before the first look. */
  #touches: number | null = null;
  /** Whether we changed the plan but couldn't notify other processes. */
  #isUntold = false;

  /** Knows nothing yet; `onForget` is called when the plan was restored to an earlier state. */
  constructor(onForget: () => void = () => {}) {
    this.#onForget = onForget;
  }

  /** The knowledge that was seen last; `null` before the first read. */
  get last(): number | null {
    return this.#last?.knowledge ?? null;
  }

  /** Validates by what a read answered; of several the one that began last counts. */
  validate(knowledge: number, validation: Validation): void {
    if (!isKnowledge(knowledge)) return;
    const known = this.#last;
    // What another process has read counts when it knows more.
    const isTheirs = validation.sequence === 0 && knowledge > (known?.knowledge ?? 0);
    const isLater = known === null || isTheirs || validation.sequence > known.validation.sequence ||
      (validation.sequence === known.validation.sequence && validation.at >= known.validation.at);
    if (isLater) this.#last = { knowledge, validation };
  }

  /** Last known count of changes through this store; `null` before the first poll. */
  get touches(): number | null {
    return this.#touches;
  }

  /** Invalidates earlier reads, because we changed the plan. */
  invalidate({ sequence }: Validation): void {
    this.#invalidated = sequence;
  }

  /** Takes note of the plan's touches: more than were known are changes of another process. */
  notice(touches: number, seen: Validation): void {
    if (this.#touches !== null && touches !== this.#touches) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Records our own touch; `null` if it couldn't be stored. */
  touched(touches: number | null, seen: Validation): void {
    this.#isUntold = touches === null;
    if (touches === null) return;
    // Where one is skipped another process was between.
    if (this.#touches !== null && touches !== this.#touches + 1) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Tells whether something was read after the last write made from here. */
  isValidAfterWrites({ sequence, touches }: Validation): boolean {
    if (sequence !== 0) return sequence > this.#invalidated;
    // Of what the store has kept only the touches tell whether it was read later.
    return !this.#isUntold && (this.#touches === null || touches === this.#touches);
  }

  /** When the plan was last seen at this knowledge; `null` if it has moved, or is not known. */
  validatedAt(knowledge: number | null): Validation | null {
    return this.#last?.knowledge === knowledge ? this.#last.validation : null;
  }

  /** Forgets everything: the plan was restored to an earlier state. */
  forget(): void {
    this.#last = null;
    this.#onForget();
  }
}
