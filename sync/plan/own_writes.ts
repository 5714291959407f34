/**
 * Cache invalidation by our own writes: what was read before one counts no more, here and in other
 * processes.
 *
 * @module
 */

import type { CollectionContext } from "../collection_context.ts";

/** The changes that are made to one plan from here. */
export class OwnWrites {
  readonly #context: CollectionContext;

  /** Nothing was written yet. */
  constructor(context: CollectionContext) {
    this.#context = context;
  }

  /** Runs a change; reads that need upstream wait until it is done. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const { store, planId, gate } = this.#context;
    return gate.holdingReads(async () => {
      // Beforehand, for the others: a process that dies meanwhile can't say so any more.
      await this.#leaveWord();
      try {
        return await store.whileWriting(planId, run);
      } finally {
        // However it ended: what was read before is not valid now.
        await this.note();
      }
    });
  }

  /** Takes note of a write: what began before it is not valid any more. */
  async note(): Promise<void> {
    const { knowledge, moments } = this.#context;
    knowledge.invalidate(moments.next());
    await this.#leaveWord();
  }

  /** Has other processes, and those after this one, read anew. */
  async #leaveWord(): Promise<void> {
    const { store, planId, knowledge, moments, onStoreFailure } = this.#context;
    const touches = await store.touch(planId).catch((error: unknown) => {
      onStoreFailure(error);
      return null;
    });
    knowledge.touched(touches, moments.next());
  }
}
