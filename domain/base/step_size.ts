/** A measure of work, from which on a step is over. */
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
