import { assertEquals, assertStrictEquals } from "@std/assert";
import { memoised, memoisedUpTo } from "../../../domain/base/memoised.ts";

Deno.test("memoised() works a result out once per object, whatever is in it", () => {
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

Deno.test("memoisedUpTo() keeps so many results, and lets go of all for the next one", () => {
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

Deno.test("memoisedUpTo() keeps what is empty too", () => {
  let calls = 0;
  const nothing = memoisedUpTo(5, (_: number): string | null | false => {
    calls += 1;
    return calls === 1 ? "" : calls === 2 ? null : false;
  });
  assertEquals([nothing(1), nothing(1), nothing(2), nothing(2), nothing(3), nothing(3)], [
    ...["", "", null, null, false, false],
  ]);
  assertEquals(calls, 3);
});
