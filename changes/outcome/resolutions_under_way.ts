/**
 * Keeps account of what is being resolved in the background, for those who want to know
 * what came of it.
 *
 * @module
 */

/**
 * What is being resolved.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const seen: string[] = [];
 * const resolving = new BackgroundResolution();
 * resolving.start(async () => {
 *   await Promise.resolve();
 *   seen.push("resolved");
 * });
 * await resolving.ended();
 * assertEquals(seen, ["resolved"]);
 * ```
 */
export class BackgroundResolution {
  readonly #running = new Set<Promise<void>>();

  /** Starts to resolve something; what fails has to tell of it by itself. */
  start(resolve: () => Promise<void>): void {
    const running = resolve().catch(() => {}).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when what was started before has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
