import { assertEquals } from "@std/assert";
import type { StoredTarget } from "../../../demo/model/records.ts";
import { periodMonths, targetPeriod } from "../../../demo/model/targets.ts";
import { aTarget } from "../_tiny_plan.ts";

const YEARLY = aTarget({
  goal_cadence: 13,
  goal_creation_month: "2024-02-01",
  goal_target_date: "2026-12-15",
});

Deno.test("periodMonths() reads both families of cadences", () => {
  const months = (goal_cadence: number, goal_cadence_frequency: number | null): number =>
    periodMonths({ goal_cadence, goal_cadence_frequency });
  assertEquals([months(0, 1), months(1, null), months(1, 2), months(2, 3), months(13, 2)], [
    0,
    1,
    2,
    1,
    24,
  ]);
  assertEquals([months(3, 7), months(12, 7), months(14, 7)], [2, 11, 24]);
});

Deno.test("targetPeriod() goes round from the date, both ways", () => {
  assertEquals(period(YEARLY, "2026-12-01"), { start: "2026-01-01", monthsLeft: 1 });
  assertEquals(period(YEARLY, "2027-01-01"), { start: "2027-01-01", monthsLeft: 12 });
  assertEquals(period(YEARLY, "2025-11-01"), { start: "2025-01-01", monthsLeft: 2 });
});

Deno.test("targetPeriod() takes a date of next year for one that has moved on", () => {
  const moved = { ...YEARLY, goal_target_date: "2027-03-01" };
  assertEquals(period(moved, "2026-03-01"), { start: "2025-04-01", monthsLeft: 1 });
  const fresh = { ...moved, goal_creation_month: "2026-03-01" };
  assertEquals(period(fresh, "2026-03-01"), null);
});

Deno.test("targetPeriod() starts a far date's first period late", () => {
  const far = { ...YEARLY, goal_target_date: "2028-01-01" };
  assertEquals(period(far, "2027-01-01"), null);
  assertEquals(period(far, "2027-02-01"), { start: "2027-02-01", monthsLeft: 12 });
});

Deno.test("targetPeriod() counts from the creation without a date", () => {
  const quarterly = aTarget({ goal_cadence_frequency: 3, goal_creation_month: "2026-02-01" });
  assertEquals(period(quarterly, "2026-03-01"), { start: "2026-02-01", monthsLeft: 2 });
  assertEquals(period(quarterly, "2026-05-01"), { start: "2026-05-01", monthsLeft: 3 });
});

Deno.test("targetPeriod() runs once to the date of a target that does not come round", () => {
  const once = aTarget({ goal_cadence: 0, goal_target_date: "2026-06-30" });
  assertEquals(period(once, "2026-03-01"), { start: "2026-01-01", monthsLeft: 4 });
  assertEquals(period(once, "2026-08-01"), { start: "2026-01-01", monthsLeft: 1 });
});

function period(target: StoredTarget, month: string): ReturnType<typeof targetPeriod> {
  return targetPeriod(target, { month, currentMonth: "2026-03-01" });
}
