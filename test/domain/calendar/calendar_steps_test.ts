import { assertEquals } from "@std/assert";
import {
  addMonths,
  daysBetween,
  lastOfMonth,
  monthsBetween,
} from "../../../domain/calendar/calendar_steps.ts";

Deno.test("addMonths() clips to the month's end and lets the wanted day come back", () => {
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

Deno.test("daysBetween() and monthsBetween() count across year ends, backwards too", () => {
  assertEquals(daysBetween("2023-12-31", "2024-03-01"), 61);
  assertEquals(daysBetween("2024-03-01", "2023-12-31"), -61);
  assertEquals(monthsBetween("2023-12-31", "2024-01-01"), 1);
  assertEquals(monthsBetween("2024-01-01", "2022-12-31"), -13);
});

Deno.test("lastOfMonth() knows leap years", () => {
  assertEquals(lastOfMonth("2024-02-01"), "2024-02-29");
  assertEquals(lastOfMonth("2100-02-10"), "2100-02-28");
  assertEquals(lastOfMonth("2024-12"), "2024-12-31");
});
