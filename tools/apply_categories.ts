import { z } from "zod";
import { availableAfter, movementsOf } from "../changes/available_now.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { categoryFinder, whyNotIn } from "../changes/rules/categories.ts";
import {
  type FieldChange,
  fieldDraft,
  nothingToDo,
  trackingAccounts,
  transactionsStep,
} from "../changes/rules/field_changes.ts";
import { transactionFinder } from "../changes/rules/references.ts";
import { readTransactionPlan, type TransactionPlan } from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import type { CategoryRecord, TransactionRecord } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { pendingRule } from "../domain/base/special_categories.ts";
import { transactionCount, transactionLabel } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Apply categories",
  description:
    "Gives each transaction the category that the user or suggest_categories proposed. Use " +
    "split_transaction to split transactions. Transfers between budget accounts have no category.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "suggest_categories", args: { limit: 10 } }],
    args: {
      assignments: [{
        transaction_id: "=suggest_categories.pending.0.transaction_id",
        category_id: "=suggest_categories.pending.0.suggestion.category_id",
      }],
    },
  },
};

export const schema = {
  input: changeInput({
    assignments: z.array(z.strictObject({
      transaction_id: reference,
      category_id: reference.nullable().describe("Id or name; null removes the category"),
    })).min(1).max(200),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  { plan_id: planId, assignments: rows }: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => {
    const plan = await readTransactionPlan(planId, context);
    const { uncategorizedIds } = pendingRule(plan.accounts.live, plan.categories.live);
    const assignments = assignmentsOf(rows, plan).filter(({ transaction, category }) => {
      const { category_id: id = null } = transaction;
      return (uncategorizedIds.has(id ?? "") ? null : id) !== (category?.id ?? null);
    });
    if (assignments.length > 0) return { draft: draftOf(assignments, plan) };
    return nothingToDo(
      rows.every(({ category_id: id }) => id === null)
        ? "None of these transactions has a category"
        : "Every transaction already has the requested category",
    );
  });
}

interface Assignment {
  readonly transaction: TransactionRecord;
  /** The transaction's new category; `null` to remove its category. */
  readonly category: CategoryRecord | null;
}

function assignmentsOf(
  rows: Input["assignments"],
  { transactions, accounts, categories }: TransactionPlan,
): readonly Assignment[] {
  const refusals = new Refusals();
  const findTransaction = transactionFinder(transactions, refusals);
  const findCategory = categoryFinder(categories, { refusals, takesInflow: true });
  const accountsById = new Map(accounts.live.map((account) => [account.id, account]));
  const found = rows.flatMap(({ transaction_id: reference, category_id: wanted }) => {
    const transaction = findTransaction(reference);
    const category = findCategory(quoted(reference), wanted);
    if (transaction === null) return [];
    const why = whyNotIn(category, transaction, accountsById);
    if (why !== null) refusals.add(quoted(reference), `${why}: omit it`);
    return [{ transaction, category }];
  });
  refusals.throwIfAny();
  return found;
}

function draftOf(
  assignments: readonly Assignment[],
  plan: TransactionPlan,
): ChangeDraft<"updateTransactions"> {
  const nameOf = categoryNames(plan.categories);
  const changes = assignments.map(({ transaction, category }): FieldChange => {
    const before = transaction.category_id ?? null;
    const after = category?.id ?? null;
    return {
      id: transaction.id,
      label: transactionLabel(transaction, plan.format),
      before: { category_id: before },
      after: { category_id: after },
      lines: [{
        field: "category",
        before: nameOf(before),
        after: nameOf(after),
        amount: transaction.amount,
      }],
    };
  });
  const movements = assignments.flatMap(({ transaction, category }) =>
    movementsOf(transaction, [{ category_id: category?.id, amount: transaction.amount }])
  );
  const isRemoval = assignments.every(({ category }) => category === null);
  return fieldDraft(changes, {
    ...(isRemoval ? { verb: "Remove", past: "Removed" } : { verb: "Change", past: "Changed" }),
    what: `the category of ${transactionCount(changes.length)}`,
    steps: [transactionsStep(plan.planId, changes)],
    ...trackingAccounts(changes, plan.accounts.live),
    afterwards: () => availableAfter(movements, plan),
  });
}
