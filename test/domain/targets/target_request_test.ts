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

const monthly: TargetRecord = {
  goal_type: "NEED",
  goal_target: 5000,
  goal_needs_whole_amount: false,
  goal_cadence: 1,
  goal_cadence_frequency: 1,
};
const restored = (
  target: TargetRecord,
  request: Parameters<typeof targetRestore>[0],
  isCardPayment = false,
): unknown => targetRestore(request, { target, isCardPayment });

Deno.test("targetRestore() takes a target off that was not there", () => {
  const none = { goal_type: null, goal_target: 0 };
  assertEquals(restored(none, { amount: 1 }), { fields: { goal_target: null } });
});

Deno.test("targetRestore() makes a monthly target again, refilling or setting aside", () => {
  assertEquals(restored(monthly, { amount: null }), {
    fields: { goal_target: 5000, goal_needs_whole_amount: false, goal_frequency: "monthly" },
  });
});

Deno.test("targetRestore() gives a date back, but not after a frequency", () => {
  const dated = { ...monthly, goal_target_date: "2026-12-31", goal_day: 31 };
  const fields = {
    goal_target: 5000,
    goal_needs_whole_amount: false,
    goal_target_date: "2026-12-31",
  };
  assertEquals(restored(dated, { amount: 1, byDate: "2027-01-31" }), { fields });
  assertEquals(restored(dated, { amount: null }), { fields });
  assertEquals(restored(dated, { amount: 1, frequency: "weekly" }), {
    reason: "the target that it has now is due on a day that only the app can set",
  });
});

Deno.test("targetRestore() can't give a credit card's target its first kind back", () => {
  const card = { goal_type: "MF", goal_target: 5000 };
  assertEquals(restored(card, { amount: null }, true), { fields: { goal_target: 5000 } });
  assertEquals(
    "reason" in (restored(card, { amount: 1, byDate: "2027-01-31" }, true) as object),
    true,
  );
});

Deno.test("targetRestore() gives a credit card's dated target back", () => {
  const card = { goal_type: "TBD", goal_target: 5000, goal_target_date: "2026-12-31" };
  assertEquals(restored(card, { amount: null }, true), {
    fields: { goal_target: 5000, goal_target_date: "2026-12-31" },
  });
});

Deno.test("targetRestore() gives a dated target its day back where the new one has a day too", () => {
  const dated = { goal_type: "TBD", goal_target: 5000, goal_target_date: "2026-12-31" };
  assertEquals(restored(dated, { amount: 1, byDate: "2027-01-31" }), {
    fields: { goal_target: 5000, goal_target_date: "2026-12-31" },
  });
  const other = { reason: "the target that it has now is of a kind that only the app can make" };
  assertEquals(restored(dated, { amount: null }), other);
  assertEquals(restored({ ...dated, goal_type: "MF" }, { amount: null }), other);
});

Deno.test("targetRestore() can't make a target again that comes every other month", () => {
  assertEquals(restored({ ...monthly, goal_cadence_frequency: 2 }, { amount: null }), {
    reason: "the target that it has now comes round on days that only the app can set",
  });
});

Deno.test("targetRestore() sets a target aside that says nothing of refilling", () => {
  const bare = { goal_type: "NEED", goal_target: 5000, goal_cadence: 1 };
  assertEquals(restored(bare, { amount: null }), {
    fields: { goal_target: 5000, goal_needs_whole_amount: true, goal_frequency: "monthly" },
  });
});

Deno.test("targetRestore() makes a credit card's first kind of target again, and no other", () => {
  const other = { reason: "the target that it has now is of a kind that only the app can make" };
  for (const goal_type of ["TB", "NEED", "DEBT", "TBD"]) {
    assertEquals(
      restored({ goal_type, goal_target: 5000 }, { amount: null }, true),
      other,
      goal_type,
    );
  }
});

const KINDS: readonly TargetRecord[] = [
  monthly,
  { ...monthly, goal_cadence: 2, goal_day: 5 },
  { ...monthly, goal_day: 15 },
  { ...monthly, goal_snoozed_at: "2026-03-01T10:00:00Z" },
  ...["TB", "TBD", "MF", "DEBT"].map((goal_type) => ({ goal_type, goal_target: 5000 })),
];

Deno.test("targetRestore() puts the amount back where nothing else was changed, whatever the kind", () => {
  for (const target of KINDS) {
    for (const isCard of [false, true]) {
      const found = restored(target, { amount: 6000 }, isCard);
      assertEquals(found, { fields: { goal_target: 5000 } }, JSON.stringify(target));
    }
  }
  assertEquals(restored({ goal_type: "TB", goal_target: null }, { amount: 6000 }), {
    fields: { goal_target: 0 },
  });
});

Deno.test("targetRestore() can't snooze a target again", () => {
  const snoozed = { ...monthly, goal_snoozed_at: "2026-03-01T10:00:00Z" };
  const reason = { reason: "the target that it has now is snoozed" };
  assertEquals(restored(snoozed, { amount: null }), reason);
  assertEquals(restored({ ...snoozed, goal_type: "MF" }, { amount: null }, true), reason);
  assertEquals(restored(snoozed, { amount: 1, frequency: "weekly" }), reason);
});

Deno.test("targetRestore() gives a dated target back only where it has a date", () => {
  const other = { reason: "the target that it has now is of a kind that only the app can make" };
  const dated = { amount: 1, byDate: "2027-01-31" };
  for (const goal_type of ["TB", "MF", "DEBT"]) {
    const target = { goal_type, goal_target: 5000, goal_target_date: "2026-12-31" };
    assertEquals(restored(target, dated), other, goal_type);
    if (goal_type !== "MF") {
      assertEquals(restored(target, { amount: null }, true), other, goal_type);
    }
  }
  assertEquals(restored({ goal_type: "TBD", goal_target: 5000 }, dated), other);
  assertEquals(restored({ goal_type: "TBD", goal_target: 5000 }, { amount: null }, true), other);
  // An older upstream names the month alone.
  const older = { goal_type: "TBD", goal_target: 5000, goal_target_month: "2026-12-01" };
  assertEquals(restored(older, dated), {
    fields: { goal_target: 5000, goal_target_date: "2026-12-01" },
  });
});

Deno.test("targetRestore() puts a monthly target back on its date, where its day is that of the date", () => {
  const fields = { goal_target: 5000, goal_needs_whole_amount: false };
  const onDate = { fields: { ...fields, goal_target_date: "2026-12-15" } };
  const refused = {
    reason: "the target that it has now is due on a day that only the app can set",
  };
  const cases: readonly (readonly [Partial<TargetRecord>, unknown])[] = [
    [{ goal_target_date: "2026-12-15", goal_day: 15 }, onDate],
    [{ goal_target_date: "2026-12-15", goal_day: null }, onDate],
    [{ goal_target_date: "2026-12-15" }, onDate],
    [{ goal_target_date: "2026-12-15", goal_day: 5 }, refused],
    [{ goal_target_date: null, goal_day: 15 }, refused],
    [{ goal_target_date: null, goal_day: null }, {
      fields: { ...fields, goal_frequency: "monthly" },
    }],
  ];
  for (const [change, expected] of cases) {
    const found = restored({ ...monthly, ...change }, { amount: null });
    assertEquals(found, expected, JSON.stringify(change));
  }
});

Deno.test("targetRestore() can't set the day of the week, or of the year, again", () => {
  const refused = {
    reason: "the target that it has now comes round on days that only the app can set",
  };
  for (const goal_cadence of [0, 2, 3, 13, 14, null]) {
    assertEquals(restored({ ...monthly, goal_cadence }, { amount: null }), refused);
  }
});
