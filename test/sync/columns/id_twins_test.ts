import { assertEquals } from "@std/assert";
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
