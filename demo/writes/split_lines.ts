import type { StoredAccount, StoredSplitLine, StoredTransaction } from "../_records.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import type { Fields } from "./fields.ts";
import { chosenPayee, transferTarget } from "./payee_choice.ts";
import { keptCategory, MEMO_LIMIT, namedCategory } from "./row_rules.ts";
import { addLineMirror } from "./transfer_link.ts";

/** The row that is to be split. */
export interface SplitRow {
  readonly account: StoredAccount;
  /** The other account, if the row is a transfer. */
  readonly transferTo: StoredAccount | null;
  readonly amount: number;
  /** Whether rename rules apply. */
  readonly isImport: boolean;
}

/**
 * Checks whether a row may be a split.
 *
 * @throws {Refusal} 400 on tracking accounts and on transfers between on-budget accounts.
 */
export function checkSplittable(
  { account, transferTo }: Pick<SplitRow, "account" | "transferTo">,
  fields: Fields,
): void {
  if (!account.on_budget) throw fields.refuse("splits are not allowed on tracking accounts");
  if (transferTo?.on_budget) {
    throw fields.refuse("splits are not allowed on transfers between on-budget accounts");
  }
}

/**
 * Reads the lines of a body; the transfers among them have no mirror yet.
 *
 * @throws {Refusal} 400 if the row may not be split, or the lines do not add up.
 */
export function readLines(
  items: readonly Fields[],
  row: SplitRow,
  { plan, fields }: { readonly plan: DemoPlan; readonly fields: Fields },
): StoredSplitLine[] {
  checkSplittable(row, fields);
  const sum = items.reduce((total, item) => total + lineAmount(item), 0);
  if (sum !== row.amount) {
    throw fields.refuse("amount must equal the sum of subtransaction amounts");
  }
  return items.map((item) => readLine(item, row, plan));
}

/** Stores lines in a row, and makes the mirrors of the transfers among them. */
export function storeLines(
  row: StoredTransaction,
  lines: readonly StoredSplitLine[],
  plan: DemoPlan,
): void {
  plan.changeRow(row, {
    category_id: null,
    lines: lines.map((line) => addLineMirror(row, line, plan)),
  });
}

function readLine(item: Fields, row: SplitRow, plan: DemoPlan): StoredSplitLine {
  const payee = chosenPayee(item, plan, row.isImport) ?? null;
  const transferTo = transferTarget(payee, row.account, { plan, fields: item });
  if (transferTo !== null && row.transferTo !== null) {
    throw item.refuse("a line of a transfer must not be a transfer");
  }
  const id = item.id("category_id") ?? null;
  const named = id === null ? null : namedCategory(id, plan, item) ?? null;
  const place = { account: row.account, transferTo };
  return {
    id: crypto.randomUUID(),
    amount: lineAmount(item),
    memo: item.text("memo", MEMO_LIMIT) ?? null,
    payee_id: payee?.id ?? null,
    category_id: keptCategory(named, place, { plan, fields: item }),
    transfer_account_id: transferTo?.id ?? null,
    transfer_transaction_id: null,
    deleted: false,
  };
}

function lineAmount(item: Fields): number {
  const amount = item.amount("amount");
  if (amount === undefined || amount === null) {
    throw item.refuse("subtransaction amount is required");
  }
  return amount;
}
