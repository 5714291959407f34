/** Work that can be put down between two steps; each takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Takes all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

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
