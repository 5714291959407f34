import type { HttpLimits } from "./limits.ts";

/** The requests of one kind that a server answers at the same time. */
export class Load {
  readonly #limits: Pick<HttpLimits, "calls" | "callsOfOne">;
  readonly #callsOf = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;

  /** Counts against limits. */
  constructor(limits: Pick<HttpLimits, "calls" | "callsOfOne">) {
    this.#limits = limits;
  }

  /** Counts a call. */
  enter(id: string): (() => void) | "callsOfOne" | "calls" {
    const own = this.#callsOf.get(id) ?? 0;
    if (own >= this.#limits.callsOfOne) return "callsOfOne";
    if (this.#calls >= this.#limits.calls) return "calls";
    this.#calls += 1;
    this.#callsOf.set(id, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(id);
    };
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    if (this.#calls > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(id: string): void {
    this.#calls -= 1;
    const left = (this.#callsOf.get(id) ?? 1) - 1;
    if (left === 0) this.#callsOf.delete(id);
    else this.#callsOf.set(id, left);
    if (this.#calls === 0) this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}
