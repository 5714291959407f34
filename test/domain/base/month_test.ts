import { assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { addMonths, dayOfMonthAt, finishedMonths, parseMonth } from "../../../domain/base/month.ts";

const TODAY = "2024-02-29";

Deno.test("addMonths() clamps to the last day of a short month, and accepts a preferred day of the month", () => {
  const cases: readonly (readonly [string, string])[] = [
    [addMonths("2024-01-31", 1), "2024-02-29"],
    [addMonths("2023-01-31", 1), "2023-02-28"],
    [addMonths("2023-02-28", 1, 31), "2023-03-31"],
    [addMonths("2024-03-31", -1), "2024-02-29"],
    [addMonths("2023-12-15", 1), "2024-01-15"],
    [addMonths("2024-01-15", -1), "2023-12-15"],
    [addMonths("2024-02-29", 12), "2025-02-28"],
  ];
  for (const [found, expected] of cases) assertEquals(found, expected);
});

Deno.test("addMonths() handles years before 100", () => {
  assertEquals(addMonths("0050-12-31", 2), "0051-02-28");
});

Deno.test('parseMonth() accepts a month, the first day of a month, and "current"', () => {
  assertEquals(parseMonth("2023-12", TODAY), "2023-12-01");
  assertEquals(parseMonth("2023-12-01", TODAY), "2023-12-01");
  assertEquals(parseMonth("current", TODAY), "2024-02-01");
});

Deno.test("parseMonth() rejects text that isn't a month", () => {
  const others = ["2024-13", "2024-00", "2024-02-15", "2024-2", "Current", "", "2024-02\n"];
  for (const month of others) assertEquals(parseMonth(month, TODAY), null, month);
});

Deno.test("dayOfMonthAt() returns the correct month and day for every day", () => {
  for (let count = -1_000; count <= 30_000; count++) {
    const [year, month, day] = new Date(count * 86_400_000).toISOString().split(/[-T]/u);
    const found = dayOfMonthAt(count);
    if (found.month !== Number(year) * 12 + Number(month) - 1 || found.dayOfMonth !== Number(day)) {
      throw new Error(`${count} is found as ${JSON.stringify(found)}`);
    }
  }
});

Deno.test("finishedMonths() includes the current month only on its last day", () => {
  const last = (today: string): string => finishedMonths(dayNumber("2020-01-01"), today, 24).last;
  assertEquals(last("2024-02-28"), "2024-01-01");
  assertEquals(last("2024-02-29"), "2024-02-01");
});

Deno.test("finishedMonths() omits the first month if its data starts after the 5th", () => {
  const first = (day: string): string => finishedMonths(dayNumber(day), "2024-06-10", 24).first;
  assertEquals(first("2024-03-05"), "2024-03-01");
  assertEquals(first("2024-03-06"), "2024-04-01");
});
