/**
 * Keeps account of what is being settled in the background, for those who want to know
 * what came of it.
 *
 * @module
 */

/**
 * What is being settled.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const seen: string[] = [];
 * const settling = new Settling();
 * settling.start(async () => {
 *   await Promise.resolve();
 *   seen.push("settled");
 * });
 * await settling.ended();
 * assertEquals(seen, ["settled"]);
 * ```
 */
export class Settling {
  readonly #running = new Set<Promise<void>>();

  /** Starts to settle something; what fails has to tell of it by itself. */
  start(settle: () => Promise<void>): void {
    const running = settle().catch(() => {}).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when what was started before has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
