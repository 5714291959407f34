/** The limit that a request exceeds. */
export type Exceeded = "callsOfOne" | "calls";

export interface LoadLimits {
  readonly calls: number;
  readonly callsOfOne: number;
}

/** Concurrent requests of one kind. */
export class Load {
  readonly #limits: LoadLimits;
  readonly #callsOf = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;

  constructor(limits: LoadLimits) {
    this.#limits = limits;
  }

  enter(id: string): Exceeded | null {
    const own = this.#callsOf.get(id) ?? 0;
    if (own >= this.#limits.callsOfOne) return "callsOfOne";
    if (this.#calls >= this.#limits.calls) return "calls";
    this.#calls += 1;
    this.#callsOf.set(id, own + 1);
    return null;
  }

  leave(id: string): void {
    this.#calls -= 1;
    const left = (this.#callsOf.get(id) ?? 1) - 1;
    if (left === 0) this.#callsOf.delete(id);
    else this.#callsOf.set(id, left);
    if (this.#calls === 0) this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
