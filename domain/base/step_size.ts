/**
 * Counts what is done since others had their turn.
 *
 * @module
 */

/**
 * A measure of work, from which on a step is over.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const step = new StepSize(10);
 * assertEquals([step.isOver(6), step.isOver(6), step.isOver(6)], [false, true, false]);
 * ```
 */
export class StepSize {
  readonly #most: number;
  #done = 0;

  /** Measures steps of so much. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes note of work; tells whether others should have their turn, and begins anew if so. */
  isOver(work: number): boolean {
    this.#done += work;
    if (this.#done < this.#most) return false;
    this.#done = 0;
    return true;
  }
}
