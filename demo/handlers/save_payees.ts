import { type Call, created, type Handlers, liveRecord, ok, planOf, type Reply } from "../_call.ts";
import type { StoredPayee } from "../_records.ts";
import { isReservedPayeeName } from "../_system_names.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { Fields } from "../writes/fields.ts";
import { payeeNamed } from "../writes/payee_choice.ts";
import { payeeShape } from "./payees.ts";

const NAME_LIMIT = 500;

/** Answers for writes of payees. */
export const savePayeeHandlers: Handlers<"createPayee" | "updatePayee"> = {
  createPayee,
  updatePayee,
};

/** A name that a payee has already gives that payee. */
function createPayee(call: Call): Reply {
  const plan = planOf(call);
  const fields = Fields.of(call.body, "payee");
  const name = newName(fields);
  if (name === undefined) throw fields.refuse("name is required");
  const payee = plan.write(call.now, () => payeeNamed(name, plan, false));
  return created(saved(payee, plan));
}

/** Rows that name the payee show the new name, but are not changed by it. */
function updatePayee(call: Call): Reply {
  const plan = planOf(call);
  const payee = liveRecord(plan.payees, call.params["payee_id"]);
  const fields = Fields.of(call.body, "payee");
  const name = newName(fields);
  if (payee.transfer_account_id !== null || isReservedPayeeName(payee.name)) {
    throw fields.refuse("this payee cannot be updated");
  }
  if (name !== undefined) plan.write(call.now, () => plan.change(payee, { name }));
  return ok(saved(payee, plan));
}

function newName(fields: Fields): string | undefined {
  if (!fields.has("name")) return undefined;
  const name = fields.text("name", NAME_LIMIT)?.trim();
  if (!name) throw fields.refuse("name must not be blank");
  if (isReservedPayeeName(name)) throw fields.refuse("name is reserved");
  return name;
}

function saved(payee: StoredPayee, plan: DemoPlan): Record<string, unknown> {
  return { payee: payeeShape(payee), server_knowledge: plan.knowledge };
}
