import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ID_WORDS, writeId } from "../../../domain/transactions/transaction_ids.ts";
import { IdTwins } from "../../../sync/columns/id_twins.ts";
import { anId } from "../../_builders.ts";

/** Whether ids, in two lots, may stand there twice. */
function areTwins(...lots: readonly (readonly string[])[]): boolean {
  const ids = lots.flat();
  const words = new Uint32Array(ids.length * ID_WORDS);
  ids.forEach((id, at) => writeId(id, words, at * ID_WORDS));
  const twins = new IdTwins(ids.length);
  let from = 0;
  for (const { length } of lots) twins.add(words, from, from += length);
  return twins.areThere;
}

Deno.test("IdTwins finds an id that stands in two lots, or twice in one", () => {
  const many = Array.from({ length: 8_192 }, (_, at) => anId(at + 1));
  assertEquals(areTwins(), false);
  assertEquals(areTwins(many), false);
  assertEquals(areTwins(many, [anId(8_193)]), false);
  assertEquals(areTwins(many, [anId(8_192)]), true);
  assertEquals(areTwins(many, [anId(1)]), true);
  assertEquals(areTwins([anId(1), anId(1)]), true);
});

Deno.test("IdTwins finds any id that stands twice, and ids of other numbers are no twins", () => {
  // Ids are taken apart into numbers: zeros, and what differs at one end only, must not be missed.
  const someEnd = fc.constantFrom("00000000", "00000001", "001fffff", "00200000", "ffffffff");
  const someId = fc.oneof(
    fc.uuid(),
    fc.tuple(someEnd, someEnd).map(([first, last]) => `${first}-0000-4000-8000-0000${last}`),
  );
  fc.assert(
    fc.property(fc.array(someId, { maxLength: 20 }), fc.nat(20), (ids, cut) => {
      const isAnyTwice = new Set(ids).size < ids.length;
      const areFound = areTwins(ids.slice(0, cut), ids.slice(cut));
      assert(areFound || !isAnyTwice);
    }),
    { numRuns: 300 },
  );
  const apart = ["00000001-0000-4000-8000-000000000001", "00000001-0000-4000-8000-000000000002"];
  assertEquals(areTwins(apart), false);
  assertEquals(areTwins([...apart, "00000002-0000-4000-8000-000000000001"]), false);
});
