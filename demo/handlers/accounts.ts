import {
  type Call,
  type Handlers,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  openPlan,
  type Reply,
} from "../_call.ts";
import type { StoredAccount } from "../_records.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { accountShape } from "../shapes/account_shape.ts";

/** Answers for reads of accounts. */
export const accountHandlers: Handlers<"getAccounts" | "getAccountById"> = {
  getAccounts,
  getAccountById,
};

/** Tells when an account or its balances last changed. */
export function accountKnowledge(
  { id, deleted, knowledge }: StoredAccount,
  { stamps }: DemoPlan,
): { readonly deleted: boolean; readonly knowledge: number } {
  return { deleted, knowledge: Math.max(knowledge, stamps.ofAccount(id)) };
}

function getAccounts(call: Call): Reply {
  const { plan, figures, records } = openPlan(call);
  const since = knowledgeOfCall(call);
  const accounts = records.accounts
    .filter((account) => isWanted(accountKnowledge(account, plan), since))
    .map((account) => accountShape(account, plan, figures));
  return ok({ accounts, server_knowledge: plan.knowledge });
}

function getAccountById(call: Call): Reply {
  const { plan, figures } = openPlan(call);
  const account = liveRecord(plan.accounts, call.params["account_id"]);
  return ok({ account: accountShape(account, plan, figures) });
}
