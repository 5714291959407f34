import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { copyRuns, countOf, runsOf } from "../../../domain/transactions/rearrangement.ts";

const someEdit = fc.nat(12).chain((count) =>
  fc.record({
    count: fc.constant(count),
    removed: fc.uniqueArray(fc.nat(Math.max(count - 1, 0)), { maxLength: count }),
    places: fc.array(fc.nat(count), { maxLength: 6 })
      .map((places) => places.toSorted((one, other) => one - other)),
  })
);

/** What comes stands as negative numbers before the place that it comes to. */
function oneByOne(count: number, removed: readonly number[], places: readonly number[]): number[] {
  const all: number[] = [];
  for (let place = 0; place <= count; place++) {
    for (const [nth, before] of places.entries()) if (before === place) all.push(-1 - nth);
    if (place < count && !removed.includes(place)) all.push(place);
  }
  return all;
}

Deno.test("runsOf() gives what an edit makes of a list, in as few pieces as it can", () => {
  fc.assert(fc.property(someEdit, ({ count, removed, places }) => {
    const gone = removed.filter((place) => place < count);
    const runs = runsOf(count, { removed: new Set(gone), places });
    const expected = oneByOne(count, gone, places);
    assertEquals(
      runs.flatMap(({ from, count }) => Array.from({ length: count }, (_, nth) => from + nth)),
      expected,
    );
    assertEquals(countOf(runs), expected.length);
    // Neighbours that stay are never parted.
    for (const [nth, { from, count }] of runs.entries()) {
      const next = runs[nth + 1];
      assertEquals(from >= 0 && next !== undefined && next.from === from + count, false);
    }
  }));
});

Deno.test("copyRuns() copies all numbers of a place, and leaves room for what comes", () => {
  fc.assert(fc.property(someEdit, fc.integer({ min: 1, max: 4 }), (edit, each) => {
    const { count, removed, places } = edit;
    const gone = removed.filter((place) => place < count);
    const runs = runsOf(count, { removed: new Set(gone), places });
    const before = Uint32Array.from({ length: count * each }, (_, at) => at + 1);
    const after = new Uint32Array(countOf(runs) * each);
    copyRuns(runs, before, after, each);
    const expected = oneByOne(count, gone, places).flatMap((place) =>
      Array.from({ length: each }, (_, nth) => place < 0 ? 0 : place * each + nth + 1)
    );
    assertEquals([...after], expected);
  }));
});
