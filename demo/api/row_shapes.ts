import type {
  ScheduledSplitLineBase,
  ScheduledTransaction,
} from "../../client/wire/scheduled_transaction.ts";
import type {
  HybridTransaction,
  SplitLineBase,
  Transaction,
} from "../../client/wire/transaction.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  isSplit,
  SPLIT_CATEGORY,
  SPLIT_CATEGORY_ID,
  type StoredScheduled,
  type StoredScheduledLine,
  type StoredSplitLine,
  type StoredTransaction,
  UNCATEGORIZED_CATEGORY,
} from "../model/records.ts";
import { moneyFields } from "./plan_shapes.ts";

/** A transaction or schedule in the plan export. */
export function rowBase<Row extends StoredTransaction | StoredScheduled>(
  row: Row,
): Omit<Row, "lines" | "knowledge"> {
  const { lines: _lines, knowledge: _knowledge, ...base } = row;
  return isSplit(row) ? { ...base, category_id: SPLIT_CATEGORY_ID } : base;
}

/** A transaction with its formatted amount and names; the category of a split is named "Split". */
function namedRow(row: StoredTransaction, plan: DemoPlan): Omit<Transaction, "subtransactions"> {
  return {
    ...rowBase(row),
    ...moneyFields({ amount: row.amount }, plan),
    ...namesOf(row, plan),
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
  };
}

/** A transaction with its names and split lines. */
export function transactionShape(row: StoredTransaction, plan: DemoPlan): Transaction {
  return {
    ...namedRow(row, plan),
    subtransactions: row.lines.map((line) => ({
      ...lineBase(line, row, plan),
      ...moneyFields({ amount: line.amount }, plan),
    })),
  };
}

export function lineBase(
  line: StoredSplitLine,
  { id }: StoredTransaction,
  plan: DemoPlan,
): SplitLineBase {
  return { ...line, ...namesOf(line, plan), transaction_id: id };
}

interface Named {
  readonly payee_id: string | null;
  readonly category_id: string | null;
  readonly deleted: boolean;
  readonly lines?: StoredTransaction["lines"] | StoredScheduled["lines"];
}

function namesOf(
  { payee_id, category_id, deleted, lines = [] }: Named,
  plan: DemoPlan,
): { readonly payee_name: string | null; readonly category_name: string | null } {
  return {
    payee_name: plan.payees.get(payee_id ?? "")?.name ?? null,
    category_name: isSplit({ deleted, lines })
      ? SPLIT_CATEGORY
      : plan.categories.get(category_id ?? "")?.name ?? null,
  };
}

export function hybridRow(row: StoredTransaction, plan: DemoPlan): HybridTransaction {
  const named = namedRow(row, plan);
  return {
    ...named,
    category_name: named.category_name ?? UNCATEGORIZED_CATEGORY,
    type: "transaction",
    parent_transaction_id: null,
  };
}

export function hybridLine(
  line: StoredSplitLine,
  row: StoredTransaction,
  plan: DemoPlan,
): HybridTransaction {
  const { payee_name, category_name } = namesOf({ ...line, lines: [] }, plan);
  return {
    ...namedRow(row, plan),
    ...line,
    ...moneyFields({ amount: line.amount }, plan),
    payee_name,
    category_name: category_name ?? UNCATEGORIZED_CATEGORY,
    deleted: row.deleted || line.deleted,
    type: "subtransaction",
    parent_transaction_id: row.id,
  };
}

/** Unlike a transaction, a schedule without a category is shown as "Uncategorized". */
export function scheduledShape(stored: StoredScheduled, plan: DemoPlan): ScheduledTransaction {
  const { payee_name, category_name } = namesOf(stored, plan);
  const isInBudget = plan.accounts.get(stored.transfer_account_id ?? "")?.on_budget;
  return {
    ...rowBase(stored),
    ...moneyFields({ amount: stored.amount }, plan),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name,
    category_name: category_name ?? (isInBudget ? null : UNCATEGORIZED_CATEGORY),
    subtransactions: stored.lines.map((line) => ({
      ...scheduledLineBase(line, stored, plan),
      ...moneyFields({ amount: line.amount }, plan),
    })),
  };
}

export function scheduledLineBase(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return { ...line, ...namesOf(line, plan), scheduled_transaction_id: id };
}
