import { assertEquals } from "@std/assert";
import type { TargetRecord } from "../../../domain/base/plan_records.ts";
import {
  hasTargetAlready,
  targetAfter,
  targetRestore,
} from "../../../domain/targets/target_request.ts";

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

Deno.test("targetAfter() creates a monthly target if only an amount is given", () => {
  assertEquals(targetAfter({ amount: 5_000 }, own(NONE)), MONTHLY);
});

Deno.test("targetAfter() replaces the old target if an amount and a frequency are given", () => {
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

Deno.test("targetAfter() keeps all other fields when the amount changes", () => {
  const weekly = {
    ...MONTHLY,
    goal_cadence: 2,
    goal_day: 5,
    goal_snoozed_at: "2026-03-01T00:00:00Z",
  };
  assertEquals(targetAfter({ amount: 7_000 }, own(weekly)), { ...weekly, goal_target: 7_000 });
});

Deno.test("targetAfter() changes type TB to TBD if a date is given, and keeps other types", () => {
  const byDate = (target: TargetRecord, isCardPayment = false): unknown => {
    const after = targetAfter({ amount: 5_000, byDate: "2026-09-01" }, { target, isCardPayment });
    assertEquals([after.goal_target_date, after.goal_target_month], ["2026-09-01", "2026-09-01"]);
    return after.goal_type;
  };
  assertEquals(byDate({ ...MONTHLY, goal_type: "TB" }), "TBD");
  assertEquals(byDate({ ...MONTHLY, goal_type: "TBD" }), "TBD");
  assertEquals(byDate(MONTHLY), "NEED");
  assertEquals(byDate(NONE), "NEED");
  // Adding a due date never changes a target's type from MF or DEBT to NEED.
  for (const goal_type of ["MF", "DEBT"]) {
    assertEquals(byDate({ ...MONTHLY, goal_type }) === "NEED", false, goal_type);
  }
  assertEquals(byDate(NONE, true), "TBD");
  assertEquals(byDate(MONTHLY, true), "TBD");
});

Deno.test("targetAfter() creates a monthly set-aside target for a card that has no target", () => {
  const owner = { target: NONE, isCardPayment: true };
  assertEquals(targetAfter({ amount: 5_000 }, owner), { ...MONTHLY, goal_type: "MF" });
});

Deno.test("hasTargetAlready() compares only requested fields", () => {
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

Deno.test("hasTargetAlready() doesn't treat a target with a due date as a plain monthly target", () => {
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
  assertEquals(has({ goal_cadence: 2, goal_day: 5 }, { amount: 5_000, frequency: "weekly" }), true);
  assertEquals(has({ goal_cadence: 13 }, { amount: 5_000, frequency: "yearly" }), true);
});

const refill: TargetRecord = {
  ...{ goal_type: "NEED", goal_target: 5000, goal_needs_whole_amount: false },
  ...{ goal_cadence: 1, goal_cadence_frequency: 1 },
};
const snoozed = { ...refill, goal_snoozed_at: "2026-03-01T10:00:00Z" };
const aKind = (goal_type: string, date?: string): TargetRecord => ({
  ...{ goal_type, goal_target: 5000 },
  ...(date === undefined ? {} : { goal_target_date: date }),
});
const remove = { amount: null };
const redate = { amount: 1, byDate: "2027-01-31" };
const weekly = { amount: 1, frequency: "weekly" } as const;
const DAY = "2026-12-15";
const amount = { goal_target: 5000 };
const again = { ...amount, goal_needs_whole_amount: false };
const [KIND, RHYTHM, DUE, SNOOZED] = [
  ...["has a type that only the YNAB app can set", "has a schedule that only the YNAB app can set"],
  ...["has a due date that only the YNAB app can set", "is snoozed"],
].map((why) => `the current target ${why}`);

/**
 * Each case has a target, a request, and either the fields that restore the target or the reason
 * that it can't be restored.
 */
const restores: readonly (readonly [
  target: TargetRecord,
  request: Parameters<typeof targetRestore>[0],
  expected: object | string | undefined,
  isCardPayment?: boolean,
])[] = [
  [{ goal_type: null, goal_target: 0 }, { amount: 1 }, { goal_target: null }],
  // If only the amount changed, it can be restored for any type of target.
  ...[
    refill,
    snoozed,
    { ...refill, goal_day: 15 },
    ...["TB", "TBD", "MF", "DEBT"].map((kind) => aKind(kind)),
  ]
    .flatMap((target) =>
      [true, false].map((isCard) => [target, { amount: 6000 }, amount, isCard] as const)
    ),
  [{ goal_type: "TB", goal_target: null }, { amount: 6000 }, { goal_target: 0 }],
  [refill, remove, { ...again, goal_frequency: "monthly" }],
  [{ goal_type: "NEED", goal_target: 5000, goal_cadence: 1 }, remove, {
    ...{ ...amount, goal_needs_whole_amount: true, goal_frequency: "monthly" },
  }],
  [{ ...refill, goal_cadence_frequency: 2 }, remove, RHYTHM],
  ...[0, 2, 3, 13, 14, null].map((goal_cadence) =>
    [{ ...refill, goal_cadence }, remove, RHYTHM] as const
  ),
  [{ ...refill, goal_target_date: DAY, goal_day: 15 }, remove, { ...again, goal_target_date: DAY }],
  [{ ...refill, goal_target_date: DAY }, redate, { ...again, goal_target_date: DAY }],
  [{ ...refill, goal_target_date: DAY }, weekly, DUE],
  [{ ...refill, goal_target_date: DAY, goal_day: 5 }, remove, DUE],
  [{ ...refill, goal_day: 15 }, remove, DUE],
  [snoozed, remove, SNOOZED],
  [snoozed, weekly, SNOOZED],
  [{ ...snoozed, goal_type: "MF" }, remove, SNOOZED, true],
  [aKind("TBD", DAY), redate, { ...amount, goal_target_date: DAY }],
  // Older versions of the YNAB API return only the month of a target's due date.
  [{ ...aKind("TBD"), goal_target_month: "2026-12-01" }, redate, {
    ...{ ...amount, goal_target_date: "2026-12-01" },
  }],
  [aKind("TBD", DAY), remove, KIND],
  [aKind("TBD"), redate, KIND],
  ...["TB", "MF", "DEBT"].map((kind) => [aKind(kind, DAY), redate, KIND] as const),
  [aKind("TBD", DAY), remove, { ...amount, goal_target_date: DAY }, true],
  [aKind("MF"), remove, amount, true],
  [aKind("MF"), redate, KIND, true],
  ...["TB", "NEED", "DEBT", "TBD"].map((kind) => [aKind(kind), remove, KIND, true] as const),
];

Deno.test("targetRestore() restores a target exactly or says why that isn't possible", () => {
  for (const [target, request, expected, isCardPayment = false] of restores) {
    const found = targetRestore(request, { target, isCardPayment });
    const wanted = typeof expected === "object" ? { fields: expected } : { reason: expected };
    assertEquals(found as unknown, wanted, JSON.stringify([target, request]));
  }
});
