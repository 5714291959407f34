import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { pairsMaking, type Places, setsMaking } from "../../../domain/reconcile/sets_of_sum.ts";

const MANY = 1_000_000;

/** Small numbers, including zero, so that many random sets add up to the target. */
const someNumbers = fc.array(fc.integer({ min: -12, max: 12 }), { maxLength: 12 });
const someTarget = fc.integer({ min: -15, max: 15 }).filter((target) => target !== 0);

/** Returns every set of the given size that adds up to the target and has no subset that does. */
function everySet(numbers: readonly number[], target: number, size: number): readonly Places[] {
  const sets: Places[] = [];
  const grow = (set: Places, from: number): void => {
    if (set.length === size) {
      if (isMinimal(set.map((at) => numbers[at] ?? 0), target)) sets.push(set);
      return;
    }
    for (let at = from; at < numbers.length; at++) grow([...set, at], at + 1);
  };
  grow([], 0);
  return sets;
}

function isMinimal(set: readonly number[], target: number): boolean {
  const whole = (1 << set.length) - 1;
  for (let part = 1; part <= whole; part++) {
    const sum = set.reduce((total, number, at) => total + ((part >> at) & 1) * number, 0);
    if ((sum === target) !== (part === whole)) return false;
  }
  return true;
}

const sorted = (sets: readonly Places[] | null): readonly string[] =>
  (sets ?? []).map((set) => set.join(" ")).toSorted();

for (const size of [2, 3, 4] as const) {
  Deno.test(`sets of ${size} match a brute-force search`, () => {
    fc.assert(
      fc.property(someNumbers, someTarget, (numbers, target) => {
        const found = (most: number): readonly Places[] | null =>
          size === 2
            ? pairsMaking(numbers, { target, most })
            : setsMaking(size, numbers, { target, most });
        assertEquals(sorted(found(MANY)), sorted(everySet(numbers, target, size)));
        assert((found(2)?.length ?? 0) <= 2);
      }),
    );
  });
}

Deno.test("pairsMaking() orders pairs by position", () => {
  assertEquals(pairsMaking([1, 2, 3, 3, 2], { target: 5, most: 2 }), [[1, 2], [1, 3]]);
});

Deno.test("pairsMaking() pairs numbers from different sides", () => {
  const sides = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  fc.assert(fc.property(someNumbers, someTarget, sides, (numbers, target, side) => {
    const sideOf = (place: number): boolean => side[place] ?? false;
    const wanted = everySet(numbers, target, 2)
      .filter(([one = 0, other = 0]) => sideOf(one) !== sideOf(other));
    const found = pairsMaking(numbers, { target, most: MANY, sideOf });
    assertEquals(new Set(found.map(String)), new Set(wanted.map(String)));
  }));
});

Deno.test("setsMaking() returns null for too many candidates", () => {
  const numbers = Array.from({ length: 120 }, (_, at) => [5, -5, 7, 2][at % 4] ?? 0);
  assertEquals(setsMaking(4, numbers, { target: 9, most: MANY }), null);
});
