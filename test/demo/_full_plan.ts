import type { PlanRecords } from "../../demo/model/records.ts";
import { aLine, aPlan, aRow, aSchedule, aTarget, ids, uuid } from "./_tiny_plan.ts";

/** Ids of the additional records in the full plan. */
export const fullIds = {
  row: uuid(101),
  split: uuid(102),
  schedule: uuid(103),
  location: uuid(104),
  plain: uuid(105),
} as const;

/** Creates a plan with records of every kind. */
export function aFullPlan(): PlanRecords {
  const plan = aPlan();
  const { accounts, categories } = plan;
  const checking = accounts.find(({ id }) => id === ids.checking);
  if (checking !== undefined) checking.direct_import_linked = true;
  const food = categories.find(({ id }) => id === ids.food);
  if (food !== undefined) {
    food.target = aTarget({ goal_target_date: "2026-12-31", goal_cadence: 13 });
  }
  return {
    ...plan,
    transactions: [
      aRow({ id: fullIds.row, amount: -4000, category_id: ids.food, payee_id: ids.shop }),
      aRow({
        id: fullIds.split,
        amount: -9000,
        payee_id: ids.shop,
        flag_color: "",
        lines: [
          aLine({ amount: -4000, category_id: ids.food, payee_id: ids.shop }),
          aLine({ amount: -5000 }),
        ],
      }),
      aRow({
        id: fullIds.plain,
        amount: -1000,
        payee_id: ids.shop,
        flag_color: "red",
        flag_name: "Tax",
      }),
      aRow({ amount: 9000, category_id: ids.inflow, import_id: "YNAB:9000:2026-03-10:1" }),
      aRow({ amount: -1, deleted: true }),
    ],
    scheduled: [
      aSchedule({ id: fullIds.schedule, category_id: ids.food }),
      aSchedule({ deleted: true }),
    ],
    payee_locations: [
      {
        id: fullIds.location,
        payee_id: ids.shop,
        latitude: "48.2",
        longitude: "16.4",
        deleted: false,
      },
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.food, 50_000]])]]),
    money_movements: [{
      id: uuid(106),
      month: "2026-03-01",
      moved_at: null,
      note: null,
      money_movement_group_id: null,
      performed_by_user_id: null,
      from_category_id: null,
      to_category_id: ids.food,
      amount: 5000,
    }],
    money_movement_groups: [
      {
        id: uuid(107),
        group_created_at: "2026-02-01T10:00:00Z",
        month: "2026-02-01",
        note: null,
        performed_by_user_id: null,
      },
    ],
    waiting_imports: [{
      account_id: ids.checking,
      date: "2026-03-14",
      amount: -7000,
      import_payee_name: "Shop 123",
      import_payee_name_original: "SHOP 123 MAIN ST",
    }],
  };
}
