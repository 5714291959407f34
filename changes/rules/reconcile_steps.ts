import { fromMilliunits } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  isCashAccount,
  type TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { BALANCE_CORRECTION } from "../../domain/payees/system_payees.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import type { Fields, PreviewLine, Step } from "../change.ts";
import { inRequests } from "../in_requests.ts";

/** How transactions are named and where they are. */
export interface MarkPlan {
  readonly planId: string;
  readonly format: MoneyFormat;
}

/**
 * Makes the steps that mark transactions reconciled. Each goes with `approved: true`, as
 * upstream would otherwise store it as cleared.
 */
export function markingSteps(
  transactions: readonly TransactionRecord[],
  { planId, format }: MarkPlan,
): readonly Step<"updateTransactions">[] {
  return inRequests(transactions).map((part) => {
    const mark = { cleared: "reconciled", approved: true } as const;
    return {
      operation: "updateTransactions",
      args: { planId, transactions: part.map(({ id }) => ({ id, ...mark })) },
      targets: part.map((transaction) => ({
        id: transaction.id,
        label: transactionLabel(transaction, format),
        before: marksBefore(transaction),
        after: transaction.approved ? { cleared: mark.cleared } : { ...mark },
      })),
      compensation: {
        operation: "updateTransactions",
        args: {
          planId,
          transactions: part.map((transaction) => ({
            id: transaction.id,
            ...marksBefore(transaction),
          })),
        },
      },
    };
  });
}

/** Makes the lines of the preview; a transaction that is also approved has a second one. */
export function markingLines(
  transactions: readonly TransactionRecord[],
  format: MoneyFormat,
): readonly PreviewLine[] {
  return transactions.flatMap((transaction) => {
    const { id, amount } = transaction;
    const line = { id, label: transactionLabel(transaction, format), amount };
    // What the user has named himself may not go unseen among many.
    const notable = transaction.cleared === "cleared" ? {} : { isNotable: true };
    const cleared = {
      ...line,
      ...notable,
      field: "cleared",
      before: transaction.cleared,
      after: "reconciled",
    };
    if (transaction.approved) return [cleared];
    return [cleared, { ...line, field: "approved", before: false, after: true, isNotable: true }];
  });
}

function marksBefore(
  { approved, cleared: before }: TransactionRecord,
): Fields & { readonly cleared: "cleared" | "uncleared"; readonly approved?: boolean } {
  const cleared = before === "cleared" ? "cleared" : "uncleared";
  return approved ? { cleared } : { cleared, approved: false };
}

/** Id that the transaction has until upstream gives it one. */
const NEW_ID = "new 1";

/** What is to be corrected. */
export interface CorrectionPlan {
  readonly planId: string;
  readonly account: AccountRecord;
  /** Live categories. */
  readonly categories: readonly CategoryRecord[];
  /** Milliunits that the bank has more than the plan. */
  readonly difference: number;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /** UTC day: upstream refuses any later one. */
  readonly utcToday: string;
  readonly format: MoneyFormat;
}

/** One transaction to be added, and how the preview shows it. */
export interface Correction {
  readonly step: Step<"createTransaction">;
  readonly preview: readonly PreviewLine[];
  readonly warning: string;
}

/**
 * Makes a correction. On cash accounts it goes to Inflow; on credit accounts upstream
 * refuses that, and tracking accounts keep no category.
 *
 * @throws {ToolError} `not_found` when the plan has no Inflow category or several.
 */
export function balanceCorrection(plan: CorrectionPlan): Correction {
  const { planId, account, difference, today, utcToday, format } = plan;
  const inflow = isCashAccount(account) ? inflowOf(plan.categories) : null;
  const fields = {
    account_id: account.id,
    // On a month's last evening in America UTC has the next month already.
    date: today < utcToday ? today : utcToday,
    amount: difference,
    payee_name: BALANCE_CORRECTION,
    category_id: inflow?.id ?? null,
    cleared: "reconciled",
    approved: true,
  } as const;
  const label = transactionLabel({ ...fields, account_name: account.name }, format);
  const shown = { isNew: true, isNotable: true };
  const line = { id: NEW_ID, label, before: null, amount: difference, ...shown };
  const amountLine = { ...line, field: "amount", after: fromMilliunits(difference) };
  return {
    step: {
      operation: "createTransaction",
      args: { planId, transactions: [fields] },
      targets: [{ id: NEW_ID, label, before: null, after: fields }],
    },
    preview: inflow === null
      ? [amountLine]
      : [amountLine, { ...line, field: "category", after: inflow.name }],
    warning: warningFor(account, writeMoney(fromMilliunits(difference), format)),
  };
}

function inflowOf(categories: readonly CategoryRecord[]): CategoryRecord {
  const [only, ...others] = categories.filter(isInflowCategory);
  if (only !== undefined && others.length === 0) return only;
  const count = only === undefined ? "no category" : `${others.length + 1} categories`;
  throw new ToolError(
    "not_found",
    `this plan has ${count} that could be Inflow: Ready to Assign, the category for a correction ` +
      "in a cash account: enter the correction in the YNAB app",
  );
}

function warningFor(account: AccountRecord, amount: string): string {
  if (isCashAccount(account)) return `the correction changes Ready to Assign by ${amount}`;
  return account.on_budget
    ? "the correction has no category, and on a credit account it needs one"
    : "the correction has no category, because transactions in tracking accounts have none";
}
