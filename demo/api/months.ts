import type { MoneyMovement } from "../../client/wire/category.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  type Call,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
  ok,
  openPlan,
  planOf,
  type Reply,
} from "./call.ts";
import { Fields } from "./fields.ts";
import { moneyFields } from "./money.ts";
import { categoryShape, monthShape } from "./plan_shapes.ts";

/** Newest first, as in the export, although the documentation guarantees no order. */
function getPlanMonths(call: Call): Reply {
  const { plan, figures } = openPlan(call);
  const since = knowledgeOfCall(call);
  const months = figures.months
    .filter(({ month }) =>
      isWanted({ deleted: false, knowledge: plan.stamps.ofMonth(month) }, since)
    )
    .map(({ month }) => monthShape({ plan, figures, month }))
    .reverse();
  return ok({ months }, plan);
}

function getPlanMonth(call: Call): Reply {
  const shown = monthOfCall(call);
  const categories = shown.plan.records.categories
    .filter(({ deleted }) => !deleted)
    .map((category) => categoryShape(category, shown));
  return ok({ month: { ...monthShape(shown), categories } });
}

function updateMonthCategory(call: Call): Reply {
  const { plan, month } = monthOfCall(call);
  const category = liveRecord(plan.categories, call.params["category_id"]);
  const fields = Fields.of(call.body, "category");
  const budgeted = fields.required(fields.amount("budgeted"), "budgeted");
  if (category.internal) throw fields.refuse("internal categories cannot be assigned to");
  const before = plan.records.assignments.get(month)?.get(category.id) ?? 0;
  plan.write(call.now, () => {
    plan.assign(month, category.id, budgeted);
    if (budgeted === before) return;
    const movement = movementOf(
      { month, categoryId: category.id, amount: budgeted - before },
      call,
    );
    plan.replace("money_movements", [...plan.records.money_movements, movement]);
  });
  const figures = plan.figures(call.today);
  return ok({
    category: categoryShape(category, { plan, figures, month }),
  }, plan);
}

function movementOf(
  { month, categoryId, amount }: {
    readonly month: string;
    readonly categoryId: string;
    readonly amount: number;
  },
  { now, userId }: Call,
): MoneyMovement {
  return {
    id: crypto.randomUUID(),
    month,
    moved_at: `${now.toISOString().slice(0, 19)}Z`,
    note: null,
    money_movement_group_id: null,
    performed_by_user_id: userId,
    from_category_id: amount < 0 ? categoryId : null,
    to_category_id: amount < 0 ? null : categoryId,
    amount: Math.abs(amount),
  };
}

function movements(plan: DemoPlan, wanted?: string): Reply {
  const money_movements = plan.records.money_movements
    .filter(({ month }) => wanted === undefined || month === wanted)
    .map((movement) => ({
      ...movement,
      ...moneyFields({ amount: movement.amount }, plan),
    }));
  return ok({ money_movements }, plan);
}

function movementGroups(plan: DemoPlan, wanted?: string): Reply {
  const money_movement_groups = plan.records.money_movement_groups
    .filter(({ month }) => wanted === undefined || month === wanted);
  return ok({ money_movement_groups }, plan);
}

export const monthHandlers = {
  getPlanMonths,
  getPlanMonth,
  updateMonthCategory,
  getMoneyMovements: (call: Call): Reply => movements(planOf(call)),
  getMoneyMovementsByMonth: (call: Call): Reply => {
    const { plan, month } = monthOfCall(call);
    return movements(plan, month);
  },
  getMoneyMovementGroups: (call: Call): Reply => movementGroups(planOf(call)),
  getMoneyMovementGroupsByMonth: (call: Call): Reply => {
    const { plan, month } = monthOfCall(call);
    return movementGroups(plan, month);
  },
};
