import { assertEquals } from "@std/assert";
import type { StoredTarget } from "../../../demo/model/records.ts";
import { type TargetMoney, targetProgress } from "../../../demo/model/targets.ts";
import { aTarget } from "../_tiny_plan.ts";

const MONTH = "2026-03-01";

Deno.test("targetProgress() asks a refill for what is not there yet", () => {
  const target = aTarget({ goal_needs_whole_amount: false });
  assertEquals(brief(target, { carried: 30_000, budgeted: 20_000 }), [50_000, 50_000, 50_000, 50]);
  assertEquals(brief(target, { carried: 130_000 }), [0, 130_000, 0, 100]);
});

Deno.test("targetProgress() asks a set-aside for the whole amount every time", () => {
  assertEquals(brief(aTarget(), { carried: 30_000, budgeted: 20_000 }), [
    80_000,
    20_000,
    80_000,
    20,
  ]);
});

Deno.test("targetProgress() multiplies a weekly target by the month's weekdays", () => {
  const weekly = aTarget({ goal_cadence: 2, goal_target: 10_000 });
  assertEquals(brief({ ...weekly, goal_day: 0 }, {})[0], 50_000);
  assertEquals(brief({ ...weekly, goal_day: 6 }, {})[0], 40_000);
});

Deno.test("targetProgress() spreads a yearly target over the months that are left", () => {
  const yearly = aTarget({
    goal_cadence: 13,
    goal_target: 120_000,
    goal_target_date: "2026-05-20",
    goal_creation_month: "2025-01-01",
  });
  assertEquals(brief(yearly, { assigned: 90_000, budgeted: 4000 }), [6000, 94_000, 26_000, 78]);
  assertEquals(progress(yearly, {}).goal_months_to_budget, 3);
});

Deno.test("targetProgress() rounds a share up to the smallest amount of the currency", () => {
  const target = aTarget({
    goal_cadence: 13,
    goal_target: 100_000,
    goal_target_date: "2026-05-20",
  });
  assertEquals(brief({ ...target, goal_creation_month: "2025-01-01" }, {})[0], 33_340);
});

Deno.test("targetProgress() counts what a refilled period began with", () => {
  const target = aTarget({
    goal_needs_whole_amount: false,
    goal_cadence: 1,
    goal_cadence_frequency: 3,
    goal_target: 90_000,
    goal_target_date: "2026-04-30",
  });
  assertEquals(brief(target, { began: 30_000, assigned: 10_000 }), [25_000, 40_000, 50_000, 44]);
});

Deno.test("targetProgress() asks nothing before the first period", () => {
  const target = aTarget({ goal_creation_month: MONTH, goal_target_date: "2026-05-20" });
  assertEquals(brief(target, {}), [null, 0, 100_000, 0]);
});

Deno.test("targetProgress() knows nothing of the months before the target", () => {
  assertEquals(brief(aTarget({ goal_creation_month: "2026-04-01" }), {}), [null, null, null, null]);
  assertEquals(brief(null, {}), [null, null, null, null]);
});

Deno.test("targetProgress() asks MF and DEBT for the amount every month", () => {
  for (const goal_type of ["MF", "DEBT"]) {
    const target = aTarget({ goal_type, goal_needs_whole_amount: null });
    assertEquals(brief(target, { carried: 50_000, budgeted: 40_000 }), [
      60_000,
      40_000,
      60_000,
      40,
    ]);
  }
});

Deno.test("targetProgress() never asks for a balance without a date", () => {
  const target = aTarget({ goal_type: "TB" });
  assertEquals(brief(target, { carried: 20_000, budgeted: 5000 }), [0, 25_000, 75_000, 25]);
});

Deno.test("targetProgress() spreads a balance with a date over the months that are left", () => {
  const target = aTarget({ goal_type: "TBD", goal_target_date: "2026-06-30" });
  assertEquals(brief(target, { carried: 20_000, budgeted: 5000 }), [15_000, 25_000, 75_000, 25]);
  const passed = { ...target, goal_target_date: "2026-01-31" };
  assertEquals(brief(passed, { carried: 20_000 })[0], 80_000);
});

Deno.test("targetProgress() takes a target of nothing for reached", () => {
  assertEquals(brief(aTarget({ goal_target: 0 }), {}), [0, 0, 0, 100]);
});

interface Money {
  readonly carried?: number;
  readonly budgeted?: number;
  readonly assigned?: number;
  readonly began?: number;
}

function progress(target: StoredTarget | null, money: Money): ReturnType<typeof targetProgress> {
  const { carried = 0, budgeted = 0, assigned = 0, began = 0 } = money;
  const seen: TargetMoney = {
    carried,
    budgeted,
    smallest: 10,
    assignedSince: () => assigned,
    carriedInto: () => began,
  };
  return targetProgress(target, { month: MONTH, currentMonth: MONTH }, seen);
}

function brief(target: StoredTarget | null, money: Money): (number | null)[] {
  const shown = progress(target, money);
  return [
    shown.goal_under_funded,
    shown.goal_overall_funded,
    shown.goal_overall_left,
    shown.goal_percentage_complete,
  ];
}
