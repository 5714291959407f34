import { seededRandom } from "../../domain/base/statistics.ts";

/** Random choices determined by a seed. */
export class Draw {
  /** Returns a number from 0 up to but not including 1. */
  readonly fraction: () => number;

  constructor(seed: number) {
    this.fraction = seededRandom(seed);
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

  /** Returns a random key; the probability of each key is proportional to its weight. */
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
