import { z } from "zod";
import { availableAfter } from "../changes/available_now.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { withoutNulls } from "../changes/fields.ts";
import { categoryFinder } from "../changes/rules/categories.ts";
import { accountFinder } from "../changes/rules/references.ts";
import {
  type AccountPlan,
  longPayee,
  NEW_PAYEE_STAYS,
  newLines,
  readAccountPlan,
  whyNoDate,
  whyNoPayee,
  whyNotOnAccount,
} from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { cleanText, cleanWhole } from "../domain/base/clean_text.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { writeMoney } from "../domain/base/money_format.ts";
import type { AccountRecord } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { transactionCount, transactionLabel } from "../domain/plan/transaction_label.ts";
import {
  amount,
  changeInput,
  changeOutput,
  day,
  payeeOrNone,
  reference,
  storedText,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create transactions",
  description: "Enters past transactions into one account. Use find_transactions first to avoid " +
    "duplicating imported transactions. Transfers and future payments need the server's " +
    "complete profile or the YNAB app.",
  profiles: ["fuller", "reduced"],
  isDestructive: false,
  example: {
    args: {
      account_id: "Cash",
      transactions: [{
        date: "2026-11-19",
        amount: -12.5,
        payee_name: "Farmers Market",
        category_id: "Groceries",
      }],
    },
  },
};

export const schema = {
  input: changeInput({
    account_id: reference.describe("Id or name"),
    transactions: z.array(z.strictObject({
      date: day,
      amount: amount.describe("Negative is money out"),
      payee_name: payeeOrNone.optional(),
      category_id: reference.optional()
        .describe('Id or name; "Inflow: Ready to Assign" for income'),
      memo: storedText(500).optional(),
      cleared: z.enum(["cleared", "uncleared"]).default("uncleared"),
    })).min(1).max(50),
    approved: z.boolean().default(false).describe("Default: false (needs approval)"),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories"] as const;
export const writes = ["createTransaction"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const amounts = input.transactions.map(({ date, amount, payee_name: payee }) => ({
    label: cleanText(`${date} ${payee ?? ""}`),
    amount,
  }));
  return await context.change(async () => ({
    draft: draftOf(input, await readAccountPlan(input.plan_id, context)),
  }), { amounts });
}

/** A transaction that YNAB should store; its amount is in milliunits. */
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

function draftOf(input: Input, plan: AccountPlan): ChangeDraft<"createTransaction"> {
  const { account, transactions } = newTransactions(input, plan);
  const { categories, format } = plan;
  const nameOf = categoryNames(categories);
  const named = transactions.map((transaction, at) => ({
    id: `new ${at + 1}`,
    label: transactionLabel({ ...transaction, account_name: account.name }, format),
    transaction,
  }));
  const total = writeMoney(fromMilliunits(sumOf(transactions.map(({ amount }) => amount))), format);
  const what = `${transactionCount(transactions.length)}, ${total} in all` +
    (input.approved ? ", already approved" : ", waiting for approval");
  return {
    summary: `Enter ${what}`,
    done: `Entered ${what}`,
    preview: named.flatMap(({ id, label, transaction: { payee_name, ...row } }) =>
      newLines({ id, label, amount: row.amount }, {
        category: nameOf(row.category_id),
        payee: longPayee(payee_name, cleanWhole(payee_name ?? "")),
        memo: row.memo ?? undefined,
        cleared: row.cleared === "cleared" ? row.cleared : undefined,
      })
    ),
    warnings: transactions.some(({ payee_name }) => payee_name !== null) ? [NEW_PAYEE_STAYS] : [],
    steps: [{
      operation: "createTransaction",
      args: { planId: input.plan_id, transactions: transactions.map(withoutNulls) },
      targets: named.map(({ id, label, transaction }) => ({
        id,
        label,
        before: null,
        after: { ...transaction },
      })),
    }],
    checkBeforeRetry: "use find_transactions to check which of them exist",
    afterwards: () => availableAfter(transactions, plan),
  };
}

function newTransactions(
  input: Input,
  plan: AccountPlan,
): { readonly account: AccountRecord; readonly transactions: readonly NewTransaction[] } {
  const refusals = new Refusals();
  const found = accountFinder(plan.accounts, refusals)("account_id", input.account_id);
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const rows = input.transactions.map((row, at) => {
    const name = `row ${at + 1}`;
    refusals.add(name, whyNoDate(row.date, plan.utcToday));
    refusals.add(name, whyNoPayee(row.payee_name ?? ""));
    const category = findCategory(name, row.category_id);
    if (category !== null && found !== null) {
      refusals.add(name, whyNotOnAccount(category, found));
    }
    return { row, category };
  });
  const account = refusals.passed(found);
  const transactions = rows.map((
    { row: { date, amount, payee_name, memo, cleared }, category },
  ) => ({
    account_id: account.id,
    date,
    amount,
    payee_name: payee_name?.trim() || null,
    category_id: category?.id ?? null,
    memo: memo || null,
    cleared,
    approved: input.approved,
  }));
  return { account, transactions };
}
