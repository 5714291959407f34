import { assertEquals } from "@std/assert";
import type { StoredTarget } from "../../demo/model/records.ts";
import { categoryProgress, type ProgressMonth } from "../../demo/model/targets.ts";
import { aTarget } from "./_tiny_plan.ts";

type Figures = ProgressMonth["figures"];

/**
 * A category's balance in January, the amount assigned in February, the balance in February, and
 * the amount assigned in March.
 */
interface Money {
  readonly began?: number;
  readonly assigned?: number;
  readonly carried?: number;
  readonly budgeted?: number;
}

const MONTH = "2026-03-01";
const REFILL = { goal_needs_whole_amount: false };
const [EVERY_3, EVERY_2_WEEKS, WEEKLY] = [
  { goal_cadence_frequency: 3, goal_target: 90_000, goal_target_date: "2026-04-30" },
  { goal_cadence: 2, goal_cadence_frequency: 2, goal_day: 0, goal_target_date: "2026-02-22" },
  { goal_cadence: 2, goal_target: 10_000, goal_day: 0 },
];
const YEARLY = {
  ...{ goal_cadence: 13, goal_target_date: "2026-05-20", goal_creation_month: "2025-01-01" },
};
const LATER = { goal_creation_month: MONTH, goal_target_date: "2026-05-20" };
const NOT_YET = { goal_creation_month: "2026-04-01" };
const DATED = { goal_type: "TBD", goal_target_date: "2026-06-30" };
const MF = { goal_type: "MF", goal_needs_whole_amount: null };
const YEAR_OF_120 = { ...YEARLY, goal_target: 120_000 };

type Amounts = readonly (number | null)[];

/**
 * Test cases: changes to a target of 100 a month; the category's balances and assigned amounts; and
 * the progress expected in March (underfunded, funded and remaining amounts in currency units, and
 * the percentage).
 */
const cases: Readonly<Record<string, readonly [Partial<StoredTarget>, Money, Amounts]>> = {
  "a refill needs the missing amount": [REFILL, { carried: 30, budgeted: 20 }, [50, 50, 50, 50]],
  "a full refill needs nothing": [REFILL, { carried: 130 }, [0, 130, 0, 100]],
  "a full refill can be reduced": [REFILL, { carried: 130, budgeted: -20 }, [0, 110, 0, 100]],
  "a set-aside needs the full amount again": [{}, { carried: 30, budgeted: 20 }, [80, 20, 80, 20]],
  "a weekly target counts the month's Sundays": [WEEKLY, {}, [50, 0, 50, 0]],
  "a target every two weeks counts every other Sunday": [EVERY_2_WEEKS, {}, [200, 0, 200, 0]],
  "a yearly target is spread out": [YEAR_OF_120, { assigned: 90, budgeted: 4 }, [6, 94, 26, 78]],
  "a share is rounded up to the currency's smallest unit": [YEARLY, {}, [33.34, 0, 100, 0]],
  "a refill counts the money that its period began with": [
    ...[{ ...REFILL, ...EVERY_3 }, { began: 30, assigned: 10 }, [25, 40, 50, 44]] as const,
  ],
  "nothing is needed before the first period": [LATER, {}, [null, 0, 100, 0]],
  "there is no progress before the target was created": [NOT_YET, {}, [null, null, null, null]],
  "MF asks for the amount every month": [MF, { carried: 50, budgeted: 40 }, [60, 40, 60, 40]],
  "an undated balance": [{ goal_type: "TB" }, { carried: 20, budgeted: 5 }, [0, 25, 75, 25]],
  "a dated balance is spread out": [DATED, { carried: 20, budgeted: 5 }, [15, 25, 75, 25]],
  "a zero target is met": [{ goal_target: 0 }, {}, [0, 0, 0, 100]],
};
for (const [what, [change, money, expected]] of Object.entries(cases)) {
  Deno.test(`categoryProgress(): ${what}`, () => {
    const shown = categoryProgress(
      { id: "food", target: aTarget(change) },
      { figures: figuresWith(money), index: 5, smallest: 10 },
    );
    const { goal_under_funded, goal_overall_funded, goal_overall_left } = shown;
    const amounts = [goal_under_funded, goal_overall_funded, goal_overall_left]
      .map((amount) => amount === null ? null : amount / 1000);
    assertEquals([...amounts, shown.goal_percentage_complete], expected);
  });
}

/** Returns a category's figures for each month from October to March. */
function figuresWith({ carried = 0, budgeted = 0, assigned = 0, began = 0 }: Money): Figures {
  const month = (name: string, budgeted = 0, balance = 0): Figures["months"][number] => ({
    month: name,
    categories: new Map([["food", {
      ...{ budgeted: budgeted * 1000, balance: balance * 1000 },
      ...{ activity: 0, cashOverspent: 0, creditOverspent: 0 },
    }]]),
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
