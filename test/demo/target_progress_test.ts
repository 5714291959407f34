import { assertEquals } from "@std/assert";
import type { MonthFigures } from "../../demo/model/close_month.ts";
import type { StoredTarget } from "../../demo/model/records.ts";
import { categoryProgress, type ProgressMonth } from "../../demo/model/targets.ts";
import { aTarget } from "./_tiny_plan.ts";

type Figures = ProgressMonth["figures"];

interface Money {
  /** Balance at the end of February. */
  readonly carried?: number;
  /** Amount assigned in March. */
  readonly budgeted?: number;
  /** Amount assigned in February. */
  readonly assigned?: number;
  /** Balance at the end of January. */
  readonly began?: number;
}

const MONTH = "2026-03-01";
const yearly = {
  goal_cadence: 13,
  goal_target_date: "2026-05-20",
  goal_creation_month: "2025-01-01",
};
const dated = { goal_type: "TBD", goal_target_date: "2026-06-30" };

/**
 * Underfunded, funded and remaining amounts and the percentage in March, for a target of 100 a
 * month.
 */
const cases: Readonly<
  Record<string, readonly [Partial<StoredTarget>, Money, (number | null)[]]>
> = {
  "a refill needs the missing amount": [
    { goal_needs_whole_amount: false },
    { carried: 30_000, budgeted: 20_000 },
    [50_000, 50_000, 50_000, 50],
  ],
  "a full refill needs nothing": [
    { goal_needs_whole_amount: false },
    { carried: 130_000 },
    [0, 130_000, 0, 100],
  ],
  "a full refill can give up the amount beyond its target": [
    { goal_needs_whole_amount: false },
    { carried: 130_000, budgeted: -20_000 },
    [0, 110_000, 0, 100],
  ],
  "a set-aside needs the full amount each time": [
    {},
    { carried: 30_000, budgeted: 20_000 },
    [80_000, 20_000, 80_000, 20],
  ],
  "a weekly target counts the month's Sundays": [
    { goal_cadence: 2, goal_target: 10_000, goal_day: 0 },
    {},
    [50_000, 0, 50_000, 0],
  ],
  "a target every two weeks counts every other Sunday from its date": [
    { goal_cadence: 2, goal_cadence_frequency: 2, goal_day: 0, goal_target_date: "2026-02-22" },
    {},
    [200_000, 0, 200_000, 0],
  ],
  "a yearly target is spread over the remaining months": [
    { ...yearly, goal_target: 120_000 },
    { assigned: 90_000, budgeted: 4_000 },
    [6_000, 94_000, 26_000, 78],
  ],
  "a share is rounded up to the currency's smallest unit": [yearly, {}, [33_340, 0, 100_000, 0]],
  "a refilled period counts what it began with": [
    {
      goal_needs_whole_amount: false,
      goal_cadence_frequency: 3,
      goal_target: 90_000,
      goal_target_date: "2026-04-30",
    },
    { began: 30_000, assigned: 10_000 },
    [25_000, 40_000, 50_000, 44],
  ],
  "nothing is needed before the first period": [
    { goal_creation_month: MONTH, goal_target_date: "2026-05-20" },
    {},
    [null, 0, 100_000, 0],
  ],
  "there is no progress before the target": [
    { goal_creation_month: "2026-04-01" },
    {},
    [null, null, null, null],
  ],
  "MF asks for the amount every month": [
    { goal_type: "MF", goal_needs_whole_amount: null },
    { carried: 50_000, budgeted: 40_000 },
    [60_000, 40_000, 60_000, 40],
  ],
  "a balance without a date needs nothing": [
    { goal_type: "TB" },
    { carried: 20_000, budgeted: 5_000 },
    [0, 25_000, 75_000, 25],
  ],
  "a balance with a date is spread over the remaining months": [
    dated,
    { carried: 20_000, budgeted: 5_000 },
    [15_000, 25_000, 75_000, 25],
  ],
  "a zero target is met": [{ goal_target: 0 }, {}, [0, 0, 0, 100]],
};
for (const [what, [change, money, expected]] of Object.entries(cases)) {
  Deno.test(`categoryProgress(): ${what}`, () => {
    const shown = categoryProgress(
      { id: "food", target: aTarget(change) },
      { figures: figuresWith(money), index: 5, smallest: 10 },
    );
    assertEquals([
      shown.goal_under_funded,
      shown.goal_overall_funded,
      shown.goal_overall_left,
      shown.goal_percentage_complete,
    ], expected);
  });
}

/** Figures from October to March. */
function figuresWith({ carried = 0, budgeted = 0, assigned = 0, began = 0 }: Money): Figures {
  const month = (name: string, budgeted = 0, balance = 0): MonthFigures => ({
    month: name,
    income: 0,
    budgeted,
    activity: 0,
    readyToAssign: 0,
    cashOverspent: 0,
    categories: new Map([
      ["food", { budgeted, balance, activity: 0, cashOverspent: 0, creditOverspent: 0 }],
    ]),
  });
  const months = [
    month("2025-10-01"),
    month("2025-11-01"),
    month("2025-12-01"),
    month("2026-01-01", 0, began),
    month("2026-02-01", assigned, carried),
    month(MONTH, budgeted),
  ];
  return { firstMonth: "2025-10-01", currentMonth: MONTH, months };
}
