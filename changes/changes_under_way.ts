import { ToolError } from "../domain/base/tool_error.ts";

/** The changes of one server that are under way. */
export class ChangesUnderWay {
  readonly #running = new Set<Promise<unknown>>();
  #isEnding = false;

  #hasBegun = false;

  /** Whether a change has begun, be it over by now or not. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /**
   * Runs a change to its end.
   *
   * @throws {ToolError} `unavailable` once the server ends: nothing is begun any more.
   */
  async run<Result>(change: () => Promise<Result>): Promise<Result> {
    if (this.#isEnding) {
      throw new ToolError(
        "unavailable",
        "the server is ending, nothing was written: call again after it has restarted",
      );
    }
    this.#hasBegun = true;
    const running = change();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Lets no change begin any more, and resolves when those have ended that have begun. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.allSettled(this.#running);
  }
}
