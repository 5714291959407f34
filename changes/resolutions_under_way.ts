/** What is being resolved. */
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
