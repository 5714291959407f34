import { assertEquals } from "@std/assert";
import { hasTargetAlready, targetAfter } from "../../../domain/targets/target_request.ts";
import type { TargetRecord } from "../../../domain/base/plan_records.ts";

const NONE: TargetRecord = { goal_type: null, goal_target: 0 };
const MONTHLY: TargetRecord = {
  ...{ goal_type: "NEED", goal_needs_whole_amount: true, goal_target: 5_000 },
  ...{ goal_day: null, goal_cadence: 1, goal_cadence_frequency: 1 },
  ...{ goal_target_date: null, goal_target_month: null, goal_snoozed_at: null },
};
const own = (target: TargetRecord): { target: TargetRecord; isCardPayment: boolean } => ({
  target,
  isCardPayment: false,
});

Deno.test("targetAfter() makes a monthly target of an amount alone", () => {
  assertEquals(targetAfter({ amount: 5_000 }, own(NONE)), MONTHLY);
});

Deno.test("targetAfter() makes a target of an amount and a frequency, whatever was there", () => {
  const other = {
    ...MONTHLY,
    goal_type: "TB",
    goal_day: 3,
    goal_snoozed_at: "2026-03-01T00:00:00Z",
  };
  for (
    const [frequency, goal_cadence] of [["weekly", 2], ["monthly", 1], ["yearly", 13]] as const
  ) {
    const made = targetAfter({ amount: 7_000, frequency }, own(other));
    assertEquals(made, { ...MONTHLY, goal_target: 7_000, goal_cadence });
  }
});

Deno.test("targetAfter() keeps everything else of a target whose amount changes", () => {
  const weekly = {
    ...MONTHLY,
    goal_cadence: 2,
    goal_day: 5,
    goal_snoozed_at: "2026-03-01T00:00:00Z",
  };
  assertEquals(targetAfter({ amount: 7_000 }, own(weekly)), { ...weekly, goal_target: 7_000 });
});

Deno.test("targetAfter() takes a target away where no amount is asked for", () => {
  assertEquals(targetAfter({ amount: null }, own(MONTHLY)), { goal_type: null });
});

Deno.test("targetAfter() turns a target by balance into one by date, and leaves the kind of others", () => {
  const byDate = (target: TargetRecord, isCardPayment = false): unknown => {
    const after = targetAfter({ amount: 5_000, byDate: "2026-09-01" }, { target, isCardPayment });
    assertEquals([after.goal_target_date, after.goal_target_month], ["2026-09-01", "2026-09-01"]);
    return after.goal_type;
  };
  assertEquals(byDate({ ...MONTHLY, goal_type: "TB" }), "TBD");
  assertEquals(byDate({ ...MONTHLY, goal_type: "TBD" }), "TBD");
  assertEquals(byDate(MONTHLY), "NEED");
  assertEquals(byDate(NONE), "NEED");
  // The app shows what the API makes of these as targets with a date, whatever they are called.
  for (const goal_type of ["MF", "DEBT"]) {
    assertEquals(byDate({ ...MONTHLY, goal_type }) === "NEED", false, goal_type);
  }
  assertEquals(byDate(NONE, true), "TBD");
  assertEquals(byDate(MONTHLY, true), "TBD");
});

Deno.test("targetAfter() sets aside for a card each month, where its category has no target", () => {
  const owner = { target: NONE, isCardPayment: true };
  assertEquals(targetAfter({ amount: 5_000 }, owner), { ...MONTHLY, goal_type: "MF" });
});

Deno.test("hasTargetAlready() compares what was asked, and no more", () => {
  const has = (target: TargetRecord, request: Parameters<typeof hasTargetAlready>[0]): boolean =>
    hasTargetAlready(request, own(target));
  assertEquals([has(NONE, { amount: null }), has(MONTHLY, { amount: null })], [true, false]);
  assertEquals(has(NONE, { amount: 0 }), false);
  const alone = [has(MONTHLY, { amount: 5_000 }), has(MONTHLY, { amount: 5_010 })];
  assertEquals(alone, [true, false]);
  const dated = { ...MONTHLY, goal_target_date: "2026-09-01" };
  assertEquals(has(dated, { amount: 5_000, byDate: "2026-09-01" }), true);
  assertEquals(has(dated, { amount: 5_000, byDate: "2026-10-01" }), false);
  assertEquals(has(dated, { amount: 5_010, byDate: "2026-09-01" }), false);
});

Deno.test("hasTargetAlready() takes a target with a day for no plain monthly one", () => {
  const monthly = { amount: 5_000, frequency: "monthly" } as const;
  const has = (
    change: Partial<TargetRecord>,
    request: Parameters<typeof hasTargetAlready>[0] = monthly,
  ): boolean => hasTargetAlready(request, own({ ...MONTHLY, ...change }));
  assertEquals(has({}), true);
  assertEquals(has({ goal_day: 5 }), false);
  assertEquals(has({ goal_target_date: "2026-09-01" }), false);
  assertEquals(has({ goal_type: "MF" }), false);
  assertEquals(has({ goal_cadence: 2 }), false);
  assertEquals(has({ goal_cadence_frequency: 2 }), false);
  assertEquals(has({ goal_cadence_frequency: null }), true);
  // A weekly target is due on some day of the week in any case.
  assertEquals(has({ goal_cadence: 2, goal_day: 5 }, { amount: 5_000, frequency: "weekly" }), true);
  assertEquals(has({ goal_cadence: 13 }, { amount: 5_000, frequency: "yearly" }), true);
});
