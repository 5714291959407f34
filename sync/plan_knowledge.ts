/**
 * What is known of a plan's server knowledge. Upstream counts every change of a
 * plan, of whatever kind, in one number: while it stands still, nothing has moved.
 *
 * @module
 */

import type { Proof } from "./freshness.ts";

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
 * The last knowledge that a read has proven, and when.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const knowledge = new PlanKnowledge();
 * knowledge.prove(7, { at: 1_000, tick: 1 });
 * assertEquals(knowledge.provenAt(7), { at: 1_000, tick: 1 });
 * assertEquals(knowledge.provenAt(6), null);
 * ```
 */
export class PlanKnowledge {
  #last: { readonly knowledge: number; readonly proof: Proof } | null = null;
  #forgetters: (() => void)[] = [];
  #touched: Proof = { at: -Infinity, tick: -1 };
  #touchedAt = 0;

  /** The knowledge that was seen last; `null` before the first read. */
  get last(): number | null {
    return this.#last?.knowledge ?? null;
  }

  /** Takes note of what a read answered; of several the one that began last counts. */
  prove(knowledge: number, proof: Proof): void {
    if (!isKnowledge(knowledge)) return;
    const known = this.#last;
    // What another process has read counts when it knows more.
    const isTheirs = proof.tick === 0 && knowledge > (known?.knowledge ?? 0);
    const isLater = known === null || isTheirs || proof.tick > known.proof.tick ||
      (proof.tick === known.proof.tick && proof.at >= known.proof.at);
    if (isLater) this.#last = { knowledge, proof: { at: proof.at, tick: proof.tick } };
  }

  /** Takes note that we have changed the plan: what was read before proves nothing now. */
  touch({ at, tick }: Proof): void {
    this.#touched = { at, tick };
  }

  /** Takes note that another process may have changed the plan, in milliseconds since 1970. */
  touchElsewhere(at: number): void {
    this.#touchedAt = Math.max(this.#touchedAt, at);
  }

  /** Tells whether something was read after the last change made from here. */
  isAfterChange(proof: Proof): boolean {
    // Of what other processes have read only the time tells whether it came later.
    const isLater = proof.tick === 0
      ? proof.at > this.#touched.at
      : proof.tick > this.#touched.tick;
    return isLater && proof.at >= this.#touchedAt;
  }

  /** Tells when the plan was last seen at this knowledge; `null` if it has moved. */
  provenAt(knowledge: number): Proof | null {
    return this.#last?.knowledge === knowledge ? this.#last.proof : null;
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
