/** Work that can be put down between two steps; each takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Takes all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Splits work into steps of a size. */
export class StepSize {
  readonly #most: number;
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts work; `true` when the step is over, after which the next one starts. */
  isOver(work: number): boolean {
    this.#done += work;
    if (this.#done < this.#most) return false;
    this.#done = 0;
    return true;
  }
}
