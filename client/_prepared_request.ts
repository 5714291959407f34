import { fillPath } from "./_path.ts";
import { type Repeat, repeatOf } from "./_repeat.ts";
import type { Calls, CoveredOperation, ListArgs, MonthArgs, PlanArgs } from "./calls.ts";
import { operations } from "./operations.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A request before its address and headers are put on. */
export interface PreparedRequest {
  readonly operation: CoveredOperation;
  readonly method: string;
  /** Path and query below the base address. */
  readonly path: string;
  readonly isWrite: boolean;
  /** Whether the answer may be a whole register, which takes its time. */
  readonly isFirstLoad: boolean;
  /** JSON text; empty when there is no body. */
  readonly body: string;
  readonly repeat: Repeat;
}

interface Parts {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

type PartsOf = { readonly [Id in CoveredOperation]: (args: Calls[Id]["args"]) => Parts };

const partsOf: PartsOf = {
  getPlans: () => ({ parameters: {} }),
  getAccounts: listParts,
  getCategories: listParts,
  createCategory: ({ planId, category }) => ({
    parameters: { plan_id: planId },
    body: { category },
  }),
  updateCategory: ({ planId, categoryId, category }) => ({
    parameters: { plan_id: planId, category_id: categoryId },
    body: { category },
  }),
  getPlanMonths: listParts,
  getPlanMonth: monthParts,
  updateMonthCategory: ({ planId, month, categoryId, category }) => ({
    parameters: { plan_id: planId, month, category_id: categoryId },
    body: { category },
  }),
  getScheduledTransactions: listParts,
  getTransactions: ({ planId, sinceDate, knowledge }) => ({
    parameters: { plan_id: planId },
    query: { since_date: checkedDate(sinceDate), ...knowledgeQuery(knowledge) },
  }),
  createTransaction: ({ planId, transactions }) => ({
    parameters: { plan_id: planId },
    body: { transactions },
  }),
  updateTransactions: ({ planId, transactions }) => ({
    parameters: { plan_id: planId },
    body: { transactions },
  }),
  importTransactions: planParts,
  deleteTransaction: ({ planId, transactionId }) => ({
    parameters: { plan_id: planId, transaction_id: transactionId },
  }),
  updateTransaction: ({ planId, transactionId, transaction }) => ({
    parameters: { plan_id: planId, transaction_id: transactionId },
    body: { transaction },
  }),
  createScheduledTransaction: ({ planId, scheduledTransaction }) => ({
    parameters: { plan_id: planId },
    body: { scheduled_transaction: scheduledTransaction },
  }),
  updateScheduledTransaction: ({ planId, scheduledTransactionId, scheduledTransaction }) => ({
    parameters: { plan_id: planId, scheduled_transaction_id: scheduledTransactionId },
    body: { scheduled_transaction: scheduledTransaction },
  }),
  deleteScheduledTransaction: ({ planId, scheduledTransactionId }) => ({
    parameters: { plan_id: planId, scheduled_transaction_id: scheduledTransactionId },
  }),
  createCategoryGroup: ({ planId, categoryGroup }) => ({
    parameters: { plan_id: planId },
    body: { category_group: categoryGroup },
  }),
  updateCategoryGroup: ({ planId, categoryGroupId, categoryGroup }) => ({
    parameters: { plan_id: planId, category_group_id: categoryGroupId },
    body: { category_group: categoryGroup },
  }),
  getPayees: listParts,
  updatePayee: ({ planId, payeeId, payee }) => ({
    parameters: { plan_id: planId, payee_id: payeeId },
    body: { payee },
  }),
  getMoneyMovements: planParts,
  getMoneyMovementsByMonth: monthParts,
  getMoneyMovementGroups: planParts,
  getMoneyMovementGroupsByMonth: monthParts,
  getPlanSettingsById: planParts,
};

/**
 * Prepares a request.
 *
 * @throws {UpstreamError} `rejected`, when an argument can't be sent.
 */
export function prepareRequest<Id extends CoveredOperation>(
  operation: Id,
  args: Calls[Id]["args"],
): PreparedRequest {
  const { method, path } = operations[operation];
  const { parameters, query = {}, body } = partsOf[operation](args);
  const search = searchOf(query);
  return {
    operation,
    method,
    path: fillPath(path, parameters) + (search === "" ? "" : `?${search}`),
    isWrite: method !== "GET",
    isFirstLoad: operation === "getTransactions" && query.last_knowledge_of_server === undefined,
    body: body === undefined ? "" : JSON.stringify(body),
    repeat: repeatOf(operation, args),
  };
}

function listParts({ planId, knowledge }: ListArgs): Parts {
  return { parameters: { plan_id: planId }, query: knowledgeQuery(knowledge) };
}

function planParts({ planId }: PlanArgs): Parts {
  return { parameters: { plan_id: planId } };
}

function monthParts({ planId, month }: MonthArgs): Parts {
  return { parameters: { plan_id: planId, month } };
}

function knowledgeQuery(knowledge: number | undefined): Record<string, number | undefined> {
  if (knowledge !== undefined && !(Number.isSafeInteger(knowledge) && knowledge >= 0)) {
    throw new UpstreamError("Cannot ask for changes: the server knowledge is no whole number", {
      code: "rejected",
    });
  }
  return { last_knowledge_of_server: knowledge };
}

function checkedDate(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) {
    throw new UpstreamError("Cannot use this start date: write it like 2026-07-31", {
      code: "rejected",
    });
  }
  return date;
}

function searchOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.toString();
}
