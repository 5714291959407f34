/**
 * Memoised functions: what was worked out once is not worked out again.
 *
 * @module
 */

/**
 * Memoises a function of objects that never change: a result is kept as long as its object is.
 *
 * @param make Works out a result; never `undefined`.
 *
 * @example
 * ```ts
 * import { assertEquals, assertStrictEquals } from "@std/assert";
 *
 * const lengths = memoised((list: readonly string[]) => list.map(({ length }) => length));
 * const list = ["a", "bc"];
 * assertEquals(lengths(list), [1, 2]);
 * assertStrictEquals(lengths(list), lengths(list));
 * ```
 */
export function memoised<Key extends object, Result>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/**
 * Memoises a function of texts or numbers. All results are let go of when there are too many.
 *
 * @param most How many results are kept.
 * @param make Works out a result; never `undefined`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let calls = 0;
 * const twice = memoisedUpTo(10, (number: number) => (calls += 1, 2 * number));
 * assertEquals([twice(4), twice(4), calls], [8, 8, 1]);
 * ```
 */
export function memoisedUpTo<Key extends string | number, Result>(
  most: number,
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new Map<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}
