import { addMonths } from "../../domain/base/month.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import type { AccountRecord, CategoryRecord } from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";

/** How far back upstream takes transactions. */
const MOST_MONTHS_BACK = 60;

const CREDIT_TYPES: readonly string[] = ["creditCard", "lineOfCredit"];

/** Says why a transaction can't have a date. */
export function whyNoDate(
  date: string,
  utcToday: string,
  wayOut: string = "schedule it in YNAB's app",
): string | null {
  if (date > utcToday) {
    return `${date} is in the future, and YNAB's today is ${utcToday} (UTC): ` +
      `date it that day or earlier, or ${wayOut}`;
  }
  const earliest = addMonths(utcToday, -MOST_MONTHS_BACK);
  if (date >= earliest) return null;
  return `${date} is over 5 years ago: YNAB takes transactions from ${earliest} on`;
}

/** Says why a transaction can't have a payee's name. */
export function whyNoPayee(name: string): string | null {
  const folded = foldName(name).replace(/\s+/gu, " ");
  if (isReservedPayee(name)) {
    return "its payee name is reserved by YNAB: choose another";
  }
  return /^transfer ?:/u.test(folded)
    ? "a payee name does not make a transfer: use create_transfer where it is offered, else YNAB's app"
    : null;
}

/** Says why a new transaction of an account can't have a category. */
export function whyNotOnAccount(
  category: CategoryRecord,
  account: Pick<AccountRecord, "on_budget" | "type">,
): string | null {
  if (!account.on_budget) {
    return "transactions of a tracking account take no category: leave category_id out";
  }
  return isInflowCategory(category) && CREDIT_TYPES.includes(account.type)
    ? "income can't go to a credit account: choose the category that the refund or credit belongs to"
    : null;
}
