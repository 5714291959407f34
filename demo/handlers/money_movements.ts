import type { MoneyMovement } from "../../client/wire/category.ts";
import { type Handlers, monthOfCall, ok, planOf, type Reply } from "../_call.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyNumber, moneyText } from "../shapes/money_text.ts";

/** Answers for reads of money movements and their groups. */
export const moneyMovementHandlers: Handlers<
  | "getMoneyMovements"
  | "getMoneyMovementsByMonth"
  | "getMoneyMovementGroups"
  | "getMoneyMovementGroupsByMonth"
> = {
  getMoneyMovements: (call) => movements(planOf(call), null),
  getMoneyMovementsByMonth: (call) => {
    const { plan, month } = monthOfCall(call);
    return movements(plan, month);
  },
  getMoneyMovementGroups: (call) => groups(planOf(call), null),
  getMoneyMovementGroupsByMonth: (call) => {
    const { plan, month } = monthOfCall(call);
    return groups(plan, month);
  },
};

function movements(plan: DemoPlan, wanted: string | null): Reply {
  const money_movements = plan.records.money_movements
    .filter(({ month }) => wanted === null || month === wanted)
    .map((movement) => movementShape(movement, plan));
  return ok({ money_movements, server_knowledge: plan.knowledge });
}

function groups(plan: DemoPlan, wanted: string | null): Reply {
  const money_movement_groups = plan.records.money_movement_groups
    .filter(({ month }) => wanted === null || month === wanted)
    .map(({ id, group_created_at, month, note, performed_by_user_id }) => ({
      id,
      group_created_at,
      month,
      note: note ?? null,
      performed_by_user_id: performed_by_user_id ?? null,
    }));
  return ok({ money_movement_groups, server_knowledge: plan.knowledge });
}

function movementShape(movement: MoneyMovement, { records }: DemoPlan): MoneyMovement {
  return {
    id: movement.id,
    month: movement.month ?? null,
    moved_at: movement.moved_at ?? null,
    note: movement.note ?? null,
    money_movement_group_id: movement.money_movement_group_id ?? null,
    performed_by_user_id: movement.performed_by_user_id ?? null,
    from_category_id: movement.from_category_id ?? null,
    to_category_id: movement.to_category_id ?? null,
    amount: movement.amount,
    amount_formatted: moneyText(movement.amount, records.currency_format),
    amount_currency: moneyNumber(movement.amount, records.currency_format),
  };
}
