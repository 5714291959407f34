import type { HybridTransaction } from "../../client/wire/transaction.ts";
import { daysBetween } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  isSplit,
  plainRow,
  type StoredSplitLine,
  type StoredTransaction,
  type WaitingImport,
} from "../model/records.ts";
import { badRequest, Refusal } from "./transport.ts";
import {
  type Call,
  created,
  dateOfQuery,
  Fields,
  isWanted,
  knowledgeOfCall,
  liveRecord,
  monthOfCall,
  ok,
  planOf,
  type Reply,
} from "./call.ts";
import { deleteRow } from "./linked_rows.ts";
import { payeeNamed } from "./row_rules.ts";
import { hybridLine, hybridRow, transactionShape } from "./shapes.ts";
import { createRow, updateRow } from "./save_row.ts";

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
  createTransaction,
  updateTransactions,
  updateTransaction,
  deleteTransaction,
  importTransactions,
};

function getTransactionById(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  return ok({ transaction: transactionShape(row, plan) }, plan);
}

/** Lists a month's transactions. No other list goes back more than one year by default. */
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

/**
 * The one-year default also applies to deltas, so a delta omits changes to older transactions
 * although its server knowledge covers them.
 */
function wantedRows(
  call: Call,
  plan: DemoPlan,
  defaultSince: string = addMonths(call.today, -12),
): readonly StoredTransaction[] {
  const knowledge = knowledgeOfCall(call);
  const since = dateOfQuery(call, "since_date") ?? defaultSince;
  const isOfType = typeFilter(call, plan);
  const wanted: StoredTransaction[] = [];
  for (const row of plan.rows.between(since, dateOfQuery(call, "until_date"))) {
    if (isWanted(row, knowledge) && (row.deleted || isOfType(row))) wanted.push(row);
  }
  return wanted;
}

/**
 * Transfers and transactions in tracking accounts have no category, so they count as uncategorized,
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

/** A single transaction with a known import id is an error; in a list, it is skipped. */
function createTransaction(call: Call): Reply {
  const body = call.body as { readonly transactions?: unknown } | undefined;
  return Array.isArray(body?.transactions) ? createList(call) : createOne(call);
}

function createOne(call: Call): Reply {
  const plan = planOf(call);
  const fields = Fields.of(call.body, "transaction");
  const row = plan.write(call.now, () => {
    const creation = createRow(fields, plan, call.today);
    if (creation.kind === "duplicate") throw new Refusal("409");
    matchImport(creation.row, plan);
    return creation.row;
  });
  return created({
    transaction_ids: [row.id],
    transaction: transactionShape(row, plan),
  }, plan);
}

function createList(call: Call): Reply {
  const plan = planOf(call);
  const items = Fields.listOf(call.body, "transactions");
  const rows: StoredTransaction[] = [];
  const duplicates: string[] = [];
  plan.write(call.now, () => {
    for (const fields of items) {
      const creation = createRow(fields, plan, call.today);
      if (creation.kind === "created") rows.push(creation.row);
      else duplicates.push(creation.importId);
    }
    for (const row of [...rows]) {
      const entered = matchImport(row, plan);
      if (entered !== null && !rows.includes(entered)) rows.push(entered);
    }
  });
  return created(savedList(rows, duplicates, plan), plan);
}

function updateTransactions(call: Call): Reply {
  const plan = planOf(call);
  const items = Fields.listOf(call.body, "transactions");
  const rows = plan.write(call.now, () =>
    items.map((fields) => {
      const row = requestedRow(fields, plan);
      updateRow(row, { plan, fields, today: call.today });
      return row;
    }));
  return ok(savedList(rows, [], plan), plan);
}

function updateTransaction(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  const fields = Fields.of(call.body, "transaction");
  plan.write(call.now, () => updateRow(row, { plan, fields, today: call.today }));
  return ok({ transaction: transactionShape(row, plan) }, plan);
}

function deleteTransaction(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  plan.write(call.now, () => deleteRow(row, plan));
  return ok({ transaction: transactionShape(row, plan) }, plan);
}

