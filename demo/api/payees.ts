import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import type { Fields, Handler } from "./call.ts";
import { payeeNamed } from "./row_rules.ts";
import { payeeShape } from "./shapes.ts";
import { notFound } from "./transport.ts";

const NAME_LIMIT = 500;

export const payeeHandlers = {
  getPayees: (call) => ({ payees: call.wanted(call.plan.records.payees).map(payeeShape) }),
  getPayeeById: (call) => ({ payee: payeeShape(call.live(call.plan.payees, "payee_id")) }),
  getPayeeLocations: ({ plan: { records } }) => ({
    payee_locations: records.payee_locations.filter(({ deleted }) => !deleted),
  }),
  getPayeeLocationById: ({ plan: { records }, asked: { params } }) => {
    const payee_location = records.payee_locations.find(({ id, deleted }) =>
      id === params["payee_location_id"] && !deleted
    );
    if (payee_location === undefined) throw notFound();
    return { payee_location };
  },
  getPayeeLocationsByPayee: (call) => {
    const { payees, records } = call.plan;
    const payee = call.live(payees, "payee_id");
    const payee_locations = records.payee_locations.filter(({ payee_id, deleted }) =>
      payee_id === payee.id && !deleted
    );
    return { payee_locations };
  },
  /** If there is already a payee with this name, returns it. */
  createPayee: (call) => {
    const fields = call.fields("payee");
    const name = newName(fields);
    if (name === undefined) throw fields.refuse("name is required");
    return { payee: payeeShape(call.write(() => payeeNamed(name, call.plan, false))) };
  },
  /** The payee's transactions show the new name, but don't count as changed. */
  updatePayee: (call) => {
    const { plan } = call;
    const payee = call.live(plan.payees, "payee_id");
    const fields = call.fields("payee");
    const name = newName(fields);
    if (payee.transfer_account_id !== null || isReservedPayee(payee.name)) {
      throw fields.refuse("this payee cannot be updated");
    }
    if (name !== undefined) call.write(() => plan.change(payee, { name }));
    return { payee: payeeShape(payee) };
  },
} satisfies Readonly<Record<string, Handler>>;

function newName(fields: Fields): string | undefined {
  if (!fields.has("name")) return undefined;
  const name = fields.text("name", NAME_LIMIT)?.trim();
  if (!name) throw fields.refuse("name must not be blank");
  if (isReservedPayee(name)) throw fields.refuse("name is reserved");
  return name;
}
