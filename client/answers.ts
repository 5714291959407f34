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
import { planSettings, type PlanSummary, planSummary } from "./wire/plan.ts";
import { monthDetail, monthSummary } from "./wire/plan_month.ts";
import { scheduledTransaction } from "./wire/scheduled_transaction.ts";
import { savedTransactions, transaction } from "./wire/transaction.ts";

/** How far an answer knows the plan. */
const known = { server_knowledge: knowledge };

/** The `data` of the answers, by the name that the table of operations gives them. */
export const answers = {
  PlanList: record({
    plans: uniqueList(planSummary),
    default_plan: anything<PlanSummary | null | undefined>(),
  }),
  /** A plan's formats. */
  PlanSettingsAnswer: record({ settings: planSettings }),
  AccountList: record({ accounts: list(account), ...known }),
  /** Categories in their groups; in a delta, the changed ones only. */
  CategoryList: record({ category_groups: list(categoryGroupWithCategories), ...known }),
  SavedCategory: record({ category, ...known }),
  /** The group without its categories. */
  SavedCategoryGroup: record({ category_group: categoryGroup, ...known }),
  /** Payees, those for transfers included. */
  PayeeList: record({ payees: list(payee), ...known }),
  SavedPayee: record({ payee, ...known }),
  /** In no promised order. */
  MonthList: record({ months: list(monthSummary), ...known }),
  /** It has no knowledge. */
  MonthAnswer: record({ month: monthDetail }),
  /** It has no delta. */
  MoneyMovementList: record({ money_movements: uniqueList(moneyMovement), ...known }),
  MoneyMovementGroupList: record({
    money_movement_groups: uniqueList(moneyMovementGroup),
    ...known,
  }),
  /** In no promised order. */
  TransactionList: record({ transactions: list(transaction), ...known }),
  SavedTransaction: record({ transaction, ...known }),
  SavedTransactions: savedTransactions,
  /** The rows that an import of waiting bank rows brought. */
  ImportedTransactions: record({ transaction_ids: list(id) }),
  /** A plan that never had a schedule answers an empty list with knowledge 0. */
  ScheduledTransactionList: record({
    scheduled_transactions: list(scheduledTransaction),
    ...known,
  }),
  /** Upstream documents no knowledge here. */
  SavedScheduled: record({ scheduled_transaction: scheduledTransaction }),
};

/** An answer that is not what its operation answers. The message holds nothing of it. */
export class UnreadableAnswer extends TypeError {
  override readonly name = "UnreadableAnswer";
  /** The field that is wrong or missing; `null` when there is no data at all. */
  readonly field: string | null;

  constructor(field: string | null) {
    super(`Cannot read the response: ${field ?? "its data"} is missing or has the wrong type`);
    this.field = field;
  }
}

/** Reads the `data` of an answer. */
export function readAnswer(name: keyof typeof answers, text: string): unknown {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.data)) throw new UnreadableAnswer(null);
  // Upstream uses null for missing values; our types omit the field.
  const data = Object.fromEntries(Object.entries(body.data).filter(([, value]) => value !== null));
  const fault = answers[name](data);
  if (fault !== null) throw new UnreadableAnswer(fault.slice(1));
  return data;
}

/**
 * Parses JSON without an exception, since a syntax error quotes the text, and that
 * may hold a payee or a memo.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