/** An import id identifies only transactions from a file or bank, not those created by the API. */
function requestedRow(fields: Fields, plan: DemoPlan): StoredTransaction {
  const id = fields.text("id", 100);
  const importId = fields.text("import_id", 100);
  if (id && importId) throw fields.refuse("id and import_id must not both be specified");
  const row = id ? plan.rows.byId.get(id) : [...plan.accounts.keys()]
    .flatMap((account) => plan.rows.imported(account, importId ?? "") ?? [])
    .find((found) => !found.deleted && found.import_payee_name_original !== null);
  if (row === undefined || row.deleted) {
    throw fields.refuse("transaction does not exist in this budget");
  }
  return row;
}

function savedList(
  rows: readonly StoredTransaction[],
  duplicates: readonly string[],
  plan: DemoPlan,
): Record<string, unknown> {
  return {
    transaction_ids: rows.map(({ id }) => id),
    transactions: rows.map((row) => transactionShape(row, plan)),
    duplicate_import_ids: duplicates,
  };
}

function importTransactions(call: Call): Reply {
  const plan = planOf(call);
  const ready = new Set(plan.records.waiting_imports.filter((row) => isReady(row, plan, call)));
  const rows = plan.write(call.now, () => {
    const rows = [...ready].map((waiting) => importedRow(waiting, plan));
    const left = plan.records.waiting_imports.filter((waiting) => !ready.has(waiting));
    if (rows.length > 0) plan.replace("waiting_imports", left);
    return rows;
  });
  const transaction_ids = rows.map(({ id }) => id);
  return rows.length === 0 ? ok({ transaction_ids }) : created({ transaction_ids });
}

function isReady({ account_id, date }: WaitingImport, plan: DemoPlan, { today }: Call): boolean {
  const account = plan.accounts.get(account_id);
  return account !== undefined && date <= today && account.direct_import_linked &&
    !account.direct_import_in_error && !account.deleted && !account.closed;
}

function importedRow(waiting: WaitingImport, plan: DemoPlan): StoredTransaction {
  const { account_id, date, amount, import_payee_name, import_payee_name_original } = waiting;
  const renamed = plan.records.payees.find(({ deleted, rename_rules }) =>
    !deleted && rename_rules.includes(import_payee_name_original)
  );
  const row = plainRow({
    id: crypto.randomUUID(),
    date,
    amount,
    approved: false,
    account_id,
    payee_id: (renamed ?? payeeNamed(import_payee_name, plan, true)).id,
    import_id: freeImportId(waiting, plan),
    import_payee_name,
    import_payee_name_original,
  });
  plan.addRow(row);
  matchImport(row, plan);
  return row;
}

/**
 * Maximum number of days between an imported transaction and an entered transaction that matches
 * it.
 */
const MAX_MATCHED_DAYS = 10;

/**
 * Matches an imported transaction with the nearest entered one of the same amount, in plans that
 * match imports. The entered transaction keeps its fields and becomes cleared.
 */
function matchImport(row: StoredTransaction, plan: DemoPlan): StoredTransaction | null {
  if (plan.records.matches_imports !== true || row.import_id === null) return null;
  const distance = ({ date }: StoredTransaction): number => Math.abs(daysBetween(row.date, date));
  const [entered] = plan.records.transactions.filter((one) =>
    one.account_id === row.account_id && one.amount === row.amount && !one.deleted &&
    one.import_id === null && one.matched_transaction_id === null &&
    distance(one) <= MAX_MATCHED_DAYS
  ).sort((one, other) => distance(one) - distance(other));
  if (entered === undefined) return null;
  plan.changeRow(row, { matched_transaction_id: entered.id });
  plan.changeRow(entered, {
    matched_transaction_id: row.id,
    ...(entered.cleared === "uncleared" ? { cleared: row.cleared } : {}),
  });
  return entered;
}

/** The import id of the second transaction with the same date and amount ends with 2, and so on. */
function freeImportId({ account_id, date, amount }: WaitingImport, plan: DemoPlan): string {
  for (let occurrence = 1;; occurrence++) {
    const id = `YNAB:${amount}:${date}:${occurrence}`;
    if (!plan.rows.imported(account_id, id)) return id;
  }
}
