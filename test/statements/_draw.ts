/** Random choices determined by a seed (mulberry32). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to but not including 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** Returns true with a probability of `share` percent. */
  percent(share: number): boolean {
    return this.fraction() * 100 < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.whole(0, values.length - 1)];
    if (value === undefined) throw new Error("Cannot pick from an empty list");
    return value;
  }

  /** Returns a key, with a probability proportional to the key's weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const keys = Object.keys(weights) as Key[];
    let rest = this.fraction() * keys.reduce((sum, key) => sum + weights[key], 0);
    for (const key of keys) {
      rest -= weights[key];
      if (rest < 0) return key;
    }
    return this.pick(keys);
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, at: this.fraction() }))
      .sort((one, other) => one.at - other.at)
      .map(({ value }) => value);
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => String(this.whole(0, 9))).join("");
  }
}
