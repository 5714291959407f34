export type Places = readonly number[];

/**
 * Maximum number of candidates for sets of four; if there are more, `foursMaking` returns `null`.
 */
const MAX_CANDIDATES = 20_000;

/**
 * Finds pairs with a given sum, sorted by the second index. If `sideOf` is given, a pair must have
 * one number from each side. Like the functions below, skips numbers that are 0 or equal to the
 * sum.
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

/**
 * Finds sets of four numbers that add up to `target` but contain no pair that adds up to `target`
 * or 0. Returns `null` if there are too many candidates.
 */
export function foursMaking(
  numbers: readonly number[],
  { target, most }: { readonly target: number; readonly most: number },
): readonly Places[] | null {
  const places = [...numbers.keys()].filter((at) => numbers[at] !== 0 && numbers[at] !== target);
  const used = places.map((at) => numbers[at] ?? 0);
  const found: Places[] = [];
  // Pairs of numbers that come before the third number, grouped by sum.
  const pairsBefore = new Map<number, Places[]>();
  let candidates = 0;
  for (const [third, number] of used.entries()) {
    for (let fourth = third + 1; fourth < used.length; fourth++) {
      const sum = number + (used[fourth] ?? 0);
      if (sum === 0 || sum === target) continue;
      for (const pair of pairsBefore.get(target - sum)?.toReversed() ?? []) {
        if (++candidates > MAX_CANDIDATES) return null;
        const set = [...pair, third, fourth];
        if (!isMinimal(set.map((at) => used[at] ?? 0), target)) continue;
        found.push(set.map((at) => places[at] ?? 0));
        if (found.length >= most) return found;
      }
    }
    for (let first = 0; first < third; first++) {
      remember(pairsBefore, (used[first] ?? 0) + number, [first, third]);
    }
  }
  return found;
}

/** Whether no pair adds up to the sum or 0. The caller has checked `c + d`. */
function isMinimal([a = 0, , c = 0, d = 0]: readonly number[], target: number): boolean {
  return [a + c, a + d].every((sum) => sum !== 0 && sum !== target);
}

function remember<Item>(seen: Map<number, Item[]>, number: number, item: Item): void {
  const items = seen.get(number);
  if (items === undefined) seen.set(number, [item]);
  else items.push(item);
}
