import { BackgroundRetries } from "../client/timers.ts";
import { ToolError } from "../domain/base/tool_error.ts";

/** The changes that one server is making. */
export class InFlightChanges {
  readonly #running = new Set<Promise<unknown>>();
  #isEnding = false;
  /** Closes intents that may be stored even though their changes were never sent. */
  readonly unsent: Pick<BackgroundRetries, "add" | "close"> = new BackgroundRetries({
    longestPauseMs: 15_000,
    deadlineMs: Infinity,
  });
  /** Whether any change has begun, even if it has since finished. */
  hasBegun = false;

  /** Runs a change to its end, unless the server is shutting down. */
  async run<Result>(change: () => Promise<Result>): Promise<Result> {
    if (this.#isEnding) {
      throw new ToolError(
        "unavailable",
        "the server is shutting down, so nothing was written: call again after it restarts",
      );
    }
    this.hasBegun = true;
    const running = change();
    this.#running.add(running);
    return await running.finally(() => this.#running.delete(running));
  }

  /** Rejects new changes and resolves when all changes in progress have finished. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.allSettled(this.#running);
    await this.unsent.close();
  }
}

export class BackgroundResolution {
  readonly #running = new Set<Promise<void>>();

  /** Starts resolving an outcome. The given function must report its own failures. */
  start(resolve: () => Promise<void>): void {
    const running = resolve().catch(() => {}).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when every attempt that started before this call has finished. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
