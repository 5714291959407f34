import type {
  AccountRecord,
  CategoryRecord,
  TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { isInflowCategory, isUncategorizedCategory } from "../../domain/base/special_categories.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import {
  availableAfter,
  type CategoriesAround,
  countedOn,
  type Movement,
} from "../available_now.ts";
import { categoryFinder, categoryNames, type KnownCategories } from "../rules/category_finder.ts";
import { whyNoCategory, whyNoIncome } from "../rules/category_eligibility.ts";
import type { ChangeDraft, Proposal } from "../change.ts";
import { type KnownTransactions, transactionFinder } from "../rules/transaction_finder.ts";

/** One transaction and its new category; `null` takes the category away. */
export interface AskedAssignment {
  readonly transaction_id: string;
  readonly category_id: string | null;
}

/** What a proposal about transactions and their categories is made from. */
export interface CategorizationPlan extends CategoriesAround {
  readonly planId: string;
  readonly transactions: KnownTransactions;
  readonly accounts: { readonly live: readonly AccountRecord[] };
  readonly categories: KnownCategories & CategoriesAround["categories"];
}

interface Assignment {
  readonly transaction: TransactionRecord;
  /** `null` for none. */
  readonly category: CategoryRecord | null;
}

/**
 * Proposes categories; transactions that have theirs already are left out.
 *
 * @throws {ToolError} `invalid_input`, naming every transaction that is refused.
 */
export function categoryDraft(
  asked: readonly AskedAssignment[],
  plan: CategorizationPlan,
): Proposal<"updateTransactions"> {
  const none = uncategorizedIds(plan.categories);
  const categoryNow = ({ category_id: id }: TransactionRecord): string | null =>
    none.has(id ?? "") ? null : id ?? null;
  const assignments = assignmentsOf(asked, plan)
    .filter(({ transaction, category }) => categoryNow(transaction) !== (category?.id ?? null));
  if (assignments.length === 0) {
    const message = asked.every(({ category_id: id }) => id === null)
      ? "None of these transactions has a category"
      : "Every transaction has that category already";
    return { stop: { status: "nothing_to_do", message } };
  }
  return { draft: draftOf(assignments, plan) };
}

/** The category that stands for having none. */
function uncategorizedIds({ groups }: KnownCategories): ReadonlySet<string> {
  const named = groups.flatMap(({ name, categories }) =>
    categories.map((one) => ({ ...one, category_group_name: name }))
  );
  return new Set(named.filter(isUncategorizedCategory).map(({ id }) => id));
}

function assignmentsOf(
  asked: readonly AskedAssignment[],
  { transactions, accounts, categories }: CategorizationPlan,
): readonly Assignment[] {
  const refusals = new Refusals();
  const findTransaction = transactionFinder(transactions, refusals);
  const findCategory = categoryFinder(categories, { refusals, takesInflow: true });
  const accountsById = new Map(accounts.live.map((account) => [account.id, account]));
  const found = asked.flatMap(({ transaction_id: reference, category_id: wanted }) => {
    const transaction = findTransaction(reference);
    const category = wanted === null ? null : findCategory(quoted(reference), wanted);
    if (transaction === null) return [];
    const why = whyNoCategory(transaction, accountsById) ??
      (category !== null && isInflowCategory(category)
        ? whyNoIncome(transaction, accountsById)
        : null);
    if (why !== null) refusals.add(quoted(reference), `${why}: leave it out`);
    return [{ transaction, category }];
  });
  refusals.throwIfAny();
  return found;
}

function draftOf(
  assignments: readonly Assignment[],
  plan: CategorizationPlan,
): ChangeDraft<"updateTransactions"> {
  const { planId, categories, format } = plan;
  const nameOf = categoryNames(categories);
  const labelled = assignments.map(({ transaction, category }) => ({
    id: transaction.id,
    label: transactionLabel(transaction, format),
    transaction,
    category,
  }));
  const what = `the category of ${transactionCount(labelled.length)}`;
  const isRemoval = labelled.every(({ category }) => category === null);
  return {
    summary: isRemoval ? `Remove ${what}` : `Change ${what}`,
    done: isRemoval ? `Removed ${what}` : `Changed ${what}`,
    preview: labelled.map(({ id, label, transaction, category }) => ({
      id,
      label,
      field: "category",
      before: nameOf(transaction.category_id),
      after: nameOf(category?.id),
      amount: transaction.amount,
    })),
    warnings: [],
    steps: [{
      operation: "updateTransactions",
      args: {
        planId,
        transactions: labelled.map(({ id, category }) => ({
          id,
          category_id: category?.id ?? null,
        })),
      },
      targets: labelled.map(({ id, label, transaction, category }) => ({
        id,
        label,
        before: { category_id: transaction.category_id ?? null },
        after: { category_id: category?.id ?? null },
      })),
    }],
    irreversible: null,
    undoRequests: 1,
    afterwards: () => availableAfter(labelled.flatMap(movementsOf), plan),
  };
}

function movementsOf({ transaction, category }: Assignment): readonly Movement[] {
  const { amount, category_id: before } = transaction;
  const date = countedOn(transaction);
  return [
    { categoryId: before, amount: -amount, date },
    { categoryId: category?.id, amount, date },
  ];
}
