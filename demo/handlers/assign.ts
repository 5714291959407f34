import type { MoneyMovement } from "../../client/wire/category.ts";
import { type Call, type Handlers, liveRecord, monthOfCall, ok, type Reply } from "../_call.ts";
import { categoryShape } from "../shapes/category_shape.ts";
import { Fields } from "../writes/fields.ts";

/** Answers for writes of months. */
export const assignHandlers: Handlers<"updateMonthCategory"> = { updateMonthCategory };

function updateMonthCategory(call: Call): Reply {
  const { plan, month } = monthOfCall(call);
  const category = liveRecord(plan.categories, call.params["category_id"]);
  const fields = Fields.of(call.body, "category");
  const budgeted = fields.amount("budgeted");
  if (budgeted === undefined || budgeted === null) throw fields.refuse("budgeted is required");
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
    server_knowledge: plan.knowledge,
  });
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
