import { assertEquals } from "@std/assert";
import { trendMonths } from "../../../domain/reports/trend_months.ts";

// As upstream may send them: latest first, one month ahead.
const months = [
  "2024-04-01",
  "2024-03-01",
  "2024-02-01",
  "2024-01-01",
  "2023-12-01",
  "2023-11-01",
].map((month) => ({ month }));
const today = "2024-03-15";

Deno.test("trendMonths() ends with the last finished month, oldest first", () => {
  const span = { count: 3, includeCurrent: false, today };
  assertEquals(trendMonths(months, span), ["2023-12-01", "2024-01-01", "2024-02-01"]);
});

Deno.test("trendMonths() makes the current month the last of as many", () => {
  const span = { count: 3, includeCurrent: true, today };
  assertEquals(trendMonths(months, span), ["2024-01-01", "2024-02-01", "2024-03-01"]);
});

Deno.test("trendMonths() never goes into the future or before the plan", () => {
  const span = { count: 24, includeCurrent: true, today };
  assertEquals(trendMonths(months, span), [
    "2023-11-01",
    "2023-12-01",
    "2024-01-01",
    "2024-02-01",
    "2024-03-01",
  ]);
});

Deno.test("trendMonths() does without months that the plan lacks", () => {
  const gap = months.filter(({ month }) => month !== "2024-01-01");
  const span = { count: 3, includeCurrent: false, today };
  assertEquals(trendMonths(gap, span), ["2023-12-01", "2024-02-01"]);
  assertEquals(trendMonths([], span), []);
});
