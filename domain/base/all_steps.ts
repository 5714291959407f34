/** Work that can be put down between two steps; each takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

/** Takes all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
