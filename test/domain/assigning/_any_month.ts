import fc from "fast-check";
import type { MonthCategoryRecord, MonthRecord } from "../../../domain/base/plan_records.ts";

const units = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * 10);

const category: fc.Arbitrary<Omit<MonthCategoryRecord, "id" | "name">> = fc.record({
  category_group_id: fc.constant("g"),
  category_group_name: fc.constantFrom("Fun", "Fun", "Fun", "Credit Card Payments"),
  hidden: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  deleted: fc.constant(false),
  internal: fc.constant(false),
  budgeted: units(-20, 60),
  activity: units(-60, 20),
  balance: units(-40, 80),
  goal_type: fc.constantFrom(null, null, "NEED", "MF", "TB", "TBD", "DEBT"),
  goal_needs_whole_amount: fc.constantFrom(null, true, false),
  goal_cadence: fc.constantFrom(0, 1, 2, 13),
  goal_day: fc.constantFrom(null, 1, 15, 31),
  goal_target: units(0, 60),
  goal_target_date: fc.constantFrom(null, null, "2026-03-20", "2026-09-01"),
  goal_under_funded: fc.oneof(fc.constant(null), units(0, 30)),
  goal_snoozed_at: fc.constantFrom(null, null, null, "2026-03-01T08:00:00Z"),
});

/** A month with up to twelve categories. */
export const anyMonth: fc.Arbitrary<MonthRecord> = fc.record({
  month: fc.constant("2026-03-01"),
  income: fc.constant(0),
  budgeted: fc.constant(0),
  activity: fc.constant(0),
  to_be_budgeted: units(-50, 100),
  categories: fc.array(category, { maxLength: 12 }).map((some) =>
    some.map((one, at) => ({ ...one, id: `c${at}`, name: `Category ${at}` }))
  ),
});
