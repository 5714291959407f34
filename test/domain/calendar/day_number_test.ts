import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { dayAt, dayInMonth, dayNumber, monthNumber } from "../../../domain/calendar/day_number.ts";

Deno.test("dayNumber() and dayAt() undo each other", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 40_000 }), (count) => {
    assertEquals(dayNumber(dayAt(count)), count);
  }));
});

Deno.test("dayNumber() counts leap days", () => {
  assertEquals(dayNumber("2024-03-01") - dayNumber("2024-02-28"), 2);
  assertEquals(dayNumber("2023-03-01") - dayNumber("2023-02-28"), 1);
});

Deno.test("dayInMonth() clips to the month's end and comes back", () => {
  const january = monthNumber("2023-01-15");
  const days = [0, 1, 2, 3].map((months) => dayAt(dayInMonth(january + months, 31)));
  assertEquals(days, ["2023-01-31", "2023-02-28", "2023-03-31", "2023-04-30"]);
  assertEquals(dayAt(dayInMonth(monthNumber("2024-02-01"), 30)), "2024-02-29");
  assertEquals(dayAt(dayInMonth(monthNumber("2023-12-31"), 31)), "2023-12-31");
});

Deno.test("monthNumber() counts on over the turn of the year", () => {
  assertEquals(monthNumber("2024-01-01") - monthNumber("2023-12-31"), 1);
});
