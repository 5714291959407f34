import { cleanWhole } from "../../domain/base/clean_text.ts";
import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { writeMoney } from "../../domain/base/money_format.ts";
import type { AccountRecord, CategoryRecord } from "../../domain/base/plan_records.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { transactionCount } from "../../domain/plan/transaction_count.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import { availableAfter, type CategoriesAround } from "../available_now.ts";
import { categoryFinder, categoryNames, type KnownCategories } from "../rules/category_finder.ts";
import type { ChangeDraft, PreviewLine, Proposal, Target } from "../change.ts";
import { whyNoDate, whyNoPayee, whyNotOnAccount } from "../rules/new_transaction_rules.ts";
import { accountFinder, type KnownAccounts } from "../rules/account_finder.ts";

/** One transaction to be entered; its amount is in milliunits. */
export interface AskedTransaction {
  readonly date: string;
  readonly amount: number;
  readonly payee_name?: string | undefined;
  readonly category_id?: string | undefined;
  readonly memo?: string | undefined;
  readonly cleared: "cleared" | "uncleared";
}

/** What is to be entered, and where. */
export interface AskedTransactions {
  readonly account_id: string;
  readonly transactions: readonly AskedTransaction[];
  readonly approved: boolean;
}

/** What a proposal of new transactions is made from. */
export interface NewTransactionPlan extends CategoriesAround {
  readonly planId: string;
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories & CategoriesAround["categories"];
}

/** A transaction as it is sent, and as it should be stored. */
interface NewTransaction {
  readonly account_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly category_id: string | null;
  readonly memo: string | null;
  readonly cleared: "cleared" | "uncleared";
  readonly approved: boolean;
}

/**
 * Proposes transactions.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function newTransactionsDraft(
  asked: AskedTransactions,
  plan: NewTransactionPlan,
): Proposal<"createTransaction"> {
  const refusals = new Refusals();
  const found = accountFinder(plan.accounts, refusals)("account_id", asked.account_id);
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const rows = asked.transactions.map((transaction, at) => {
    const name = `row ${at + 1}`;
    const refuse = (why: string | null): void => {
      if (why !== null) refusals.add(name, why);
    };
    refuse(whyNoDate(transaction.date, plan.utcToday));
    refuse(whyNoPayee(transaction.payee_name ?? ""));
    const category = transaction.category_id === undefined
      ? null
      : findCategory(name, transaction.category_id);
    if (category !== null && found !== null) refuse(whyNotOnAccount(category, found));
    return { transaction, category };
  });
  const account = refusals.passed(found);
  const transactions = rows.map(({ transaction, category }) =>
    newTransaction(transaction, { account, category, approved: asked.approved })
  );
  return { draft: draftOf(transactions, { account, plan }) };
}

function newTransaction(
  { date, amount, payee_name, memo, cleared }: AskedTransaction,
  { account, category, approved }: {
    readonly account: AccountRecord;
    readonly category: CategoryRecord | null;
    readonly approved: boolean;
  },
): NewTransaction {
  return {
    account_id: account.id,
    date,
    amount,
    payee_name: payee_name?.trim() || null,
    category_id: category?.id ?? null,
    memo: memo || null,
    cleared,
    approved,
  };
}

function draftOf(
  transactions: readonly NewTransaction[],
  { account, plan }: {
    readonly account: AccountRecord;
    readonly plan: NewTransactionPlan;
  },
): ChangeDraft<"createTransaction"> {
  const { planId, categories, format } = plan;
  const nameOf = categoryNames(categories);
  const named = transactions.map((transaction, at) => ({
    id: `new ${at + 1}`,
    label: transactionLabel({ ...transaction, account_name: account.name }, format),
    transaction,
  }));
  const total = writeMoney(fromMilliunits(sumOf(transactions.map(({ amount }) => amount))), format);
  const isApproved = transactions.some(({ approved }) => approved);
  const what = `${transactionCount(transactions.length)}, ${total} in all` +
    (isApproved ? ", approved already" : ", waiting for approval");
  return {
    summary: `Enter ${what}`,
    done: `Entered ${what}`,
    preview: named.flatMap((one) => fieldLines(one, nameOf)),
    warnings: transactions.some(({ payee_name }) => payee_name !== null)
      ? ["a payee that is new stays in the list of payees, even when this is undone"]
      : [],
    steps: [{
      operation: "createTransaction",
      args: { planId, transactions: transactions.map(given) },
      targets: named.map(({ id, label, transaction }) => ({
        id,
        label,
        before: null,
        after: { ...transaction },
      })),
    }],
    irreversible: null,
    undoRequests: transactions.length,
    checkBeforeRetry: "find_transactions has shown which of them are there",
    afterwards: () =>
      availableAfter(
        transactions.map((transaction) => ({
          ...transaction,
          categoryId: transaction.category_id,
        })),
        plan,
      ),
  };
}

/** What the label can't say, field by field: all of it stands in the question. */
function fieldLines(
  { id, label, transaction }: Pick<Target, "id" | "label"> & {
    readonly transaction: NewTransaction;
  },
  nameOf: (id: string | null) => string | null,
): readonly PreviewLine[] {
  const isInLabel = transaction.payee_name === null ||
    label.includes(` ${cleanWhole(transaction.payee_name)} `);
  const line = { id, label, before: null, amount: transaction.amount, isNew: true };
  const ownText = (field: string, after: string | null): readonly PreviewLine[] =>
    after === null ? [] : [{ ...line, field, after, isOwnText: true }];
  return [
    { ...line, field: "category", after: nameOf(transaction.category_id) },
    ...ownText("payee", isInLabel ? null : transaction.payee_name),
    ...ownText("memo", transaction.memo),
    ...(transaction.cleared === "cleared" ? [{ ...line, field: "cleared", after: "cleared" }] : []),
  ];
}

/** Fields that are none are left to upstream. */
function given(transaction: NewTransaction): NewTransaction {
  return Object.fromEntries(
    Object.entries(transaction).filter(([, value]) => value !== null),
  ) as never;
}
