/** A write barrier and a mutex, within one process. */
export class PlanGate {
  #writing: Promise<unknown> = Promise.resolve();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #writers: (() => Promise<void>)[] = [];

  /** Holds new reads back while something runs. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const writing = run();
    this.#writing = writing.catch(() => {});
    return writing;
  }

  /** Resolves when no change is being written. */
  async readsMayGo(): Promise<void> {
    await this.#writing;
  }

  /** Adds what tells when all that one collection has noted is in the store. */
  addWriter(written: () => Promise<void>): void {
    this.#writers.push(written);
  }

  /** Resolves when the store has what every collection has noted so far, or has failed. */
  async allWritten(): Promise<void> {
    await Promise.all(this.#writers.map((written) => written()));
  }

  /** Runs one thing after another. */
  withMutex<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(run);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}
