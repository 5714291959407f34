import fc from "fast-check";

/**
 * A random change that may make a tool's arguments invalid; `at` is the index of the field to
 * change, counted among all fields.
 */
export interface Damage {
  readonly at: number;
  readonly how: "replace" | "remove" | "wrap" | "add";
  readonly value: unknown;
}

/** Values that no field expects, plus some ordinary values that many fields accept. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, "", " ", "0", 0, -0, -1, 0.005, 1e-9, 1e300, 2 ** 53, [], {}],
    ...["current", "last-used", "2026-02-30", "2026-13", "0000-00-00", "9999-12-31", "2026-03"],
    ...["toString", "__proto__", "constructor", "\u0000", "\ud800", "\u202e", "\u200b"],
    ...["Dining", "dinning", "Gifts", "a".repeat(5_000), "../../..", "%00", "' OR 1=1"],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Up to three random changes to a tool's arguments. */
export const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    at: fc.nat(1_000),
    how: fc.constantFrom("replace" as const, "replace" as const, "remove", "wrap", "add"),
    value: oddValue,
  }),
  { minLength: 0, maxLength: 3 },
);

type Fields = Record<string, unknown>;

/** Returns the arguments with random changes to fields at any depth. */
export function damaged(args: Readonly<Fields>, all: readonly Damage[]): Fields {
  const copy = structuredClone(args) as Fields;
  for (const { at, how, value } of all) {
    const places = placesIn(copy);
    const [holder, name] = places[at % Math.max(1, places.length)] ?? [copy, "plan_id"];
    if (how === "remove") delete holder[name];
    else if (how === "wrap") holder[name] = [holder[name]];
    else holder[how === "add" ? `${name}_` : name] = value;
  }
  return copy;
}

function placesIn(value: unknown): readonly (readonly [holder: Fields, name: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [value as Fields, name] as const,
    ...placesIn(inner),
  ]);
}
