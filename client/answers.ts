import { account } from "./wire/account.ts";
import {
  category,
  categoryGroup,
  categoryGroupWithCategories,
  moneyMovement,
  moneyMovementGroup,
} from "./wire/category.ts";
import * as check from "./wire/check.ts";
import { payee } from "./wire/payee.ts";
import {
  monthDetail,
  monthSummary,
  planSettings,
  type PlanSummary,
  planSummary,
} from "./wire/plan.ts";
import { scheduledTransaction } from "./wire/scheduled_transaction.ts";
import { savedTransactions, transaction } from "./wire/transaction.ts";

const known = { server_knowledge: check.knowledge };

/**
 * Validators for the `data` field of responses, keyed by the names used in the table of
 * operations.
 */
export const answers = {
  PlanList: check.record({
    plans: check.uniqueList(planSummary),
    default_plan: check.anything<PlanSummary | null | undefined>(),
  }),
  PlanSettingsAnswer: check.record({ settings: planSettings }),
  AccountList: check.record({ accounts: check.list(account), ...known }),
  /** Categories by group; a delta contains only changed categories. */
  CategoryList: check.record({
    category_groups: check.list(categoryGroupWithCategories),
    ...known,
  }),
  SavedCategory: check.record({ category, ...known }),
  /** The saved category group, without its categories. */
  SavedCategoryGroup: check.record({ category_group: categoryGroup, ...known }),
  PayeeList: check.record({ payees: check.list(payee), ...known }),
  SavedPayee: check.record({ payee, ...known }),
  /** YNAB returns the months in no guaranteed order. */
  MonthList: check.record({ months: check.list(monthSummary), ...known }),
  /** The response for a single month has no `server_knowledge` field. */
  MonthAnswer: check.record({ month: monthDetail }),
  MoneyMovementList: check.record({ money_movements: check.uniqueList(moneyMovement), ...known }),
  MoneyMovementGroupList: check.record({
    money_movement_groups: check.uniqueList(moneyMovementGroup),
    ...known,
  }),
  /** YNAB returns the transactions in no guaranteed order. */
  TransactionList: check.record({ transactions: check.list(transaction), ...known }),
  SavedTransaction: check.record({ transaction, ...known }),
  SavedTransactions: savedTransactions,
  /** Transactions created by importing pending bank transactions. */
  ImportedTransactions: check.record({ transaction_ids: check.list(check.id) }),
  /** `server_knowledge` is 0 if the plan has never had a scheduled transaction. */
  ScheduledTransactionList: check.record({
    scheduled_transactions: check.list(scheduledTransaction),
    ...known,
  }),
  /** YNAB doesn't document a `server_knowledge` field for a saved scheduled transaction. */
  SavedScheduled: check.record({ scheduled_transaction: scheduledTransaction }),
};

/**
 * Thrown if a response doesn't match its operation. The error message contains no data from the
 * response.
 */
export class UnreadableAnswer extends TypeError {
  override readonly name = "UnreadableAnswer";
  /** The field that is invalid or missing; `null` if the response has no data at all. */
  readonly field: string | null;

  constructor(field: string | null) {
    super(`Cannot read the response: ${field ?? "its data"} is missing or has the wrong type`);
    this.field = field;
  }
}

export function readAnswer(name: keyof typeof answers, text: string): unknown {
  const body = parseJson(text);
  if (!check.isRecord(body) || !check.isRecord(body.data)) throw new UnreadableAnswer(null);
  // YNAB uses null for missing values, but our types omit the field.
  const data = Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== null));
  const fault = answers[name](data);
  if (fault !== null) throw new UnreadableAnswer(fault.slice(1));
  return data;
}

/**
 * Parses JSON without throwing, because the message of a syntax error would quote data from the
 * text.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
