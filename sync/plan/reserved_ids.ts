import { singleFlight } from "../store/single_flight.ts";
import type { CollectionContext } from "./collection_context.ts";

/** The reserved ids of one plan, kept in its store. */
export class ReservedIds {
  readonly #context: Pick<CollectionContext, "store" | "planId" | "onStoreFailure">;
  readonly #onId: (id: string) => void;
  readonly #ids = new Set<string>();
  /** Resolves when the store has these, or has failed. */
  #kept: Promise<unknown> = Promise.resolve();
  /** Takes what the store has, once. */
  readonly restore: () => Promise<void>;

  /** Makes an empty set. */
  constructor(
    context: Pick<CollectionContext, "store" | "planId" | "onStoreFailure">,
    onId: (id: string) => void,
  ) {
    this.#context = context;
    this.#onId = onId;
    this.restore = singleFlight(() => this.#restore());
  }

  /** Every id so far. */
  get all(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Takes ids and keeps those that are new. */
  add(ids: readonly string[]): void {
    const unknown = [...new Set(ids)].filter((id) => !this.#ids.has(id));
    if (unknown.length === 0) return;
    this.#take(unknown);
    const { store, planId, onStoreFailure } = this.#context;
    const kept = store.reserveIds(planId, unknown).catch(onStoreFailure);
    this.#kept = Promise.all([this.#kept, kept]).then(() => {});
  }

  /** Resolves when all of them are in the store, or the store has failed. */
  async written(): Promise<void> {
    await this.#kept;
  }

  async #restore(): Promise<void> {
    const { store, planId, onStoreFailure } = this.#context;
    const kept = await store.reservedIds(planId).catch((error: unknown) => {
      onStoreFailure(error);
      return [];
    });
    this.#take(kept);
  }

  #take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#ids.add(id);
      this.#onId(id);
    }
  }
}
