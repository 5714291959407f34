import { plainRow } from "../_plain_row.ts";
import type { StoredAccount, StoredPayee, StoredTransaction } from "../_records.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import type { Fields } from "./fields.ts";
import { chosenPayee, transferTarget } from "./payee_choice.ts";
import {
  checkRowDate,
  CLEARED_STATES,
  flagFields,
  keptCategory,
  keptCleared,
  MEMO_LIMIT,
  namedAccount,
  namedCategory,
} from "./row_rules.ts";
import { readLines, storeLines } from "./split_lines.ts";
import { addMirror } from "./transfer_link.ts";

const IMPORT_ID_LIMIT = 36;
const NAME_LIMIT = 200;

/** What became of a body. */
export type Creation =
  | { readonly kind: "created"; readonly row: StoredTransaction }
  /** The account has seen the import id before. */
  | { readonly kind: "duplicate"; readonly importId: string };

/**
 * Creates a row, with its mirror if it is a transfer and its lines if it is a split.
 *
 * @throws {Refusal} 400 for anything that upstream refuses.
 */
export function createRow(fields: Fields, plan: DemoPlan, today: string): Creation {
  const account = namedAccount(required(fields, fields.id("account_id"), "account"), plan, fields);
  const date = required(fields, fields.date("date"), "date");
  checkRowDate(date, today, fields);
  const amount = required(fields, fields.amount("amount"), "amount");
  const importId = fields.text("import_id", IMPORT_ID_LIMIT) || null;
  if (importId !== null && plan.rows.imports.isKnown(account.id, importId)) {
    return { kind: "duplicate", importId };
  }
  const payee = chosenPayee(fields, plan, importId !== null) ?? null;
  const transferTo = transferTarget(payee, account, { plan, fields });
  const items = fields.list("subtransactions") ?? [];
  const split = { account, transferTo, amount, isImport: importId !== null };
  const lines = items.length === 0 ? [] : readLines(items, split, { plan, fields });
  const row = newRow({
    ...readMarks(fields, plan),
    account,
    date,
    amount,
    importId,
    payee,
    fields,
  });
  const category = createdCategory(fields, { account, transferTo }, plan);
  if (lines.length === 0) row.category_id = category;
  plan.addRow(row);
  if (transferTo !== null) addMirror(row, transferTo, plan);
  if (lines.length > 0) storeLines(row, lines, plan);
  return { kind: "created", row };
}

type Marks = Pick<
  StoredTransaction,
  "memo" | "cleared" | "approved" | "flag_color" | "flag_name"
>;

function readMarks(fields: Fields, plan: DemoPlan): Marks {
  const approved = fields.truth("approved") ?? false;
  return {
    memo: fields.text("memo", MEMO_LIMIT) ?? null,
    cleared: keptCleared(fields.oneOf("cleared", CLEARED_STATES) ?? "uncleared", approved),
    approved,
    flag_color: null,
    flag_name: null,
    ...flagFields(fields, plan),
  };
}

interface NewRow extends Marks {
  readonly account: StoredAccount;
  readonly date: string;
  readonly amount: number;
  readonly importId: string | null;
  readonly payee: StoredPayee | null;
  readonly fields: Fields;
}

/** A row with an import id counts as imported, and keeps the name that it came with. */
function newRow({ account, importId, payee, fields, ...row }: NewRow): StoredTransaction {
  const importName = fields.text("payee_name", NAME_LIMIT) || null;
  return plainRow({
    id: crypto.randomUUID(),
    ...row,
    account_id: account.id,
    payee_id: payee?.id ?? null,
    import_id: importId,
    import_payee_name: importId === null ? null : importName,
  });
}

function createdCategory(
  fields: Fields,
  place: { readonly account: StoredAccount; readonly transferTo: StoredAccount | null },
  plan: DemoPlan,
): string | null {
  const id = fields.id("category_id") ?? null;
  const named = id === null ? null : namedCategory(id, plan, fields) ?? null;
  return keptCategory(named, place, { plan, fields });
}

function required<Value>(fields: Fields, value: Value | null | undefined, called: string): Value {
  if (value === undefined || value === null) throw fields.refuse(`${called} is required`);
  return value;
}
