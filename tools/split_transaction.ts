import { z } from "zod";
import { availableAfter, movementsOf, overspentWords } from "../changes/available_now.ts";
import type { ChangeDraft } from "../changes/change.ts";
import { categoryFinder, whyNoCategory } from "../changes/rules/categories.ts";
import type { ShownField } from "../changes/rules/field_changes.ts";
import { transactionFinder } from "../changes/rules/references.ts";
import { readTransactionPlan, type TransactionPlan } from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import {
  isFiner,
  type MoneyFormat,
  refuseFiner,
  writeExactly,
  writeMoney,
} from "../domain/base/money_format.ts";
import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { transactionLabel, transactionNames } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { amount, changeInput, changeOutput, reference, storedText } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Split a transaction",
  description:
    "Splits one transaction into lines with different categories. This can't be undone because " +
    "the API can't change splits. For just one category, use apply_categories.",
  profiles: ["fuller", "reduced"],
  example: {
    lookUps: [{ tool: "find_transactions", args: { category_ids: ["Groceries"], limit: 1 } }],
    args: {
      transaction_id: "=find_transactions.transactions.0.transaction_id",
      lines: [
        { amount: -7.4, category_id: "Groceries" },
        { amount: -4.5, category_id: "Household Goods", memo: "Soap" },
      ],
    },
  },
};

export const schema = {
  input: changeInput({
    transaction_id: reference,
    lines: z.array(z.strictObject({
      amount: amount.describe("Same sign as the transaction; the lines must total its amount"),
      category_id: reference.describe("Id or name"),
      memo: storedText(500).optional(),
    })).min(2).max(50),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["updateTransactions"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => {
    const plan = await readTransactionPlan(input.plan_id, context);
    return { draft: draftOf(checkedSplit(input, plan), plan) };
  });
}

/** A split line to send to YNAB; its amount is in milliunits and has the transaction's sign. */
interface Line {
  readonly amount: number;
  readonly category_id: string;
  readonly memo: string | null;
}

interface Split {
  readonly transaction: TransactionRecord;
  readonly lines: readonly Line[];
}

function checkedSplit(input: Input, plan: TransactionPlan): Split {
  const { transactions, accounts, categories, format } = plan;
  const refusals = new Refusals();
  const found = transactionFinder(transactions, refusals)(input.transaction_id);
  if (found !== null) {
    const name = quoted(input.transaction_id);
    const byId = new Map(accounts.live.map((account) => [account.id, account]));
    const why = whyNoCategory(found, byId);
    if (why !== null) refusals.add(name, `${why}: choose another transaction`);
    refusals.add(name, whyNotItsSum(found, input.lines, format));
  }
  const find = categoryFinder(categories, { refusals, takesInflow: false });
  const lines = input.lines.flatMap(({ amount, category_id, memo }, at): readonly Line[] => {
    const name = `line ${at + 1}`;
    if (amount === 0) refusals.add(name, "its amount is zero: omit the line");
    const category = find(name, category_id);
    return category === null ? [] : [{ amount, category_id: category.id, memo: memo || null }];
  });
  const transaction = refusals.passed(found);
  // If the transaction's own amount has more decimals than the currency, don't check the lines'
  // decimals, because the lines can add up to that amount only if one of them has extra decimals.
  if (!isFiner(transaction.amount, format)) {
    refuseFiner(lines.map(({ amount }, at) => ({ label: `line ${at + 1}`, amount })), format);
  }
  return { transaction, lines };
}

function whyNotItsSum(
  { amount }: TransactionRecord,
  lines: Input["lines"],
  format: MoneyFormat,
): string | null {
  const sum = sumOf(lines.map((line) => line.amount));
  if (sum === amount) return null;
  // Write exact amounts in this message, because rounding could make different totals look equal.
  const words = (milliunits: number): string => writeExactly(fromMilliunits(milliunits), format);
  const rest = amount - sum;
  const advice = sum === -amount
    ? "give the lines the same sign as the transaction"
    : Math.sign(rest) === Math.sign(amount)
    ? `add the remaining ${words(rest)} to the lines`
    : `change the lines so that their total is ${words(Math.abs(rest))} closer to zero`;
  return `the lines add up to ${words(sum)}, but the transaction is ${words(amount)}: ${advice}`;
}

function draftOf(split: Split, plan: TransactionPlan): ChangeDraft<"updateTransactions"> {
  const { transaction, lines } = split;
  const { planId, format, utcToday } = plan;
  const { id } = transaction;
  const label = transactionLabel(transaction, format);
  const movements = movementsOf(transaction, lines);
  const what = `Split ${transactionNames([transaction], utcToday)} into ${lines.length} lines`;
  return {
    // The verb "split" is the same in the past tense.
    summary: what,
    done: what,
    preview: shownLines(split, plan).map((field) => ({ id, label, ...field })),
    warnings: overspentWords(movements, plan),
    steps: [{
      operation: "updateTransactions",
      args: {
        planId,
        transactions: [{
          id,
          subtransactions: lines.map(({ memo, ...line }) =>
            memo === null ? line : { ...line, memo }
          ),
        }],
      },
      targets: [{
        id,
        label,
        before: { category_id: transaction.category_id ?? null },
        after: { category_id: null },
        lines: lines.map((line) => ({ ...line })),
      }],
    }],
    irreversible: "YNAB's API can't change or rejoin split lines; you would have to delete the " +
      "transaction in the YNAB app and enter it again",
    checkBeforeRetry: "use find_transactions to check whether the transaction was split",
    afterwards: () => availableAfter(movements, plan),
  };
}

function shownLines(
  { transaction, lines }: Split,
  { categories, format }: TransactionPlan,
): readonly ShownField[] {
  const nameOf = categoryNames(categories);
  const added = { before: null, isNew: true };
  return [
    {
      field: "category",
      before: nameOf(transaction.category_id),
      after: `split into ${lines.length} lines`,
    },
    ...lines.flatMap(({ amount, category_id, memo }, at): readonly ShownField[] => [
      {
        ...added,
        field: `line ${at + 1}`,
        after: `${writeMoney(fromMilliunits(amount), format)} ${nameOf(category_id) ?? ""}`,
      },
      ...(memo === null
        ? []
        : [{ ...added, field: `memo of line ${at + 1}`, after: memo, isOwnText: true }]),
    ]),
  ];
}
