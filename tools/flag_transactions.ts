import { z } from "zod";
import {
  type FieldChange,
  fieldDraft,
  nothingToDo,
  transactionsStep,
} from "../changes/rules/field_changes.ts";
import { type KnownTransactions, transactionFinder } from "../changes/rules/references.ts";
import type { MoneyFormat } from "../domain/base/money_format.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import { transactionCount, transactionLabel } from "../domain/plan/transaction_label.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Flag transactions",
  description: "Sets transaction flag colors, for example to mark tax deductions; null removes a " +
    "flag. Use find_transactions to find flagged transactions.",
  profiles: ["fuller"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: {
      flags: [{ transaction_id: "=find_transactions.transactions.0.transaction_id", color: "red" }],
    },
  },
};

export const schema = {
  input: changeInput({
    flags: z.array(z.strictObject({
      transaction_id: reference,
      color: z.enum(FLAG_COLORS).nullable(),
    })).min(1).max(200),
  }),
  output: changeOutput,
};

export const reads = ["getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  { plan_id: planId, flags }: Input,
  { fresh, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await change(async () => {
    const transactions = await fresh.getTransactions({ planId });
    const changes = flagChanges(flags, transactions, moneyFormat(planId));
    if (changes.length === 0) return nothingToDo("Every transaction already has that flag");
    return {
      draft: fieldDraft(changes, {
        verb: "Change",
        past: "Changed",
        what: `the flag of ${transactionCount(changes.length)}`,
        steps: [transactionsStep(planId, changes)],
      }),
    };
  });
}

/**
 * Returns the requested changes, except those for transactions that already have the requested
 * flag.
 */
function flagChanges(
  flags: Input["flags"],
  transactions: KnownTransactions,
  format: MoneyFormat,
): readonly FieldChange[] {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const changes = flags.flatMap(({ transaction_id: reference, color }): readonly FieldChange[] => {
    const transaction = find(reference);
    if (transaction === null) return [];
    // If a transaction has no flag, YNAB returns either `null` or an empty string.
    const before = transaction.flag_color || null;
    return before === color ? [] : [{
      id: transaction.id,
      label: transactionLabel(transaction, format),
      before: { flag_color: before },
      after: { flag_color: color },
      lines: [{ field: "flag", before, after: color, amount: transaction.amount }],
    }];
  });
  refusals.throwIfAny();
  return changes;
}
