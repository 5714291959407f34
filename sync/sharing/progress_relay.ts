/**
 * Tells all who wait for one read how far it has come.
 *
 * @module
 */

import type { LoadProgress } from "../../client/load_progress.ts";

/** Hears how far a read has come. */
export type ProgressListener = (progress: LoadProgress) => void;

/**
 * Passes progress on.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const told: number[] = [];
 * const relay = new ProgressRelay();
 * relay.add(({ bytes }) => void told.push(bytes));
 * for (const bytes of [1, 2, 1, 3]) relay.tell({ bytes, total: null });
 * assertEquals(told, [1, 2, 3]);
 * ```
 */
export class ProgressRelay {
  readonly #listeners = new Set<ProgressListener>();
  #most = 0;

  /** Adds a listener; one that is absent hears nothing. */
  add(listener: ProgressListener | undefined): void {
    if (listener !== undefined) this.#listeners.add(listener);
  }

  /** Tells how far it has come; a further try is told once it has come further. */
  tell(progress: LoadProgress): void {
    if (progress.bytes <= this.#most) return;
    this.#most = progress.bytes;
    for (const listener of this.#listeners) listener(progress);
  }
}
