import { assertAlmostEquals, assertEquals } from "@std/assert";
import { periodDaysOf, stepOf } from "../../../domain/schedules/frequency_step.ts";

Deno.test("stepOf() takes what it does not know for once", () => {
  for (const word of ["never", "everyFullMoon", "", "constructor"]) {
    assertEquals(stepOf(word), { unit: "once" });
  }
});

Deno.test("periodDaysOf() gives the mean days between two dates", () => {
  assertEquals(["daily", "weekly", "everyOtherWeek", "every4Weeks"].map(periodDaysOf), [
    1,
    7,
    14,
    28,
  ]);
  assertAlmostEquals(periodDaysOf("twiceAMonth"), 15.2, 0.1);
  assertAlmostEquals(periodDaysOf("monthly"), 30.4, 0.1);
  assertAlmostEquals(periodDaysOf("everyOtherYear"), 730.5, 0.1);
  assertEquals(periodDaysOf("everyFullMoon"), Infinity);
});
