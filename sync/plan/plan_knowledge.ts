import type { Validation } from "./freshness.ts";

/**
 * Tells whether an answer's number says how far the plan has come. The list of
 * schedules has none while a plan never had one, and stands at 0.
 */
export function isKnowledge(knowledge: number): boolean {
  return knowledge > 0;
}

/** The last knowledge that a read has validated, and when. */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly validation: Validation } | null = null;
  #forgetters: (() => void)[] = [];
  /** What began up to then is not valid any more. */
  #invalidated = -1;
  /** The plan's touches as they were seen last; `null` before the first look. */
  #touches: number | null = null;
  /** Whether we have changed the plan and nobody could be told. */
  #isUntold = false;

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

  /** How often the plan was changed from here, as was seen last; `null` before the first look. */
  get touches(): number | null {
    return this.#touches;
  }

  /** Invalidates what was read before: we have changed the plan. */
  invalidate({ sequence }: Validation): void {
    this.#invalidated = sequence;
  }

  /** Takes note of the plan's touches: more than were known are changes of another process. */
  notice(touches: number, seen: Validation): void {
    if (this.#touches !== null && touches !== this.#touches) this.invalidate(seen);
    this.#touches = touches;
  }

  /** Takes note of a touch of our own; `null` for one that nobody could be told of. */
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

  /** Tells when the plan was last seen at this knowledge; `null` if it has moved, or is not known. */
  validatedAt(knowledge: number | null): Validation | null {
    return this.#last?.knowledge === knowledge ? this.#last.validation : null;
  }

  /** Has something run when the plan turns out to have gone back in time. */
  onForget(run: () => void): void {
    this.#forgetters.push(run);
  }

  /** Forgets everything: the plan was restored to an earlier state. */
  forget(): void {
    this.#last = null;
    for (const run of this.#forgetters) run();
  }
}
