/**
 * Proposes categories for rows.
 *
 * @module
 */

import type { MoneyFormat } from "../domain/money_format.ts";
import type { AccountRecord, CategoryRecord, TransactionRecord } from "../domain/plan_records.ts";
import { quoted } from "../domain/reference_index.ts";
import { Refusals } from "../domain/refusals.ts";
import { transactionLabel } from "../domain/transaction_label.ts";
import { categoryFinder, categoryNames, type KnownCategories } from "./category_finder.ts";
import { whyNoCategory } from "./category_place.ts";
import type { ChangeDraft, Proposal } from "./change.ts";
import { type KnownRows, rowFinder } from "./row_finder.ts";

/** One row and its new category. */
export interface AskedCategory {
  readonly transaction_id: string;
  readonly category_id: string;
}

/** What a proposal about rows and their categories is made from. */
export interface CategoryPlan {
  readonly planId: string;
  readonly rows: KnownRows;
  readonly accounts: { readonly live: readonly AccountRecord[] };
  readonly categories: KnownCategories;
  readonly format: MoneyFormat;
}

interface Assignment {
  readonly row: TransactionRecord;
  readonly category: CategoryRecord;
}

/**
 * Proposes categories; rows that have theirs already are left out.
 *
 * @param asked What was asked.
 * @param plan Fresh data of the plan.
 * @returns The change, or that there is nothing to do.
 * @throws {ToolError} `invalid_input`, naming every row that is refused.
 */
export function categoryDraft(
  asked: readonly AskedCategory[],
  plan: CategoryPlan,
): Proposal<"updateTransactions"> {
  const assignments = assignmentsOf(asked, plan)
    .filter(({ row, category }) => row.category_id !== category.id);
  if (assignments.length === 0) {
    return { stop: { status: "nothing_to_do", message: "Every row has that category already" } };
  }
  return { draft: draftOf(assignments, plan) };
}

function assignmentsOf(
  asked: readonly AskedCategory[],
  { rows, accounts, categories }: CategoryPlan,
): readonly Assignment[] {
  const refusals = new Refusals();
  const findRow = rowFinder(rows, refusals);
  const findCategory = categoryFinder(categories, { refusals, takesInflow: false });
  const accountsById = new Map(accounts.live.map((account) => [account.id, account]));
  const found = asked.flatMap(({ transaction_id: reference, category_id }) => {
    const row = findRow(reference);
    const category = findCategory(quoted(reference), category_id);
    const why = row === null ? null : whyNoCategory(row, accountsById);
    if (why !== null) refusals.add(quoted(reference), `${why}: leave it out`);
    return row === null || category === null ? [] : [{ row, category }];
  });
  refusals.throwIfAny();
  return found;
}

function draftOf(
  assignments: readonly Assignment[],
  { planId, categories, format }: CategoryPlan,
): ChangeDraft<"updateTransactions"> {
  const nameOf = categoryNames(categories);
  const labelled = assignments.map(({ row, category }) => ({
    id: row.id,
    label: transactionLabel(row, format),
    row,
    category,
  }));
  const count = `${labelled.length} ${labelled.length === 1 ? "transaction" : "transactions"}`;
  return {
    summary: `Change the category of ${count}`,
    rows: labelled.map(({ id, label, row, category }) => ({
      id,
      label,
      field: "category",
      before: nameOf(row.category_id),
      after: nameOf(category.id),
      amount: row.amount,
    })),
    warnings: [],
    steps: [{
      operation: "updateTransactions",
      args: {
        planId,
        transactions: labelled.map(({ id, category }) => ({ id, category_id: category.id })),
      },
      targets: labelled.map(({ id, label, row, category }) => ({
        id,
        label,
        before: { category_id: row.category_id ?? null },
        after: { category_id: category.id },
      })),
    }],
    irreversible: null,
    undoRequests: 1,
  };
}
