import { assertEquals } from "@std/assert";
import { dayAt, dayNumber } from "../../../domain/base/day.ts";
import {
  addMonths,
  dayInMonth,
  dayOfMonthAt,
  finishedMonths,
  lastOfMonth,
  monthNumber,
  parseMonth,
} from "../../../domain/base/month.ts";

const TODAY = "2024-02-29";

Deno.test("addMonths() clamps to the end of the month and keeps the intended day", () => {
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

Deno.test("lastOfMonth() handles leap years", () => {
  assertEquals(lastOfMonth("2024-02-01"), "2024-02-29");
  assertEquals(lastOfMonth("2100-02-10"), "2100-02-28");
  assertEquals(lastOfMonth("2024-12"), "2024-12-31");
});

Deno.test("addMonths() handles years before 100", () => {
  assertEquals(addMonths("0050-12-31", 2), "0051-02-28");
});

Deno.test("dayInMonth() clamps to the end of the month and is reversible", () => {
  const january = monthNumber("2023-01-15");
  const days = [0, 1, 2, 3].map((months) => dayAt(dayInMonth(january + months, 31)));
  assertEquals(days, ["2023-01-31", "2023-02-28", "2023-03-31", "2023-04-30"]);
  assertEquals(dayAt(dayInMonth(monthNumber("2024-02-01"), 30)), "2024-02-29");
  assertEquals(dayAt(dayInMonth(monthNumber("2023-12-31"), 31)), "2023-12-31");
});

Deno.test("parseMonth() accepts a month, its first day and the current month", () => {
  assertEquals(parseMonth("2023-12", TODAY), "2023-12-01");
  assertEquals(parseMonth("2023-12-01", TODAY), "2023-12-01");
  assertEquals(parseMonth("current", TODAY), "2024-02-01");
});

Deno.test("parseMonth() rejects text that isn't a month", () => {
  const others = ["2024-13", "2024-00", "2024-02-15", "2024-2", "Current", "", "2024-02\n"];
  for (const month of others) assertEquals(parseMonth(month, TODAY), null, month);
});

Deno.test("dayOfMonthAt() returns the calendar's month and day for every day", () => {
  for (let count = -30_000; count <= 60_000; count++) {
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

Deno.test("finishedMonths() omits a month that began before the first data", () => {
  const first = (day: string): string => finishedMonths(dayNumber(day), "2024-06-10", 24).first;
  assertEquals(first("2024-03-05"), "2024-03-01");
  assertEquals(first("2024-03-06"), "2024-04-01");
});

Deno.test("finishedMonths() returns none before the first month is over", () => {
  const { first, last } = finishedMonths(dayNumber("2024-06-01"), "2024-06-10", 24);
  assertEquals(first > last, true);
});
