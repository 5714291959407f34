interface Waiter {
  readonly user: string;
  readonly go: () => void;
}

/** Places that users wait for; no user can hold all of them. */
export class Places {
  readonly #most: number;
  readonly #mostOfUser: number;
  readonly #heldBy = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  #held = 0;

  constructor({ most, mostOfUser }: { readonly most: number; readonly mostOfUser: number }) {
    this.#most = most;
    this.#mostOfUser = mostOfUser;
  }

  /**
   * Waits for a place, and returns what gives it back; calling that again has no effect. A signal
   * that is aborted later gives it back, too.
   */
  async take(user: string, signal?: AbortSignal | null): Promise<() => void> {
    if (this.#isFreeFor(user)) this.#hold(user);
    else await new Promise<void>((go) => this.#waiting.push({ user, go }));
    let isHeld = true;
    const leave = (): void => {
      signal?.removeEventListener("abort", leave);
      if (isHeld) this.#giveBack(user);
      isHeld = false;
    };
    signal?.addEventListener("abort", leave);
    return leave;
  }

  #isFreeFor(user: string): boolean {
    return this.#held < this.#most && (this.#heldBy.get(user) ?? 0) < this.#mostOfUser;
  }

  #hold(user: string): void {
    this.#held += 1;
    this.#heldBy.set(user, (this.#heldBy.get(user) ?? 0) + 1);
  }

  #giveBack(user: string): void {
    this.#held -= 1;
    const left = (this.#heldBy.get(user) ?? 1) - 1;
    if (left === 0) this.#heldBy.delete(user);
    else this.#heldBy.set(user, left);
    const at = this.#waiting.findIndex((one) => this.#isFreeFor(one.user));
    if (at < 0) return;
    const [next] = this.#waiting.splice(at, 1);
    if (next === undefined) return;
    // Before it goes on, so that no other user takes the place.
    this.#hold(next.user);
    next.go();
  }
}
