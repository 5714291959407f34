/**
 * Tells whether texts repeat each other: those of a field that hardly do are not all compared
 * with those that have come before.
 *
 * @module
 */

/** After so many texts it is seen whether they repeat each other. */
const WINDOW = 512;
/** So many values are always told apart, though all are new at first. */
const FEWEST_NEW = 4_096;
/** Share of texts that no text before is the same as, from which on they are not compared. */
const MOSTLY_NEW = 0.6;
/** Of texts that do not repeat each other one in so many is compared all the same. */
const SAMPLED = 8;

/**
 * Samples the texts of a field.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const repetition = new Repetition();
 * assertEquals(repetition.isPassed(), false);
 * for (let count = 1; count <= 5_120; count++) repetition.note(true, count);
 * assertEquals(repetition.isPassed(), true);
 * ```
 */
export class Repetition {
  /** Texts that were compared since it was last seen whether they repeat each other. */
  #compared = 0;
  #new = 0;
  /** Texts that go by before the next one is compared. */
  #skipped = 0;
  #isMostlyNew = false;

  /** Whether the next text is taken for a new one, without comparing it. */
  isPassed(): boolean {
    if (this.#isMostlyNew && this.#skipped++ < SAMPLED) return true;
    this.#skipped = 0;
    return false;
  }

  /**
   * Takes note of a text that was compared.
   *
   * @param isNew Whether no text before it was the same.
   * @param count How many values there are by now.
   */
  note(isNew: boolean, count: number): void {
    this.#compared += 1;
    if (isNew) this.#new += 1;
    if (this.#compared < WINDOW) return;
    this.#isMostlyNew = count > FEWEST_NEW && this.#new > MOSTLY_NEW * WINDOW;
    this.#compared = 0;
    this.#new = 0;
  }
}
