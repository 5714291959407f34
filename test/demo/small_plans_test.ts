import { assert } from "@std/assert";
import { figuresOn } from "./_figures.ts";
import { assertConsistent } from "./_plan_integrity.ts";
import { type SmallPlanName, smallPlans } from "./_small_plans.ts";

const DAYS = ["2026-11-20", "2026-01-01", "2024-02-29", "2025-12-31"];

for (const name of Object.keys(smallPlans) as SmallPlanName[]) {
  Deno.test(`smallPlans.${name}() is consistent and assigns no more than its income`, () => {
    for (const today of DAYS) {
      const plan = smallPlans[name]({ today });
      assertConsistent(plan, today);
      assert(figuresOn(plan, today).toBeBudgeted.every((ready) => ready >= 0));
    }
  });
}
