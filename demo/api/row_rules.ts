import { addMonths } from "../../domain/base/month.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { isCard } from "../model/close_month.ts";
import {
  plainPayee,
  type StoredAccount,
  type StoredPayee,
  type StoredTransaction,
} from "../model/records.ts";
import type { Fields } from "./call.ts";

export const CLEARED_STATES = ["cleared", "uncleared", "reconciled"] as const;

/** Flag colors. The empty string removes a flag. */
export const FLAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple", ""] as const;

export const MEMO_LIMIT = 500;

/** In months. */
export const FIVE_YEARS = 60;

/** A transaction's account and transfer, which limit the categories that it can have. */
export interface CategoryPlace {
  readonly account: StoredAccount;
  /** The other account of a transfer; `null` for other transactions. */
  readonly transferTo: StoredAccount | null;
}

/** Rejects a transaction's date if it is in the future (in UTC) or more than five years ago. */
export function checkRowDate(date: string, fields: Fields): void {
  if (date > fields.today || date < addMonths(fields.today, -FIVE_YEARS)) {
    throw fields.refuse("date must not be in the future or over 5 years ago");
  }
}

export function requestedAccount(id: string, fields: Fields): StoredAccount {
  const account = fields.plan.accounts.get(id);
  if (account === undefined || account.deleted) {
    throw fields.refuse("account does not exist in this budget");
  }
  return account;
}

/** Reads `category_id`; `undefined` if it is absent or a card's payment category. */
export function requestedCategory(fields: Fields): string | null | undefined {
  const { plan } = fields;
  const id = fields.id("category_id");
  if (id === undefined || id === null) return id;
  const category = plan.categories.get(id);
  if (category === undefined || category.deleted) {
    throw fields.refuse("category does not exist in this budget");
  }
  return plan.cardCategoryIds.has(id) ? undefined : id;
}

/**
 * Decides which category to store. Transactions in tracking accounts and transfers between
 * on-budget accounts have no category.
 */
export function storedCategory(
  id: string | null,
  { account, transferTo }: CategoryPlace,
  fields: Fields,
): string | null {
  if (id === null || !account.on_budget || transferTo?.on_budget) return null;
  if (id === fields.plan.inflowCategoryId && isCard(account)) {
    throw fields.refuse("category is not allowed on a credit card account");
  }
  return id;
}

/** Decides which cleared state to store. An unapproved transaction is never reconciled. */
export function storedCleared(
  cleared: StoredTransaction["cleared"],
  isApproved: boolean,
): StoredTransaction["cleared"] {
  return cleared === "reconciled" && !isApproved ? "cleared" : cleared;
}

export function flagFields(
  fields: Fields,
): Partial<Pick<StoredTransaction, "flag_color" | "flag_name">> {
  const color = fields.oneOf("flag_color", FLAG_COLORS);
  if (color === undefined) return {};
  return { flag_color: color, flag_name: fields.plan.flagNames.get(color ?? "") ?? null };
}

export const NAME_LIMIT = 200;

/** Finds or creates the payee given by `payee_id` (which takes precedence) or `payee_name`. */
export function chosenPayee(
  fields: Fields,
  isImport: boolean,
): StoredPayee | null | undefined {
  const { plan } = fields;
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
  if (isReservedPayee(name)) throw fields.refuse("payee_name is reserved");
  return payeeNamed(name, plan, isImport);
}

/** Finds or creates a payee by name. Transfer payees are never found by name. */
export function payeeNamed(name: string, plan: DemoPlan, isImport: boolean): StoredPayee {
  const live = plan.records.payees.filter((payee) =>
    !payee.deleted && payee.transfer_account_id === null
  );
  const renamed = isImport
    ? live.find(({ rename_rules }) => rename_rules.includes(name))
    : undefined;
  return renamed ?? live.find((payee) => payee.name === name) ?? newPayee(name, plan);
}

export function newPayee(
  name: string,
  plan: DemoPlan,
  transferAccountId: string | null = null,
): StoredPayee {
  const id = crypto.randomUUID();
  return plan.add("payees", plainPayee({ id, name, transfer_account_id: transferAccountId }));
}

export function transferTarget(
  payee: StoredPayee | null,
  from: StoredAccount,
  fields: Fields,
): StoredAccount | null {
  const target = fields.plan.accounts.get(payee?.transfer_account_id ?? "");
  if (target?.id === from.id) {
    throw fields.refuse("payee must not be a transfer to the same account");
  }
  return target ?? null;
}
