/**
 * Finds out which created record answers which that was asked for: upstream does not
 * promise to answer in the order of the request.
 *
 * @module
 */

/**
 * Pairs what was asked with what was answered: first what fits, the rest in order.
 *
 * @param asked What was asked for.
 * @param answered What upstream has created.
 * @param fits Whether an answer is just what was asked.
 * @returns For each that was asked its answer; `undefined` where there are too few.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const fits = (one: number, other: number) => one === other;
 * assertEquals(pairCreated([1, 2, 3], [3, 9, 1], fits), [1, 9, 3]);
 * assertEquals(pairCreated([1, 2], [2], fits), [undefined, 2]);
 * ```
 */
export function pairCreated<Asked, Answered>(
  asked: readonly Asked[],
  answered: readonly Answered[],
  fits: (asked: Asked, answered: Answered) => boolean,
): readonly (Answered | undefined)[] {
  const free = new Set(answered);
  const taken = asked.map((one) => {
    const found = [...free].find((record) => fits(one, record));
    if (found !== undefined) free.delete(found);
    return found;
  });
  const rest = free.values();
  return taken.map((record) => record ?? rest.next().value);
}
