/** Places in the list that was given. */
export type Places = readonly number[];

/** Sets of four that may be looked at before they count as too many to tell apart. */
const MOST_LOOKED_AT = 20_000;

/**
 * Finds pairs in one pass. The first ones found are those whose last place is the
 * lowest.
 */
export function pairsMaking(
  numbers: readonly number[],
  { target, most, sideOf }: {
    readonly target: number;
    readonly most: number;
    readonly sideOf?: (place: number) => boolean;
  },
): readonly Places[] {
  const found: Places[] = [];
  const here = new Map<number, number[]>();
  const there = sideOf === undefined ? here : new Map<number, number[]>();
  for (const [at, number] of numbers.entries()) {
    if (number === 0 || number === target) continue;
    const [own, other] = sideOf?.(at) === true ? [here, there] : [there, here];
    for (const before of other.get(target - number) ?? []) {
      found.push([before, at]);
      if (found.length >= most) return found;
    }
    remember(own, number, at);
  }
  return found;
}

/** Finds sets of three. */
export function triplesMaking(
  numbers: readonly number[],
  { target, most }: { readonly target: number; readonly most: number },
): readonly Places[] {
  const found: Places[] = [];
  const seen = new Map<number, number[]>();
  for (const [at, number] of numbers.entries()) {
    if (number === 0 || number === target) continue;
    for (let next = at + 1; next < numbers.length; next++) {
      const third = numbers[next] ?? 0;
      if (third === 0 || third === target) continue;
      for (const first of seen.get(target - number - third) ?? []) {
        found.push([first, at, next]);
        if (found.length >= most) return found;
      }
    }
    remember(seen, number, at);
  }
  return found;
}

/** Finds sets of four by the sums of pairs that come before other pairs. */
export function foursMaking(
  numbers: readonly number[],
  { target, most }: { readonly target: number; readonly most: number },
): readonly Places[] | null {
  const places = [...numbers.keys()].filter((at) => numbers[at] !== 0 && numbers[at] !== target);
  const used = places.map((at) => numbers[at] ?? 0);
  const found: Places[] = [];
  const before = new PairSums();
  let lookedAt = 0;
  for (const [third, number] of used.entries()) {
    for (let fourth = third + 1; fourth < used.length; fourth++) {
      const sum = number + (used[fourth] ?? 0);
      // Half of such a set would do by itself.
      if (sum === 0 || sum === target) continue;
      let pair = before.newest(target - sum);
      for (; pair >= 0; pair = before.older(pair)) {
        if (++lookedAt > MOST_LOOKED_AT) return null;
        const set = [...before.placesOf(pair), third, fourth];
        if (!isWhole(set.map((at) => used[at] ?? 0), target)) continue;
        found.push(set.map((at) => places[at] ?? 0));
        if (found.length >= most) return found;
      }
    }
    for (let first = 0; first < third; first++) {
      before.add((used[first] ?? 0) + number, first, third);
    }
  }
  return found;
}

/** Pairs of places by their sums; lists of pairs would take several times as long. */
class PairSums {
  readonly #newest = new Map<number, number>();
  readonly #places: number[] = [];
  readonly #older: number[] = [];

  add(sum: number, first: number, second: number): void {
    const pair = this.#older.length;
    this.#older.push(this.#newest.get(sum) ?? -1);
    this.#places.push(first, second);
    this.#newest.set(sum, pair);
  }

  /** Gives the last pair that makes a sum; -1 when none does. */
  newest(sum: number): number {
    return this.#newest.get(sum) ?? -1;
  }

  /** Gives the pair before another one that makes the same sum; -1 when there is none. */
  older(pair: number): number {
    return this.#older[pair] ?? -1;
  }

  placesOf(pair: number): Places {
    return this.#places.slice(2 * pair, 2 * pair + 2);
  }
}

/** Whether no pair of four numbers does the work alone. */
function isWhole([a = 0, b = 0, c = 0, d = 0]: readonly number[], target: number): boolean {
  return [a + c, a + d, b + c, b + d].every((sum) => sum !== 0 && sum !== target);
}

function remember(seen: Map<number, number[]>, number: number, at: number): void {
  const places = seen.get(number);
  if (places === undefined) seen.set(number, [at]);
  else places.push(at);
}
