import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeExactly, writeMoney } from "../../domain/base/money_format.ts";
import type { CategoryRecord, TransactionRecord } from "../../domain/base/plan_records.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { isFiner, type NamedAmount, refuseFiner } from "../../domain/base/payable_amount.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { transactionLabel, transactionNames } from "../../domain/plan/transaction_label.ts";
import { availableAfter, countedOn, type Movement, overspentWords } from "../available_now.ts";
import type { CategorizationPlan } from "./apply_categories.ts";
import { categoryFinder, categoryNames } from "../rules/category_finder.ts";
import { whyNoCategory } from "../rules/category_eligibility.ts";
import type { ChangeDraft, PreviewLine, Proposal } from "../change.ts";
import { transactionFinder } from "../rules/transaction_finder.ts";

/** One line of a split; its amount is in milliunits and signed like the transaction's. */
export interface AskedLine {
  readonly amount: number;
  readonly category_id: string;
  readonly memo?: string | undefined;
}

/** A transaction and what it is to be split into. */
export interface AskedSplit {
  readonly transaction_id: string;
  readonly lines: readonly AskedLine[];
}

/** A line as it is sent. */
interface Line {
  readonly amount: number;
  readonly category_id: string;
  readonly memo: string | null;
}

/**
 * Proposes a split.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function splitDraft(
  asked: AskedSplit,
  plan: CategorizationPlan,
): Proposal<"updateTransactions"> {
  const refusals = new Refusals();
  const found = transactionFinder(plan.transactions, refusals)(asked.transaction_id);
  const accounts = new Map(plan.accounts.live.map((account) => [account.id, account]));
  const name = quoted(asked.transaction_id);
  if (found !== null) {
    const why = whyNoCategory(found, accounts);
    if (why !== null) refusals.add(name, `${why}: choose another`);
    const whyNotSum = whyNotItsSum(found, asked.lines, plan.format);
    if (whyNotSum !== null) refusals.add(name, whyNotSum);
  }
  const find = categoryFinder(plan.categories, { refusals, takesInflow: false });
  const lines = asked.lines.flatMap((line, at) => lineOf(line, { at, find, refusals }));
  const transaction = refusals.passed(found);
  // A transaction that has such a rest can't be split without one.
  if (!isFiner(transaction.amount, plan.format)) refuseFiner(namedAmounts(lines), plan.format);
  return { draft: draftOf(transaction, lines, plan) };
}

function namedAmounts(lines: readonly Line[]): readonly NamedAmount[] {
  return lines.map(({ amount }, at) => ({ label: `line ${at + 1}`, amount }));
}

function whyNotItsSum(
  { amount }: TransactionRecord,
  lines: readonly AskedLine[],
  format: MoneyFormat,
): string | null {
  const sum = sumOf(lines.map((line) => line.amount));
  if (sum === amount) return null;
  // Rounded, the totals could look equal.
  const words = (milliunits: number): string => writeExactly(fromMilliunits(milliunits), format);
  const advice = sum === -amount
    ? "give the lines the sign of the transaction"
    : `${words(amount - sum)} is still to be given to a line`;
  return `the lines add up to ${words(sum)}, but the transaction is ${words(amount)}: ${advice}`;
}

function lineOf(
  { amount, category_id, memo }: AskedLine,
  { at, find, refusals }: {
    readonly at: number;
    readonly find: (transaction: string, reference: string) => CategoryRecord | null;
    readonly refusals: Refusals;
  },
): readonly Line[] {
  const name = `line ${at + 1}`;
  if (amount === 0) refusals.add(name, "its amount is zero: leave it out");
  const category = find(name, category_id);
  return category === null ? [] : [{ amount, category_id: category.id, memo: memo || null }];
}

function draftOf(
  transaction: TransactionRecord,
  lines: readonly Line[],
  plan: CategorizationPlan,
): ChangeDraft<"updateTransactions"> {
  const { planId, format, utcToday } = plan;
  const { id } = transaction;
  const label = transactionLabel(transaction, format);
  const movements = movementsOf(transaction, lines);
  const what = `Split ${transactionNames([transaction], utcToday)} into ${lines.length} lines`;
  return {
    // The verb is the same in the past.
    summary: what,
    done: what,
    preview: fieldLines(transaction, lines, plan).map((field) => ({ id, label, ...field })),
    warnings: overspentWords(movements, plan),
    steps: [{
      operation: "updateTransactions",
      args: { planId, transactions: [{ id, subtransactions: lines.map(given) }] },
      targets: [{
        id,
        label,
        before: { category_id: transaction.category_id ?? null },
        after: { category_id: null },
        lines: lines.map((line) => ({ ...line })),
      }],
    }],
    irreversible: "YNAB's API can neither change the lines of a split nor join them again; " +
      "what is left is to delete the transaction in YNAB's app and enter it again",
    undoRequests: 0,
    checkBeforeRetry: "find_transactions has shown whether it is split",
    afterwards: () => availableAfter(movements, plan),
  };
}

function fieldLines(
  transaction: TransactionRecord,
  lines: readonly Line[],
  { categories, format }: CategorizationPlan,
): readonly Omit<PreviewLine, "id" | "label">[] {
  const nameOf = categoryNames(categories);
  return [
    {
      field: "category",
      before: nameOf(transaction.category_id),
      after: `split into ${lines.length} lines`,
    },
    ...lines.flatMap(({ amount, category_id, memo }, at) => [
      {
        field: `line ${at + 1}`,
        before: null,
        after: `${writeMoney(fromMilliunits(amount), format)} ${nameOf(category_id) ?? ""}`,
        isNew: true,
      },
      ...(memo === null ? [] : [{
        field: `memo of line ${at + 1}`,
        before: null,
        after: memo,
        isNew: true,
        isOwnText: true,
      }]),
    ]),
  ];
}

function given({ memo, ...line }: Line): Omit<Line, "memo"> & { readonly memo?: string } {
  return memo === null ? line : { ...line, memo };
}

function movementsOf(transaction: TransactionRecord, lines: readonly Line[]): readonly Movement[] {
  const date = countedOn(transaction);
  return [
    { categoryId: transaction.category_id, amount: -transaction.amount, date },
    ...lines.map(({ category_id: categoryId, amount }) => ({ categoryId, amount, date })),
  ];
}
