import { assertEquals } from "@std/assert";
import { quantile } from "../../../domain/base/statistics.ts";

Deno.test("quantile() lies between the two nearest values", () => {
  assertEquals([0, 0.25, 0.5, 1].map((share) => quantile([0, 10, 20, 30], share)), [
    0,
    7.5,
    15,
    30,
  ]);
  assertEquals(quantile([7], 0.9), 7);
  assertEquals(quantile([], 0.5), 0);
});
