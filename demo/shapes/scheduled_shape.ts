import type {
  ScheduledSplitLine,
  ScheduledSplitLineBase,
  ScheduledTransaction,
  ScheduledTransactionBase,
} from "../../client/wire/scheduled_transaction.ts";
import type { StoredScheduled, StoredScheduledLine } from "../_records.ts";
import { SPLIT_CATEGORY, SPLIT_CATEGORY_ID, UNCATEGORIZED_CATEGORY } from "../_system_names.ts";
import { isSplit } from "../arithmetic/live_lines.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyNumber, moneyText } from "./money_text.ts";
import { categoryName, payeeName } from "./transaction_shape.ts";

/** Makes a schedule as the plan export carries it. */
export function scheduledBase(stored: StoredScheduled, plan: DemoPlan): ScheduledTransactionBase {
  const splitId = plan.knobs.splitCategoryIsNull ? null : SPLIT_CATEGORY_ID;
  return {
    id: stored.id,
    date_first: stored.date_first,
    date_next: stored.date_next,
    frequency: stored.frequency,
    amount: stored.amount,
    memo: stored.memo,
    flag_color: stored.flag_color,
    flag_name: stored.flag_name,
    account_id: stored.account_id,
    payee_id: stored.payee_id,
    category_id: isSplit(stored) ? splitId : stored.category_id,
    transfer_account_id: stored.transfer_account_id,
    deleted: stored.deleted,
  };
}

/** Makes a schedule with the names it points to and its lines. */
export function scheduledShape(stored: StoredScheduled, plan: DemoPlan): ScheduledTransaction {
  const format = plan.records.currency_format;
  return {
    ...scheduledBase(stored, plan),
    amount_formatted: moneyText(stored.amount, format),
    amount_currency: moneyNumber(stored.amount, format),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name: payeeName(stored.payee_id, plan),
    category_name: isSplit(stored) ? SPLIT_CATEGORY : nameOrUncategorized(stored, plan),
    subtransactions: stored.lines.map((line) => ({
      ...scheduledLineBase(line, stored, plan),
      amount_formatted: moneyText(line.amount, format),
      amount_currency: moneyNumber(line.amount, format),
    } satisfies ScheduledSplitLine)),
  };
}

/** Makes a schedule's line as the plan export carries it. */
export function scheduledLineBase(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return {
    id: line.id,
    scheduled_transaction_id: id,
    amount: line.amount,
    memo: line.memo,
    payee_id: line.payee_id,
    payee_name: payeeName(line.payee_id, plan),
    category_id: line.category_id,
    category_name: categoryName(line.category_id, plan),
    transfer_account_id: line.transfer_account_id,
    deleted: line.deleted,
  };
}

/** A schedule without a category is shown as "Uncategorized", unlike a row. */
function nameOrUncategorized(
  { category_id, transfer_account_id }: StoredScheduled,
  plan: DemoPlan,
): string | null {
  const name = categoryName(category_id, plan);
  if (name !== null) return name;
  return plan.accounts.get(transfer_account_id ?? "")?.on_budget ? null : UNCATEGORIZED_CATEGORY;
}
