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
import type { Call, Fields, Handler } from "./call.ts";
import { deleteRow } from "./linked_rows.ts";
import { payeeNamed } from "./row_rules.ts";
import { hybridLine, hybridRow, type HybridTransactionBase, transactionShape } from "./shapes.ts";
import { createRow, updateRow } from "./save_row.ts";

const getTransactionById: Handler = (call) => saved(found(call), call);

/** Unlike other lists, a month's transactions aren't limited to the past year by default. */
const getTransactionsByMonth: Handler = (call) => {
  const { month } = call;
  return list(call, ({ date }) => date.startsWith(month.slice(0, 7)), month);
};

function found(call: Call): StoredTransaction {
  return call.live(call.plan.rows.byId, "transaction_id");
}

function saved(row: StoredTransaction, { plan }: Call): ReturnType<Handler> {
  return { transaction: transactionShape(row, plan) };
}

function list(
  call: Call,
  isListed: (row: StoredTransaction) => boolean,
  defaultSince?: string,
): ReturnType<Handler> {
  const { plan } = call;
  const transactions = wantedRows(call, defaultSince).filter(isListed)
    .map((row) => transactionShape(row, plan));
  return { transactions };
}

function hybridList(
  call: Call,
  isListed: (part: StoredTransaction | StoredSplitLine) => boolean,
): ReturnType<Handler> {
  const { plan, since } = call;
  const transactions = wantedRows(call).flatMap((row): HybridTransactionBase[] => [
    ...(isListed(row) ? [hybridRow(row, plan)] : []),
    ...row.lines.filter((line) => isListed(line) && (since !== null || !line.deleted))
      .map((line) => hybridLine(line, row, plan)),
  ]);
  return { transactions };
}

/**
 * The one-year default also applies to deltas, so a delta omits changes to older transactions, even
 * though its server knowledge covers them.
 */
function wantedRows(
  call: Call,
  defaultSince: string = addMonths(call.today, -12),
): readonly StoredTransaction[] {
  // Report an invalid `last_knowledge_of_server` before invalid filters.
  void call.since;
  const since = call.date("since_date") ?? defaultSince;
  const isOfType = typeFilter(call);
  return call.wanted(call.plan.rows.between(since, call.date("until_date")))
    .filter((row) => row.deleted || isOfType(row));
}

/** Transfers also count as uncategorized, and so do transactions in tracking accounts. */
function typeFilter({ asked: { query }, plan }: Call): (row: StoredTransaction) => boolean {
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

/**
 * Rejects a transaction whose import id is already in use. If the transaction is part of a list,
 * skips it instead.
 */
const createTransaction: Handler = (call) => {
  const body = call.asked.body as { readonly transactions?: unknown } | undefined;
  return Array.isArray(body?.transactions) ? createList(call) : createOne(call);
};

const createOne: Handler = (call) => {
  const fields = call.fields("transaction");
  const row = call.write(() => {
    const creation = createRow(fields);
    if (creation.kind === "duplicate") throw new Refusal("409");
    matchImport(creation.row, call.plan);
    return creation.row;
  });
  return { transaction_ids: [row.id], ...saved(row, call) };
};

const createList: Handler = (call) => {
  const items = call.listOfFields();
  const rows: StoredTransaction[] = [];
  const duplicates: string[] = [];
  call.write(() => {
    for (const fields of items) {
      const creation = createRow(fields);
      if (creation.kind === "created") rows.push(creation.row);
      else duplicates.push(creation.importId);
    }
    for (const row of [...rows]) {
      const entered = matchImport(row, call.plan);
      if (entered !== null && !rows.includes(entered)) rows.push(entered);
    }
  });
  return savedList(rows, duplicates, call.plan);
};

const updateTransactions: Handler = (call) => {
  const items = call.listOfFields();
  const rows = call.write(() =>
    items.map((fields) => {
      const row = requestedRow(fields);
      updateRow(row, fields);
      return row;
    })
  );
  return savedList(rows, [], call.plan);
};

const updateTransaction: Handler = (call) => {
  const row = found(call);
  const fields = call.fields("transaction");
  call.write(() => updateRow(row, fields));
  return saved(row, call);
};

const deleteTransaction: Handler = (call) => {
  const row = found(call);
  call.write(() => deleteRow(row, call.plan));
  return saved(row, call);
};

/** Finds a transaction by import id only if it came from a bank or file import, not via the API. */
function requestedRow(fields: Fields): StoredTransaction {
  const { plan } = fields;
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
): ReturnType<Handler> {
  return {
    transaction_ids: rows.map(({ id }) => id),
    transactions: rows.map((row) => transactionShape(row, plan)),
    duplicate_import_ids: duplicates,
  };
}

const importTransactions: Handler = (call) => {
  const { plan, today } = call;
  const ready = new Set(plan.records.waiting_imports.filter((row) => isReady(row, plan, today)));
  const rows = call.write(() => {
    const rows = [...ready].map((waiting) => importedRow(waiting, plan));
    const left = plan.records.waiting_imports.filter((waiting) => !ready.has(waiting));
    if (rows.length > 0) plan.replace("waiting_imports", left);
    return rows;
  });
  return { transaction_ids: rows.map(({ id }) => id) };
};

function isReady({ account_id, date }: WaitingImport, plan: DemoPlan, today: string): boolean {
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

/** Maximum number of days between an import and the manually entered transaction it matches. */
const MAX_MATCHED_DAYS = 10;

/**
 * If import matching is on for the plan, matches an imported transaction with the manually entered
 * one that has the same amount and the nearest date. The manually entered transaction keeps its
 * fields, but if it is uncleared, it gets the imported transaction's cleared status.
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

/** Returns an import id with the lowest occurrence number that isn't in use in the account. */
function freeImportId({ account_id, date, amount }: WaitingImport, plan: DemoPlan): string {
  for (let occurrence = 1;; occurrence++) {
    const id = `YNAB:${amount}:${date}:${occurrence}`;
    if (!plan.rows.imported(account_id, id)) return id;
  }
}

export const transactionHandlers = {
  getTransactions: (call) => list(call, () => true),
  getTransactionById,
  getTransactionsByAccount: (call) => {
    const { id } = call.live(call.plan.accounts, "account_id");
    return list(call, ({ account_id }) => account_id === id);
  },
  getTransactionsByCategory: (call) => {
    const { id } = call.live(call.plan.categories, "category_id");
    return hybridList(call, ({ category_id }) => category_id === id);
  },
  getTransactionsByPayee: (call) => {
    const { id } = call.live(call.plan.payees, "payee_id");
    return hybridList(call, ({ payee_id }) => payee_id === id);
  },
  getTransactionsByMonth,
  createTransaction,
  updateTransactions,
  updateTransaction,
  deleteTransaction,
  importTransactions,
} satisfies Readonly<Record<string, Handler>>;
