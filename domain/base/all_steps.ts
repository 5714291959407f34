/** Work that can pause between steps of at most a few milliseconds each. */
export type Steps<Result> = Generator<void, Result>;

export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
