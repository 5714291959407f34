const HOUR_MS = 3_600_000;

/** Remembers when the requests of the last hour came. */
export class RateWindow {
  readonly #limit: number | null;
  #times: number[] = [];

  /** Allows `limit` requests per hour; `null` allows any number. */
  constructor(limit: number | null) {
    this.#limit = limit;
  }

  /** Counts a request, unless the limit forbids it. */
  take(now: Date): boolean {
    this.#times = this.#times.filter((time) => time > now.getTime() - HOUR_MS);
    if (this.#limit !== null && this.#times.length >= this.#limit) return false;
    this.#times.push(now.getTime());
    return true;
  }

  /** Writes used and allowed requests as the old header did. */
  header(): string {
    return `${this.#times.length}/${this.#limit ?? 200}`;
  }

  /** Gives the seconds until a request is allowed again, at least 1. */
  secondsUntilFree(now: Date): number {
    const oldest = this.#times[0] ?? now.getTime();
    return Math.max(1, Math.ceil((oldest + HOUR_MS - now.getTime()) / 1000));
  }
}
