/**
 * Finds the uncleared transactions of an account that the bank is said to have.
 *
 * @module
 */

import { countedRows } from "../../domain/plan/counted_rows.ts";
import type { AccountRecord, TransactionRecord } from "../../domain/plan/plan_records.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import { Refusals } from "../../domain/errors/refusals.ts";
import { type KnownRows, rowFinder } from "./_transaction_finder.ts";

/** The account, and the transactions of every account. */
export interface AccountWithRows {
  readonly account: AccountRecord;
  readonly rows: KnownRows;
}

/**
 * Resolves the references.
 *
 * @param references Ids of transactions, or unique prefixes.
 * @param plan Where to look.
 * @returns Whole ids of uncleared transactions of the account.
 * @throws {ToolError} `invalid_input`, naming every reference that is refused.
 */
export function clearedByBank(
  references: readonly string[],
  { account, rows }: AccountWithRows,
): ReadonlySet<string> {
  const refusals = new Refusals();
  const find = rowFinder(rows, refusals);
  const { importedPartners } = countedRows(
    rows.live.filter((row) => row.account_id === account.id),
  );
  const standsFor = new Map([...importedPartners].map(([id, partner]) => [partner.id, id]));
  const ids = references.flatMap((reference) => {
    const row = find(reference);
    if (row === null) return [];
    const why = whyNot(row, account, standsFor.get(row.id));
    if (why !== null) refusals.add(quoted(reference), why);
    return [row.id];
  });
  refusals.throwIfAny();
  return new Set(ids);
}

function whyNot(
  row: TransactionRecord,
  { id, name }: AccountRecord,
  otherHalf: string | undefined,
): string | null {
  if (row.account_id !== id) {
    return `it is on ${nameWords(row.account_name)}, not on ${nameWords(name)}: leave it out`;
  }
  if (row.cleared === "cleared" || row.cleared === "reconciled") {
    return `it is ${row.cleared} already, and clear_ids is for uncleared ones: leave it out`;
  }
  return otherHalf === undefined
    ? null
    : `it is the bank's half of a matched pair: name the other, ${otherHalf.slice(0, 8)}`;
}
