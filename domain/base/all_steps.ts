/** Work that can pause between steps; each takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without pausing. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Splits work into steps of equal size. */
export class StepSize {
  readonly #most: number;
  #done = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts work; returns `true` when the step is full. */
  isOver(work: number): boolean {
    this.#done += work;
    if (this.#done < this.#most) return false;
    this.#done = 0;
    return true;
  }
}
