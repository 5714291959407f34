import { addMonths } from "../../domain/base/month.ts";
import type { HybridTransaction } from "../../client/wire/transaction.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { isSplit, type StoredSplitLine, type StoredTransaction } from "../model/records.ts";
import {
  type Call,
  dateOfQuery,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
  ok,
  planOf,
  type Reply,
} from "./call.ts";
import { badRequest } from "./refusal.ts";
import { hybridLine, hybridRow, transactionShape } from "./row_shapes.ts";

export const transactionHandlers = {
  getTransactions: (call: Call): Reply => list(call, () => true),
  getTransactionById,
  getTransactionsByAccount: (call: Call): Reply => {
    const { id } = liveRecord(planOf(call).accounts, call.params["account_id"]);
    return list(call, ({ account_id }) => account_id === id);
  },
  getTransactionsByCategory: (call: Call): Reply => {
    const { id } = liveRecord(planOf(call).categories, call.params["category_id"]);
    return hybridList(call, ({ category_id }) => category_id === id);
  },
  getTransactionsByPayee: (call: Call): Reply => {
    const { id } = liveRecord(planOf(call).payees, call.params["payee_id"]);
    return hybridList(call, ({ payee_id }) => payee_id === id);
  },
  getTransactionsByMonth,
};

function getTransactionById(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  return ok({ transaction: transactionShape(row, plan) }, plan);
}

/** Lists a month's transactions; the only list that isn't limited to one year by default. */
function getTransactionsByMonth(call: Call): Reply {
  const { month } = monthOfCall(call);
  const inMonth = (row: StoredTransaction): boolean => row.date.startsWith(month.slice(0, 7));
  return list(call, inMonth, month);
}

function list(
  call: Call,
  isListed: (row: StoredTransaction) => boolean,
  defaultSince?: string,
): Reply {
  const plan = planOf(call);
  const transactions = wantedRows(call, plan, defaultSince)
    .filter(isListed)
    .map((row) => transactionShape(row, plan));
  return ok({ transactions }, plan);
}

function hybridList(
  call: Call,
  isListed: (part: StoredTransaction | StoredSplitLine) => boolean,
): Reply {
  const plan = planOf(call);
  const isDelta = knowledgeOfCall(call) !== null;
  const transactions: HybridTransaction[] = [];
  for (const row of wantedRows(call, plan)) {
    if (isListed(row)) transactions.push(hybridRow(row, plan));
    for (const line of row.lines) {
      if (isListed(line) && (isDelta || !line.deleted)) {
        transactions.push(hybridLine(line, row, plan));
      }
    }
  }
  return ok({ transactions }, plan);
}

/** The one-year default also applies to deltas, although their server knowledge advances. */
function wantedRows(
  call: Call,
  plan: DemoPlan,
  defaultSince: string = addMonths(call.today, -12),
): readonly StoredTransaction[] {
  const knowledge = knowledgeOfCall(call);
  const since = dateOfQuery(call, "since_date") ?? defaultSince;
  const isOfType = typeFilter(call, plan);
  const wanted: StoredTransaction[] = [];
  for (const row of plan.rows.byMonth.between(since, dateOfQuery(call, "until_date"))) {
    if (isWanted(row, knowledge) && (row.deleted || isOfType(row))) wanted.push(row);
  }
  return wanted;
}

/**
 * Transfers and transactions in tracking accounts have no category, so they count as uncategorized
 * too.
 */
function typeFilter({ query }: Call, plan: DemoPlan): (row: StoredTransaction) => boolean {
  switch (query.get("type") ?? "") {
    case "":
      return () => true;
    case "unapproved":
      return ({ approved }) => !approved;
    case "uncategorized":
      return (row) =>
        !isSplit(row) && (row.category_id === null || row.category_id === plan.uncategorizedId);
    default:
      throw badRequest("type must be uncategorized or unapproved");
  }
}
