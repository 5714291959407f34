import { STARTING_BALANCE } from "../../domain/payees/system_payees.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  CARD_GROUP,
  plainAccount,
  plainRow,
  type StoredAccount,
  type StoredTransaction,
  transferPayeeName,
} from "../model/records.ts";
import {
  type Call,
  created,
  Fields,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  ok,
  openPlan,
  planOf,
  type Reply,
} from "./call.ts";
import { newCategory, newGroup } from "./categories.ts";
import { accountShape } from "./shapes.ts";
import { newPayee, payeeNamed } from "./row_rules.ts";

/** Server knowledge at which an account or its balances last changed. */
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
  return ok({ accounts }, plan);
}

function getAccountById(call: Call): Reply {
  const { plan, figures } = openPlan(call);
  const account = liveRecord(plan.accounts, call.params["account_id"]);
  return ok({ account: accountShape(account, plan, figures) });
}

const SAVE_TYPES = [
  "checking",
  "savings",
  "cash",
  "creditCard",
  "otherAsset",
  "otherLiability",
] as const;
const NAME_LIMIT = 255;

/** Contrary to its documentation, YNAB returns server knowledge here, too. */
function createAccount(call: Call): Reply {
  const plan = planOf(call);
  const fields = Fields.of(call.body, "account");
  const name = fields.text("name", NAME_LIMIT)?.trim();
  if (!name) throw fields.refuse("name is required");
  const type = fields.required(fields.oneOf("type", SAVE_TYPES), "type");
  const balance = fields.required(fields.amount("balance"), "balance");
  const account = plan.write(call.now, () => {
    const account = addAccount(name, type, plan);
    plan.addRow(startingRow(account, { balance, date: call.today }, plan));
    return account;
  });
  return created({
    account: accountShape(account, plan, plan.figures(call.today)),
  }, plan);
}

function addAccount(name: string, type: StoredAccount["type"], plan: DemoPlan): StoredAccount {
  const id = crypto.randomUUID();
  const account = plainAccount({
    id,
    name,
    type,
    on_budget: !type.startsWith("other"),
    transfer_payee_id: newPayee(transferPayeeName(name), plan, id).id,
    payment_category_id: type === "creditCard" ? paymentCategory(name, plan) : null,
  });
  plan.add("accounts", account);
  return account;
}

function paymentCategory(name: string, plan: DemoPlan): string {
  const group = plan.records.groups.find((candidate) => candidate.name === CARD_GROUP) ??
    newGroup(CARD_GROUP, plan, true);
  return newCategory({ name, note: null, category_group_id: group.id }, plan).id;
}

/** A card's starting debt isn't an inflow, but a starting credit is. */
function startingRow(
  account: StoredAccount,
  { balance, date }: { readonly balance: number; readonly date: string },
  plan: DemoPlan,
): StoredTransaction {
  const isInflow = account.on_budget && (account.payment_category_id === null || balance > 0);
  return plainRow({
    id: crypto.randomUUID(),
    date,
    amount: balance,
    account_id: account.id,
    payee_id: payeeNamed(STARTING_BALANCE, plan, false).id,
    category_id: isInflow ? plan.inflowCategoryId : null,
  });
}

export const accountHandlers = { getAccounts, getAccountById, createAccount };
