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

const times = (count: number, amount: number): readonly number[] =>
  Array.from({ length: count }, () => amount);

Deno.test("unusualAmount() takes what has come a few times before for usual", () => {
  // Far from the median of 10, but 100 has been paid three times.
  const more = [...times(17, 10), 12, ...times(3, 100)];
  assertEquals(unusualAmount(120, more), null);
  assertEquals(unusualAmount(160, more)?.isMore, true);
  const less = [...times(17, 100), 90, ...times(3, 10)];
  assertEquals(unusualAmount(8, less), null);
  assertEquals(unusualAmount(6, less)?.isMore, false);
});

Deno.test("unusualAmount() looks past one odd payment of twenty, and two of forty", () => {
  assertEquals(unusualAmount(95, [...times(19, 10), 100])?.isMore, true);
  assertEquals(unusualAmount(95, [...times(18, 10), 100, 100]), null);
  assertEquals(unusualAmount(95, [...times(38, 10), 100, 100])?.isMore, true);
  assertEquals(unusualAmount(95, [...times(37, 10), 100, 100, 100]), null);
  // Never more than two, however many there are.
  assertEquals(unusualAmount(95, [...times(97, 10), 100, 100, 100]), null);
});
