import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareTexts } from "../../../domain/base/fold_text.ts";

Deno.test("compareTexts() tells before, after and the same apart", () => {
  assertEquals(compareTexts("2024-01-31", "2024-02-01"), -1);
  assertEquals(compareTexts("b", "a"), 1);
  assertEquals(compareTexts("a", "a"), 0);
  // By characters: capitals first, and a beginning before what goes on.
  assertEquals([compareTexts("Z", "a"), compareTexts("a", "ab"), compareTexts("", "a")], [
    ...[-1, -1, -1],
  ]);
});

Deno.test("compareTexts() orders texts as sorting without a function does", () => {
  fc.assert(fc.property(fc.array(fc.string()), (texts) => {
    assertEquals(texts.toSorted(compareTexts), texts.toSorted());
  }));
});
