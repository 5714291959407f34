/**
 * Validity of what was read of a plan, by its server knowledge. Upstream counts every change of a
 * plan, of whatever kind, in one number: while it stands still, nothing has moved.
 *
 * @module
 */

import type { Validation } from "./freshness.ts";

/**
 * Tells whether an answer's number says how far the plan has come. The list of
 * schedules has none while a plan never had one, and stands at 0.
 *
 * @param knowledge As the answer has it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isKnowledge(0), false);
 * ```
 */
export function isKnowledge(knowledge: number): boolean {
  return knowledge > 0;
}

/**
 * The last knowledge that a read has validated, and when.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const knowledge = new PlanKnowledge();
 * knowledge.validate(7, { at: 1_000, sequence: 1 });
 * assertEquals(knowledge.validatedAt(7), { at: 1_000, sequence: 1 });
 * assertEquals(knowledge.validatedAt(6), null);
 * ```
 */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly validation: Validation } | null = null;
  #forgetters: (() => void)[] = [];
  #invalidated: Validation = { at: -Infinity, sequence: -1 };
  #invalidBefore = 0;

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
    if (isLater) {
      this.#last = { knowledge, validation: { at: validation.at, sequence: validation.sequence } };
    }
  }

  /** Invalidates what was read before: we have changed the plan. */
  invalidate({ at, sequence }: Validation): void {
    this.#invalidated = { at, sequence };
  }

  /** Invalidates what was read before a time: another process may have changed the plan then. */
  invalidateBefore(at: number): void {
    this.#invalidBefore = Math.max(this.#invalidBefore, at);
  }

  /** Tells whether something was read after the last write made from here. */
  isValidAfterWrites(validation: Validation): boolean {
    // Of what other processes have read only the time tells whether it came later.
    const isLater = validation.sequence === 0
      ? validation.at > this.#invalidated.at
      : validation.sequence > this.#invalidated.sequence;
    return isLater && validation.at >= this.#invalidBefore;
  }

  /** Tells when the plan was last seen at this knowledge; `null` if it has moved. */
  validatedAt(knowledge: number): Validation | null {
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
