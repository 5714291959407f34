import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { memoised, memoisedUpTo, RecentMap } from "../../../domain/base/memoised.ts";

Deno.test("memoised() computes a result once per object", () => {
  const made: string[][] = [];
  const copyOf = memoised((list: readonly string[]): readonly string[] => {
    made.push([...list]);
    return [...list];
  });
  const [one, equal] = [["a"], ["a"]];
  assertStrictEquals(copyOf(one), copyOf(one));
  assertEquals([copyOf(one), copyOf(equal)], [["a"], ["a"]]);
  assertEquals(copyOf(one) === copyOf(equal), false);
  assertEquals(made.length, 2);
});

Deno.test("memoisedUpTo() caches a limited number of results, then clears them all", () => {
  const asked: string[] = [];
  const loud = memoisedUpTo(2, (text: string): string => {
    asked.push(text);
    return text.toUpperCase();
  });
  assertEquals(["a", "b", "a", "b"].map(loud), ["A", "B", "A", "B"]);
  assertEquals(asked, ["a", "b"]);
  assertEquals(["c", "c", "b", "c"].map(loud), ["C", "C", "B", "C"]);
  assertEquals(asked, ["a", "b", "c", "b"]);
});

Deno.test("RecentMap never exceeds its limit except for pinned entries", () => {
  fc.assert(fc.property(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 9 }), (keys, most) => {
    const isKept = (value: number): boolean => value % 7 === 0;
    const recent = new RecentMap<number, number>({ most, mayGo: (value) => !isKept(value) });
    for (const key of keys) {
      assertEquals(recent.getOrMake(key, () => key), key);
      const values = [...recent.values()];
      assertEquals(values.at(-1), key);
      if (values.length > most) assertEquals(values.slice(0, -1).every(isKept), true);
    }
    const used = new Set(keys.filter(isKept));
    assertEquals(used.difference(new Set(recent.values())).size, 0);
  }));
});
