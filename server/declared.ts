/**
 * Holds a tool or resource to the operations that it declares.
 *
 * @module
 */

/**
 * Gives an object that has the declared operations and nothing else, so that a call
 * to any other fails at run time as it does at compile time.
 *
 * @param operations All operations.
 * @param declared Ids of the declared ones.
 * @returns An object without a prototype.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const upstream = declaredOnly({ getPlans: () => 1, getAccounts: () => 2 }, ["getPlans"]);
 * assertEquals(Object.keys(upstream), ["getPlans"]);
 * ```
 */
export function declaredOnly<Operations extends object, Id extends keyof Operations>(
  operations: Operations,
  declared: readonly Id[],
): Pick<Operations, Id> {
  const upstream = Object.create(null) as Pick<Operations, Id>;
  for (const id of declared) upstream[id] = operations[id];
  return Object.freeze(upstream);
}
