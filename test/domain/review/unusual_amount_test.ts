import { assertEquals } from "@std/assert";
import { unusualAmount } from "../../../domain/review/unusual_amount.ts";

const paid = [10, 11, 12, 10, 11, 12, 10, 11, 9, 12];

Deno.test("unusualAmount() tells more and less than ever by far", () => {
  const more = unusualAmount(60, paid);
  assertEquals([more?.isMore, Math.round(more?.median ?? 0), more?.count], [true, 11, 10]);
  assertEquals(unusualAmount(2, paid)?.isMore, false);
});

Deno.test("unusualAmount() leaves what is near alone, and who has paid too seldom", () => {
  for (const size of [8, 10, 13, 15]) assertEquals(unusualAmount(size, paid), null);
  assertEquals(unusualAmount(600, paid.slice(0, 7)), null);
  assertEquals(unusualAmount(0, paid), null);
});

Deno.test("unusualAmount() takes prices of a wide range for what they are", () => {
  const wide = [5, 8, 12, 20, 35, 60, 90, 140, 220, 400];
  assertEquals(unusualAmount(500, wide), null);
});

Deno.test("unusualAmount() sees a second odd payment beside a first", () => {
  const many = [...paid, ...paid, 400];
  assertEquals(unusualAmount(350, many)?.isMore, true);
});
