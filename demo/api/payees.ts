import type { Payee } from "../../client/wire/payee.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import type { StoredPayee } from "../model/records.ts";
import {
  type Call,
  created,
  Fields,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  planOf,
  type Reply,
} from "./call.ts";
import { notFound } from "./transport.ts";
import { payeeNamed } from "./row_rules.ts";

export function payeeShape({ id, name, transfer_account_id, deleted }: StoredPayee): Payee {
  return { id, name, transfer_account_id, deleted };
}

function getPayees(call: Call): Reply {
  const plan = planOf(call);
  const since = knowledgeOfCall(call);
  const payees = plan.records.payees.filter((payee) => isWanted(payee, since)).map(payeeShape);
  return ok({ payees }, plan);
}

function getPayeeById(call: Call): Reply {
  return ok({ payee: payeeShape(liveRecord(planOf(call).payees, call.params["payee_id"])) });
}

function getPayeeLocations(call: Call): Reply {
  const { payee_locations } = planOf(call).records;
  return ok({ payee_locations: payee_locations.filter(({ deleted }) => !deleted) });
}

function getPayeeLocationById(call: Call): Reply {
  const payee_location = planOf(call).records.payee_locations.find(({ id, deleted }) =>
    id === call.params["payee_location_id"] && !deleted
  );
  if (payee_location === undefined) throw notFound();
  return ok({ payee_location });
}

function getPayeeLocationsByPayee(call: Call): Reply {
  const plan = planOf(call);
  const payee = liveRecord(plan.payees, call.params["payee_id"]);
  const payee_locations = plan.records.payee_locations.filter(({ payee_id, deleted }) =>
    payee_id === payee.id && !deleted
  );
  return ok({ payee_locations });
}

const NAME_LIMIT = 500;

/** If the name exists, returns the existing payee. */
function createPayee(call: Call): Reply {
  const plan = planOf(call);
  const fields = Fields.of(call.body, "payee");
  const name = newName(fields);
  if (name === undefined) throw fields.refuse("name is required");
  const payee = plan.write(call.now, () => payeeNamed(name, plan, false));
  return created({ payee: payeeShape(payee) }, plan);
}

/** The payee's transactions show the new name, but don't count as changed. */
function updatePayee(call: Call): Reply {
  const plan = planOf(call);
  const payee = liveRecord(plan.payees, call.params["payee_id"]);
  const fields = Fields.of(call.body, "payee");
  const name = newName(fields);
  if (payee.transfer_account_id !== null || isReservedPayee(payee.name)) {
    throw fields.refuse("this payee cannot be updated");
  }
  if (name !== undefined) plan.write(call.now, () => plan.change(payee, { name }));
  return ok({ payee: payeeShape(payee) }, plan);
}

function newName(fields: Fields): string | undefined {
  if (!fields.has("name")) return undefined;
  const name = fields.text("name", NAME_LIMIT)?.trim();
  if (!name) throw fields.refuse("name must not be blank");
  if (isReservedPayee(name)) throw fields.refuse("name is reserved");
  return name;
}

export const payeeHandlers = {
  getPayees,
  getPayeeById,
  getPayeeLocations,
  getPayeeLocationById,
  getPayeeLocationsByPayee,
  createPayee,
  updatePayee,
};
