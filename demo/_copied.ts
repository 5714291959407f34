/**
 * Deep copies of plain records: several times as fast as `structuredClone`, which writes them out
 * and reads them again.
 *
 * @module
 */

/**
 * Copies a value that is made of plain objects, lists, maps and what can't be changed.
 *
 * @param value The value.
 * @returns The same, of which nothing is shared that could be changed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const plan = { rows: [{ amount: -500 }], assignments: new Map([["2026-03-01", 500]]) };
 * const copy = copied(plan);
 * copy.rows[0]!.amount = 0;
 * copy.assignments.clear();
 * assertEquals(plan, { rows: [{ amount: -500 }], assignments: new Map([["2026-03-01", 500]]) });
 * ```
 */
export function copied<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Map) {
    return new Map(Array.from(value, ([key, inner]) => [copyOf(key), copyOf(inner)]));
  }
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const inner = copy[name];
    if (typeof inner === "object" && inner !== null) copy[name] = copyOf(inner);
  }
  return copy;
}
