import { countedTransactions } from "../../domain/transactions/matched_pairs.ts";
import type { AccountRecord, TransactionRecord } from "../../domain/base/plan_records.ts";
import { quoted } from "../../domain/references/resolve_reference.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import { Refusals } from "../../domain/base/tool_error.ts";
import { type KnownTransactions, transactionFinder } from "./transaction_finder.ts";

/** The account, and the transactions of every account. */
export interface AccountWithTransactions {
  readonly account: AccountRecord;
  readonly transactions: KnownTransactions;
}

/**
 * Resolves the references.
 *
 * @throws {ToolError} `invalid_input`, naming every reference that is refused.
 */
export function clearedByBank(
  references: readonly string[],
  { account, transactions }: AccountWithTransactions,
): ReadonlySet<string> {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const { importedPartners } = countedTransactions(
    transactions.live.filter((transaction) => transaction.account_id === account.id),
  );
  const standsFor = new Map([...importedPartners].map(([id, partner]) => [partner.id, id]));
  const ids = references.flatMap((reference) => {
    const transaction = find(reference);
    if (transaction === null) return [];
    const why = whyNot(transaction, account, standsFor.get(transaction.id));
    if (why !== null) refusals.add(quoted(reference), why);
    return [transaction.id];
  });
  refusals.throwIfAny();
  return new Set(ids);
}

function whyNot(
  transaction: TransactionRecord,
  { id, name }: AccountRecord,
  otherHalf: string | undefined,
): string | null {
  if (transaction.account_id !== id) {
    return `it is on ${nameWords(transaction.account_name)}, not on ${
      nameWords(name)
    }: leave it out`;
  }
  if (transaction.cleared === "cleared" || transaction.cleared === "reconciled") {
    return `it is ${transaction.cleared} already, and clear_ids is for uncleared ones: leave it out`;
  }
  return otherHalf === undefined
    ? null
    : `it is the bank's half of a matched pair: name the other, ${otherHalf.slice(0, 8)}`;
}
