import type { ChangeStore } from "../../sync/store/change_records.ts";
import { BackgroundRetries, type RetryOptions } from "../../sync/store/background_retries.ts";
import { Journal, type JournalEntry } from "../journal.ts";

/** As long as the process lives. */
const PATIENT: RetryOptions = { longestPauseMs: 15_000, mostMs: Infinity };

/** Intents that may have been written down and were not followed by a request. */
export class UnsentIntents {
  readonly #store: ChangeStore;
  readonly #retries: BackgroundRetries;

  /** Closes those of a store. */
  constructor(store: ChangeStore, options: RetryOptions = PATIENT) {
    this.#store = store;
    this.#retries = new BackgroundRetries(options);
  }

  /** Closes an intent, if it was written down, as soon as the store answers. */
  add(intent: JournalEntry): void {
    this.#retries.add(() => closeUnsent(this.#store, intent));
  }

  /** Tries once more what is left. */
  close(): Promise<void> {
    return this.#retries.close();
  }
}

/** Under the lock of the plan, so that whatever is still being written comes before. */
async function closeUnsent(store: ChangeStore, intent: JournalEntry): Promise<void> {
  const { planId, operationId, touchedAt } = intent;
  const journal = new Journal(store);
  await store.withPlanLock(planId, async () => {
    const entry = (await journal.openEntries(planId)).find((one) =>
      one.operationId === operationId
    );
    // Whoever has begun it again since has told of it since.
    if (entry?.state !== "intended" || entry.touchedAt !== touchedAt) return;
    const steps = entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((target) => ({ ...target, outcome: "not_done" as const })),
    }));
    await journal.save({ ...entry, steps, state: "failed" });
  });
}
