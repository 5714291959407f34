import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDays, DAY_MS, dayOf, isDay, localDayOf } from "../../../domain/base/day.ts";

const someDay = fc.integer({ min: -20_000, max: 60_000 }).map((days) => dayOf(days * DAY_MS));

const noDays = [
  ...["2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-13-01", "2024-00-10"],
  ...["2024-01-00", "2024-01-32", "2024-1-1", "2024-01-01T00:00:00Z", " 2024-01-01"],
  ...["2024-01-01\n", "\u0662\u0660\u0662\u0664-01-01", "2024/01/01", "2024-01", ""],
];

Deno.test("isDay() accepts only days that exist", () => {
  for (const text of noDays) assertEquals(isDay(text), false, text);
  for (const day of ["2024-02-29", "2000-02-29", "2023-02-28", "2024-12-31", "1990-01-01"]) {
    assertEquals(isDay(day), true, day);
  }
});

Deno.test("localDayOf() returns the day in the machine's time zone", () => {
  assertEquals(localDayOf(new Date(2024, 0, 5, 0, 0, 1).getTime()), "2024-01-05");
  assertEquals(localDayOf(new Date(2024, 11, 31, 23, 59, 59).getTime()), "2024-12-31");
  assertEquals(localDayOf(new Date(987, 5, 15, 12).getTime()), "0987-06-15");
});

Deno.test("addDays() is reversible, and sorting days as text puts them in date order", () => {
  fc.assert(fc.property(someDay, fc.integer({ min: 0, max: 10_000 }), (day, days) => {
    const later = addDays(day, days);
    assertEquals(addDays(later, -days), day);
    assertEquals(later > day, days > 0);
    assertEquals(isDay(later), true);
  }));
});

Deno.test("addDays() clamps to the first and last days with four-digit years", () => {
  assertEquals(addDays("9999-12-30", 7), "9999-12-31");
  assertEquals(addDays("0000-01-02", -7), "0000-01-01");
});
