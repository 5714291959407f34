import { addMonths } from "../_calendar.ts";
import type { StoredAccount, StoredTransaction } from "../_records.ts";
import { isCard } from "../arithmetic/month_tally.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import type { Fields } from "./fields.ts";

/** States of a row. */
export const CLEARED_STATES = ["cleared", "uncleared", "reconciled"] as const;

/** Colours of a flag; the empty text takes the flag off. */
export const FLAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple", ""] as const;

/** Longest memo. */
export const MEMO_LIMIT = 500;

const FIVE_YEARS = 60;

/** Where a category is to be stored. */
export interface CategoryPlace {
  readonly account: StoredAccount;
  /** The other account of a transfer. */
  readonly transferTo: StoredAccount | null;
}

/**
 * Checks a row's date against the UTC day.
 *
 * @throws {Refusal} 400 if it lies in the future or over five years back.
 */
export function checkRowDate(date: string, today: string, fields: Fields): void {
  if (date > today || date < addMonths(today, -FIVE_YEARS)) {
    throw fields.refuse("date must not be in the future or over 5 years ago");
  }
}

/**
 * Finds the account that a field names.
 *
 * @throws {Refusal} 400 if the plan has none such.
 */
export function namedAccount(id: string, plan: DemoPlan, fields: Fields): StoredAccount {
  const account = plan.accounts.get(id);
  if (account === undefined || account.deleted) {
    throw fields.refuse("account does not exist in this budget");
  }
  return account;
}

/**
 * Checks that the plan has the category that a field names.
 *
 * @throws {Refusal} 400 if the plan has none such.
 */
export function namedCategory(id: string, plan: DemoPlan, fields: Fields): string | undefined {
  const category = plan.categories.get(id);
  if (category === undefined || category.deleted) {
    throw fields.refuse("category does not exist in this budget");
  }
  return plan.cardCategoryIds.has(id) ? undefined : id;
}

/**
 * Decides which category is stored. Tracking accounts and transfers between
 * on-budget accounts keep none.
 *
 * @throws {Refusal} 400 for the inflow category on a card.
 */
export function keptCategory(
  id: string | null,
  { account, transferTo }: CategoryPlace,
  { plan, fields }: { readonly plan: DemoPlan; readonly fields: Fields },
): string | null {
  if (id === null || !account.on_budget || transferTo?.on_budget) return null;
  if (id === plan.inflowCategoryId && isCard(account)) {
    throw fields.refuse("category is not allowed on a credit card account");
  }
  return id;
}

/** Decides which cleared state is stored: an unapproved row is never reconciled. */
export function keptCleared(
  cleared: StoredTransaction["cleared"],
  isApproved: boolean,
): StoredTransaction["cleared"] {
  return cleared === "reconciled" && !isApproved ? "cleared" : cleared;
}

/** Reads a flag and finds the label that its colour has in the plan. */
export function flagFields(
  fields: Fields,
  plan: DemoPlan,
): Partial<Pick<StoredTransaction, "flag_color" | "flag_name">> {
  const color = fields.oneOf("flag_color", FLAG_COLORS);
  if (color === undefined) return {};
  return { flag_color: color, flag_name: plan.flagNames.get(color ?? "") ?? null };
}
