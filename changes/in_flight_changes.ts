import { BackgroundRetries } from "../client/timers.ts";
import { ToolError } from "../domain/base/tool_error.ts";

/** The changes that one server is making. */
export class InFlightChanges {
  /** Resolves when all changes so far have finished. */
  #finished: Promise<unknown> = Promise.resolve();
  #isEnding = false;
  /** Closes intents that may be in the journal even though their changes were never sent. */
  readonly unsent: Pick<BackgroundRetries, "add" | "close"> = new BackgroundRetries({
    longestPauseMs: 15_000,
    deadlineMs: Infinity,
  });
  /** Whether any change has begun, even if it has since finished. */
  hasBegun = false;

  /** Runs a change to completion, but refuses to start it if the server is shutting down. */
  async run<Result>(change: () => Promise<Result>): Promise<Result> {
    if (this.#isEnding) {
      throw new ToolError(
        "unavailable",
        "the server is shutting down, so nothing was written: call again after it restarts",
      );
    }
    this.hasBegun = true;
    const running = change();
    this.#finished = Promise.allSettled([this.#finished, running]).then(() => {});
    return await running;
  }

  /** Rejects new changes and resolves when all changes in progress have finished. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#finished;
    await this.unsent.close();
  }
}
