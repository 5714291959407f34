import { BackgroundRetries } from "../client/timers.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { ChangeStore } from "../sync/store/change_records.ts";
import { Journal, type JournalEntry } from "./journal.ts";

/** The changes that one server is making. */
export class InFlightChanges {
  readonly #running = new Set<Promise<unknown>>();
  #isEnding = false;
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
  }
}

export class BackgroundResolution {
  readonly #running = new Set<Promise<void>>();

  /** Starts to resolve an outcome. The given function must report its own failures. */
  start(resolve: () => Promise<void>): void {
    const running = resolve().catch(() => {}).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when every attempt that started before this call has finished. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Intents that may be stored even though no request followed them. */
export class UnsentIntents {
  readonly #store: ChangeStore;
  /** Retries for as long as the process runs. */
  readonly #retries = new BackgroundRetries({ longestPauseMs: 15_000, deadlineMs: Infinity });

  constructor(store: ChangeStore) {
    this.#store = store;
  }

  /** Closes an intent as soon as the store responds, if the store contains the intent. */
  add(intent: JournalEntry): void {
    this.#retries.add(() => closeUnsent(this.#store, intent));
  }

  close(): Promise<void> {
    return this.#retries.close();
  }
}

/** Holds the plan's lock, so that a pending write finishes first. */
async function closeUnsent(store: ChangeStore, intent: JournalEntry): Promise<void> {
  const { planId, operationId, touchedAt } = intent;
  const journal = new Journal(store);
  await store.withPlanLock(planId, async () => {
    const entry = (await journal.openEntries(planId)).find((one) =>
      one.operationId === operationId
    );
    // A newer attempt at the change has an entry of its own.
    if (entry?.state !== "intended" || entry.touchedAt !== touchedAt) return;
    const steps = entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((target) => ({ ...target, outcome: "not_done" as const })),
    }));
    await journal.save({ ...entry, steps, state: "failed" });
  });
}
