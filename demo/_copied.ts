/** Copies a value that is made of plain objects, lists, maps and what can't be changed. */
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
