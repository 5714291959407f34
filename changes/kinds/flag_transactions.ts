import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { FlagColor } from "../../domain/plan/flag_colors.ts";
import type { TransactionRecord } from "../../domain/base/plan_records.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Proposal } from "../change.ts";
import { type KnownTransactions, transactionFinder } from "../rules/transaction_finder.ts";

/** One transaction and its new flag; `null` removes it. */
export interface AskedFlag {
  readonly transaction_id: string;
  readonly color: FlagColor | null;
}

/** What a proposal for transactions is made from. */
export interface FlagPlan {
  readonly planId: string;
  readonly transactions: KnownTransactions;
  readonly format: MoneyFormat;
}

/**
 * Proposes flags; transactions that have theirs already are left out.
 *
 * @throws {ToolError} `invalid_input`, naming every transaction that is refused.
 */
export function flagDraft(
  asked: readonly AskedFlag[],
  { planId, transactions, format }: FlagPlan,
): Proposal<"updateTransactions"> {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const found = asked.flatMap(({ transaction_id: reference, color }) => {
    const transaction = find(reference);
    return transaction === null || flagOf(transaction) === color ? [] : [{ transaction, color }];
  });
  refusals.throwIfAny();
  if (found.length === 0) {
    return {
      stop: { status: "nothing_to_do", message: "Every transaction has that flag already" },
    };
  }
  const count = transactionCount(found.length);
  const labelled = found.map(({ transaction, color }) => ({
    id: transaction.id,
    label: transactionLabel(transaction, format),
    color,
    transaction,
  }));
  return {
    draft: {
      summary: `Change the flag of ${count}`,
      done: `Changed the flag of ${count}`,
      preview: labelled.map(({ id, label, color, transaction }) => ({
        id,
        label,
        field: "flag",
        before: flagOf(transaction),
        after: color,
        amount: transaction.amount,
      })),
      warnings: [],
      steps: [{
        operation: "updateTransactions",
        args: {
          planId,
          transactions: labelled.map(({ id, color }) => ({ id, flag_color: color })),
        },
        targets: labelled.map(({ id, label, color, transaction }) => ({
          id,
          label,
          before: { flag_color: flagOf(transaction) },
          after: { flag_color: color },
        })),
      }],
      irreversible: null,
      undoRequests: 1,
    },
  };
}

/** Nothing and empty text both stand for no flag. */
function flagOf(transaction: TransactionRecord): string | null {
  return transaction.flag_color || null;
}
