import type { StoredAccount, StoredPayee } from "../_records.ts";
import { isReservedPayeeName } from "../_system_names.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import type { Fields } from "./fields.ts";

const NAME_LIMIT = 200;

/**
 * Finds or makes the payee that `payee_id` or `payee_name` means; the id wins.
 *
 * @throws {Refusal} 400 for an unknown id or a reserved name.
 */
export function chosenPayee(
  fields: Fields,
  plan: DemoPlan,
  isImport: boolean,
): StoredPayee | null | undefined {
  const id = fields.id("payee_id");
  const name = fields.text("payee_name", NAME_LIMIT)?.trim() ?? "";
  if (id !== undefined && id !== null) {
    const payee = plan.payees.get(id);
    if (payee === undefined || payee.deleted) {
      throw fields.refuse("payee does not exist in this budget");
    }
    return payee;
  }
  if (name === "") return id;
  if (isReservedPayeeName(name)) throw fields.refuse("payee_name is reserved");
  return payeeNamed(name, plan, isImport);
}

/** Finds or makes the payee with a name. Transfer payees are never found by name. */
export function payeeNamed(name: string, plan: DemoPlan, isImport: boolean): StoredPayee {
  const live = plan.records.payees.filter((payee) =>
    !payee.deleted && payee.transfer_account_id === null
  );
  const renamed = isImport
    ? live.find(({ rename_rules }) => rename_rules.includes(name))
    : undefined;
  return renamed ?? live.find((payee) => payee.name === name) ?? newPayee(name, plan);
}

/** Adds a payee. */
export function newPayee(
  name: string,
  plan: DemoPlan,
  transferAccountId: string | null = null,
): StoredPayee {
  const payee: StoredPayee = {
    id: crypto.randomUUID(),
    name,
    transfer_account_id: transferAccountId,
    deleted: false,
    rename_rules: [],
    knowledge: 0,
  };
  plan.add("payees", payee);
  return payee;
}

/**
 * Gives the account that a payee stands for transfers to.
 *
 * @throws {Refusal} 400 if that is the row's own account.
 */
export function transferTarget(
  payee: StoredPayee | null,
  from: StoredAccount,
  { plan, fields }: { readonly plan: DemoPlan; readonly fields: Fields },
): StoredAccount | null {
  const target = plan.accounts.get(payee?.transfer_account_id ?? "");
  if (target?.id === from.id) {
    throw fields.refuse("payee must not be a transfer to the same account");
  }
  return target ?? null;
}
