import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { IdIndex } from "../../../domain/references/id_index.ts";

const ONE = "0a1b2c3d-0000-4000-8000-000000000001";

function indexOf(...ids: readonly string[]): IdIndex {
  const index = new IdIndex();
  for (const id of ids) index.add(id);
  return index;
}

Deno.test("shorten() returns ids that aren't UUIDs in full", () => {
  for (const id of ["short", ONE.toUpperCase(), `${ONE}0`, ONE.replaceAll("-", ""), ""]) {
    assertEquals(indexOf(id).shorten(id), id);
  }
});

Deno.test("shorten() returns unknown ids in full", () => {
  assertEquals(indexOf("0a1b2c3d-f000-4000-8000-000000000001").shorten(ONE), ONE);
  assertEquals(indexOf().shorten(ONE), ONE);
});

// Few different digits, so that many ids share long prefixes.
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom("0", "1"), minLength: length, maxLength: length });
const someUuid = fc.tuple(
  fc.constantFrom("00000000", "00000001"),
  fc.constantFrom("0000", "0001"),
  fc.constantFrom("4000", "4001"),
  fc.constantFrom("8000", "8001"),
  digits(2).map((end) => `0000000000${end}`),
).map((parts) => parts.join("-"));
const someId = fc.oneof(
  { weight: 4, arbitrary: someUuid },
  someUuid.map((id) => `${id}_2024-03-01`),
  fc.constantFrom("a", "checking-account", "00000000"),
);

Deno.test("shorten() returns a prefix unique among all ids ever added", () => {
  fc.assert(fc.property(fc.uniqueArray(someId, { maxLength: 20 }), (ids) => {
    const index = indexOf(...ids);
    for (const id of ids) {
      const short = index.shorten(id);
      assert(id.startsWith(short));
      const isWhole = short === id;
      const sharing = ids.filter((other) => other !== id && other.startsWith(short));
      assert(isWhole || sharing.length === 0, `${short} of ${id}: ${sharing}`);
    }
  }));
});

Deno.test("shorten() returns the shortest unique prefix", () => {
  fc.assert(fc.property(fc.uniqueArray(someUuid, { maxLength: 20 }), (ids) => {
    const index = indexOf(...ids);
    for (const id of ids) {
      const short = index.shorten(id);
      const shorter = short.slice(0, -1);
      const isNeeded = ids.some((other) => other !== id && other.startsWith(shorter));
      assert(short.length === 8 || isNeeded);
    }
  }));
});
