/** Work that can pause between steps, each of which takes a few milliseconds at most. */
export type Steps<Result> = Generator<void, Result>;

export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
