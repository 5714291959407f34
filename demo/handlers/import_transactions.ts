import { type Call, created, type Handlers, ok, planOf, type Reply } from "../_call.ts";
import { plainRow } from "../_plain_row.ts";
import type { StoredTransaction, WaitingImport } from "../_records.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { payeeNamed } from "../writes/payee_choice.ts";

/** Answers for the import. */
export const importHandlers: Handlers<"importTransactions"> = { importTransactions };

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
  return row;
}

/** The second row of a day and amount ends with 2, and so on. */
function freeImportId({ account_id, date, amount }: WaitingImport, plan: DemoPlan): string {
  for (let occurrence = 1;; occurrence++) {
    const id = `YNAB:${amount}:${date}:${occurrence}`;
    if (!plan.rows.imports.isKnown(account_id, id)) return id;
  }
}
