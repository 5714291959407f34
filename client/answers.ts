import { account } from "./wire/account.ts";
import {
  category,
  categoryGroup,
  categoryGroupWithCategories,
  moneyMovement,
  moneyMovementGroup,
} from "./wire/category.ts";
import { anything, id, isRecord, knowledge, list, record, uniqueList } from "./wire/check.ts";
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

const known = { server_knowledge: knowledge };

/** Checks of responses' `data`; the table of operations refers to them by name. */
export const answers = {
  PlanList: record({
    plans: uniqueList(planSummary),
    default_plan: anything<PlanSummary | null | undefined>(),
  }),
  PlanSettingsAnswer: record({ settings: planSettings }),
  AccountList: record({ accounts: list(account), ...known }),
  /** Categories by group; a delta contains only changed categories. */
  CategoryList: record({ category_groups: list(categoryGroupWithCategories), ...known }),
  SavedCategory: record({ category, ...known }),
  /** A group without its categories. */
  SavedCategoryGroup: record({ category_group: categoryGroup, ...known }),
  PayeeList: record({ payees: list(payee), ...known }),
  SavedPayee: record({ payee, ...known }),
  /** In no guaranteed order. */
  MonthList: record({ months: list(monthSummary), ...known }),
  /** This response has no server knowledge. */
  MonthAnswer: record({ month: monthDetail }),
  MoneyMovementList: record({ money_movements: uniqueList(moneyMovement), ...known }),
  MoneyMovementGroupList: record({
    money_movement_groups: uniqueList(moneyMovementGroup),
    ...known,
  }),
  /** In no guaranteed order. */
  TransactionList: record({ transactions: list(transaction), ...known }),
  SavedTransaction: record({ transaction, ...known }),
  SavedTransactions: savedTransactions,
  /** Transactions created by importing pending bank transactions. */
  ImportedTransactions: record({ transaction_ids: list(id) }),
  /** For a plan that never had a schedule, YNAB returns an empty list with server knowledge 0. */
  ScheduledTransactionList: record({
    scheduled_transactions: list(scheduledTransaction),
    ...known,
  }),
  /** YNAB's documentation doesn't mention server knowledge here. */
  SavedScheduled: record({ scheduled_transaction: scheduledTransaction }),
};

/** A response that doesn't match its operation. The message contains no data from the response. */
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
  if (!isRecord(body) || !isRecord(body.data)) throw new UnreadableAnswer(null);
  // YNAB uses null for missing values, but our types omit the field.
  const data = Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== null));
  const fault = answers[name](data);
  if (fault !== null) throw new UnreadableAnswer(fault.slice(1));
  return data;
}

/**
 * Parses JSON without throwing, because a syntax error quotes the text, which may contain a payee
 * or memo.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
