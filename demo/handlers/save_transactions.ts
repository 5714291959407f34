import { type Call, created, type Handlers, liveRecord, ok, planOf, type Reply } from "../_call.ts";
import type { StoredTransaction } from "../_records.ts";
import { Refusal } from "../_refusal.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { transactionShape } from "../shapes/transaction_shape.ts";
import { createRow } from "../writes/create_row.ts";
import { Fields } from "../writes/fields.ts";
import { deleteRow } from "../writes/transfer_link.ts";
import { updateRow } from "../writes/update_row.ts";

/** Answers for writes of rows. */
export const saveTransactionHandlers: Handlers<
  "createTransaction" | "updateTransactions" | "updateTransaction" | "deleteTransaction"
> = { createTransaction, updateTransactions, updateTransaction, deleteTransaction };

/** A known import id refuses a single row, but is only passed over in a list. */
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
    return creation.row;
  });
  return created({
    transaction_ids: [row.id],
    transaction: transactionShape(row, plan),
    server_knowledge: plan.knowledge,
  });
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
  });
  return created(savedList(rows, duplicates, plan));
}

function updateTransactions(call: Call): Reply {
  const plan = planOf(call);
  const items = Fields.listOf(call.body, "transactions");
  const rows = plan.write(call.now, () =>
    items.map((item) => {
      const row = namedRow(item, plan);
      const loses = call.knobs.bulkUpdateLosesCategory && item.truth("approved") === true;
      const fields = loses ? item.without("category_id") : item;
      updateRow(row, { plan, fields, today: call.today });
      return row;
    }));
  return ok(savedList(rows, [], plan));
}

function updateTransaction(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  const fields = Fields.of(call.body, "transaction");
  plan.write(call.now, () => updateRow(row, { plan, fields, today: call.today }));
  return ok({ transaction: transactionShape(row, plan), server_knowledge: plan.knowledge });
}

function deleteTransaction(call: Call): Reply {
  const plan = planOf(call);
  const row = liveRecord(plan.rows.byId, call.params["transaction_id"]);
  plan.write(call.now, () => deleteRow(row, plan));
  return ok({ transaction: transactionShape(row, plan), server_knowledge: plan.knowledge });
}

/** An import id finds only rows that came from a file or a bank, not through the API. */
function namedRow(fields: Fields, plan: DemoPlan): StoredTransaction {
  const id = fields.text("id", 100);
  const importId = fields.text("import_id", 100);
  if (id && importId) throw fields.refuse("id and import_id must not both be specified");
  const candidates = id ? [id] : plan.rows.imports.rowIdsOf(importId ?? "");
  const row = candidates
    .flatMap((candidate) => plan.rows.byId.get(candidate) ?? [])
    .find((found) => !found.deleted && (id || found.import_payee_name_original !== null));
  if (row === undefined) throw fields.refuse("transaction does not exist in this budget");
  return row;
}

function savedList(
  rows: readonly StoredTransaction[],
  duplicates: readonly string[],
  plan: DemoPlan,
): Record<string, unknown> {
  const repeats = plan.knobs.repeatTransferIds;
  return {
    transaction_ids: rows.flatMap(({ id, transfer_account_id }) =>
      repeats && transfer_account_id !== null ? [id, id] : [id]
    ),
    transactions: rows.map((row) => transactionShape(row, plan)),
    duplicate_import_ids: duplicates,
    server_knowledge: plan.knowledge,
  };
}
