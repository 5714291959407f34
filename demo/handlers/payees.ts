import type { Payee } from "../../client/wire/payee.ts";
import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  planOf,
  type Reply,
} from "../_call.ts";
import type { StoredPayee } from "../_records.ts";
import { notFound } from "../_refusal.ts";

/** Answers for reads of payees and payee locations. */
export const payeeHandlers: Handlers<
  | "getPayees"
  | "getPayeeById"
  | "getPayeeLocations"
  | "getPayeeLocationById"
  | "getPayeeLocationsByPayee"
> = {
  getPayees,
  getPayeeById,
  getPayeeLocations,
  getPayeeLocationById,
  getPayeeLocationsByPayee,
};

/** Makes a payee as it travels. */
export function payeeShape({ id, name, transfer_account_id, deleted }: StoredPayee): Payee {
  return { id, name, transfer_account_id, deleted };
}

function getPayees(call: Call): Reply {
  const plan = planOf(call);
  const since = knowledgeOfCall(call);
  const payees = plan.records.payees.filter((payee) => isWanted(payee, since)).map(payeeShape);
  return ok({ payees, server_knowledge: plan.knowledge });
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
