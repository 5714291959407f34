export type Places = readonly number[];

/** Maximum number of candidate sets; if there are more, `setsMaking` returns `null`. */
const MAX_CANDIDATES = 20_000;

/**
 * Finds pairs of numbers that add up to `target`, sorted by the index of the second number. If
 * `sideOf` is given, a pair must have one number from each side. Skips numbers that are 0 or equal
 * to `target`.
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

/**
 * Finds sets of three or four numbers that add up to `target`. Skips a set if some of its numbers
 * already add up to `target` or 0. Returns `null` if there are too many candidate sets.
 */
export function setsMaking(
  size: 3 | 4,
  numbers: readonly number[],
  { target, most }: { readonly target: number; readonly most: number },
): readonly Places[] | null {
  const isSolution = (sum: number): boolean => sum === 0 || sum === target;
  const places = [...numbers.keys()].filter((at) => !isSolution(numbers[at] ?? 0));
  const used = places.map((at) => numbers[at] ?? 0);
  const found: Places[] = [];
  // The numbers that a set can begin with, keyed by their sum: one number for a set of three, or
  // two numbers for a set of four. Two more numbers then complete the set.
  const before = new Map<number, Places[]>();
  let candidates = 0;
  for (const [at, number] of used.entries()) {
    for (let last = at + 1; last < used.length; last++) {
      const other = used[last] ?? 0;
      if (isSolution(number + other)) continue;
      for (const begun of before.get(target - number - other) ?? []) {
        if (++candidates > MAX_CANDIDATES) return null;
        const first = used[begun[0] ?? 0] ?? 0;
        if (isSolution(first + number) || isSolution(first + other)) continue;
        found.push([...begun, at, last].map((place) => places[place] ?? 0));
        if (found.length >= most) return found;
      }
    }
    if (size === 3) remember(before, number, [at]);
    for (let first = 0; size === 4 && first < at; first++) {
      remember(before, (used[first] ?? 0) + number, [first, at]);
    }
  }
  return found;
}

function remember<Item>(seen: Map<number, Item[]>, number: number, item: Item): void {
  const items = seen.get(number);
  if (items === undefined) seen.set(number, [item]);
  else items.push(item);
}
