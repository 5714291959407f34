import { assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { finishedMonths } from "../../../domain/base/month.ts";

const began = (day: string): number => dayNumber(day);

Deno.test("finishedMonths() counts this month on its last day only", () => {
  const last = (today: string): string => finishedMonths(began("2020-01-01"), today, 24).last;
  assertEquals(last("2024-02-28"), "2024-01-01");
  assertEquals(last("2024-02-29"), "2024-02-01");
});

Deno.test("finishedMonths() leaves out a month that had begun before anything was known", () => {
  const first = (day: string): string => finishedMonths(began(day), "2024-06-10", 24).first;
  assertEquals(first("2024-03-05"), "2024-03-01");
  assertEquals(first("2024-03-06"), "2024-04-01");
});

Deno.test("finishedMonths() goes no further back than it may", () => {
  assertEquals(finishedMonths(began("2000-01-01"), "2024-06-10", 24), {
    first: "2022-06-01",
    last: "2024-05-01",
  });
});

Deno.test("finishedMonths() gives none before the first is over", () => {
  const { first, last } = finishedMonths(began("2024-06-01"), "2024-06-10", 24);
  assertEquals(first > last, true);
});
