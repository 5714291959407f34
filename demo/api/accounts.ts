import { STARTING_BALANCE } from "../../domain/payees/system_payees.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  CARD_GROUP,
  plainAccount,
  plainRow,
  type StoredAccount,
  transferPayeeName,
} from "../model/records.ts";
import type { Handler } from "./call.ts";
import { newCategory, newGroup } from "./categories.ts";
import { newPayee, payeeNamed } from "./row_rules.ts";
import { accountShape } from "./shapes.ts";

const getAccounts: Handler = (call) => {
  const { figures, plan: { records, stamps } } = call;
  const accounts = call.wanted(records.accounts, (one) => stamps.ofAccount(one));
  return { accounts: accounts.map((account) => accountShape(account, figures)) };
};

const getAccountById: Handler = (call) => ({
  account: accountShape(call.live(call.plan.accounts, "account_id"), call.figures),
});

const SAVE_TYPES = [
  "checking",
  "savings",
  "cash",
  "creditCard",
  "otherAsset",
  "otherLiability",
] as const;
const NAME_LIMIT = 255;

const createAccount: Handler = (call) => {
  const { plan, today: date } = call;
  const fields = call.fields("account");
  const name = fields.text("name", NAME_LIMIT)?.trim();
  if (!name) throw fields.refuse("name is required");
  const type = fields.required(fields.oneOf("type", SAVE_TYPES), "type");
  const balance = fields.required(fields.amount("balance"), "balance");
  const account = call.write(() => {
    const account = addAccount(name, type, plan);
    // A card's starting debt isn't an inflow, but a positive starting balance is.
    const isInflow = account.on_budget && (account.payment_category_id === null || balance > 0);
    plan.addRow(plainRow({
      id: crypto.randomUUID(),
      date,
      amount: balance,
      account_id: account.id,
      payee_id: payeeNamed(STARTING_BALANCE, plan, false).id,
      category_id: isInflow ? plan.inflowCategoryId : null,
    }));
    return account;
  });
  return { account: accountShape(account, call.figures) };
};

function addAccount(name: string, type: StoredAccount["type"], plan: DemoPlan): StoredAccount {
  const id = crypto.randomUUID();
  return plan.add(
    "accounts",
    plainAccount({
      id,
      name,
      type,
      on_budget: !type.startsWith("other"),
      transfer_payee_id: newPayee(transferPayeeName(name), plan, id).id,
      payment_category_id: type === "creditCard" ? paymentCategory(name, plan) : null,
    }),
  );
}

function paymentCategory(name: string, plan: DemoPlan): string {
  const group = plan.records.groups.find((candidate) => candidate.name === CARD_GROUP) ??
    newGroup(CARD_GROUP, plan, true);
  return newCategory({ name, note: null, category_group_id: group.id }, plan).id;
}

export const accountHandlers = { getAccounts, getAccountById, createAccount };
