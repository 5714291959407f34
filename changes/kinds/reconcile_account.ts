import { cleanText } from "../../domain/base/clean_text.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type {
  AccountRecord,
  CategoryRecord,
  TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { reconcile, type Reconciliation } from "../../domain/reconcile/reconcile.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { balanceCorrection } from "../rules/balance_correction.ts";
import { clearedByBank } from "../rules/cleared_by_bank.ts";
import type { ChangeDraft, Fields, Proposal, Step, Target } from "../change.ts";
import { markingLines, markingSteps } from "../rules/mark_reconciled.ts";
import {
  differenceStop,
  doneOf,
  extraOf,
  moneyWords,
  summaryOf,
  warningsFor,
} from "../rules/reconcile_words.ts";
import type { KnownTransactions } from "../rules/transaction_finder.ts";

/** Operations that a reconciliation needs. */
export type ReconcileWriteId = "updateTransactions" | "createTransaction";

/** What the bank says, and whether a difference may be made up. */
export interface AskedReconciliation {
  /** Milliunits, signed as the plan shows it. */
  readonly bankBalance: number;
  readonly isAdjusting: boolean;
  /** Uncleared transactions that the bank has: ids, or unique prefixes. */
  readonly clearIds?: readonly string[] | undefined;
}

/** Fresh data of the plan. */
export interface ReconcilePlan {
  readonly planId: string;
  readonly account: AccountRecord;
  /** Transactions of every account. */
  readonly transactions: KnownTransactions;
  /** Live categories; only a correction needs them. */
  readonly categories: readonly CategoryRecord[];
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly utcToday: string;
  readonly format: MoneyFormat;
  /** Reads transactions past the local copy, while the change is being written. */
  readonly rereadTransactions: () => Promise<readonly TransactionRecord[]>;
}

/**
 * Proposes a reconciliation. A difference that is not to be made up ends it with
 * what would explain it.
 *
 * @throws {ToolError} `invalid_input` for a closed account, `conflict` when upstream's
 * own balance and its transactions disagree, `not_found` without a place for a correction.
 */
export function reconcileDraft(
  asked: AskedReconciliation,
  plan: ReconcilePlan,
): Proposal<ReconcileWriteId> {
  const { account, transactions, format } = plan;
  if (account.closed) {
    throw new ToolError(
      "invalid_input",
      `account "${cleanText(account.name)}" is closed: open it again in YNAB's app first`,
    );
  }
  const { bankBalance, clearIds = [] } = asked;
  const found = reconcile(transactions.live, {
    accountId: account.id,
    bankBalance,
    decimals: format.decimals,
    clearIds: clearedByBank(clearIds, { account, transactions }),
  });
  checkBalance(found, plan);
  if (found.difference !== 0 && !asked.isAdjusting) return { stop: differenceStop(found, format) };
  if (found.difference === 0 && found.toMark.length === 0) {
    const message = "The bank agrees, and every cleared transaction is reconciled already";
    return { stop: { status: "nothing_to_do", message, extra: extraOf(found, format) } };
  }
  return { draft: draftOf(found, bankBalance, plan) };
}

/** Transactions are what gets marked: a balance that they don't make up must not be signed off. */
function checkBalance(
  { clearedBalance, hasMatches }: Reconciliation<TransactionRecord>,
  { account, format }: ReconcilePlan,
): void {
  if (clearedBalance === account.cleared_balance) return;
  const advice = hasMatches
    ? "approve the account's matched transactions in YNAB's app, then call again"
    : "call again in a minute, and if it stays so reconcile in YNAB's app";
  throw new ToolError(
    "conflict",
    `YNAB gives ${moneyWords(account.cleared_balance, format)} as the cleared balance of ` +
      `"${cleanText(account.name)}", but its cleared transactions come to ` +
      `${moneyWords(clearedBalance, format)}, nothing was written: ${advice}`,
  );
}

function draftOf(
  found: Reconciliation<TransactionRecord>,
  bankBalance: number,
  plan: ReconcilePlan,
): ChangeDraft<ReconcileWriteId> {
  const { toMark, difference } = found;
  const { format } = plan;
  const correction = difference === 0 ? null : balanceCorrection({ ...plan, difference });
  const marking = markingSteps(toMark, plan);
  // Marks can be put back; a transaction that was added can't be taken away by this tool,
  // so it comes last.
  const steps: readonly Step<ReconcileWriteId>[] = correction === null
    ? marking
    : [...marking, correction.step];
  return {
    summary: summaryOf(found, format),
    done: doneOf(found, format),
    preview: [...markingLines(toMark, format), ...correction?.preview ?? []],
    warnings: warningsFor(found, { correction: correction?.warning ?? null, format }),
    steps,
    irreversible: null,
    undoRequests: steps.length,
    expected: extraOf(found, format),
    // Once all of it is applied the two balances agree, and nothing is left to explain.
    describeResult: () => ({
      message: `The cleared balance is ${moneyWords(bankBalance, format)}, as the bank says`,
      extra: { difference: 0, cleared_balance: bankBalance, explanations: [] },
    }),
    readTargets: (targets) => marksNow(targets, plan),
  };
}

/** Marks can be read back; whether a transaction came from us is for the next sync to tell. */
async function marksNow(
  targets: readonly Target[],
  { rereadTransactions }: ReconcilePlan,
): Promise<ReadonlyMap<string, Fields | null>> {
  const marked = new Set(targets.flatMap(({ id, before }) => before === null ? [] : [id]));
  if (marked.size === 0) return new Map();
  const transactions = (await rereadTransactions()).filter(({ id }) => marked.has(id));
  return new Map(transactions.map(({ id, cleared, approved }) => [id, { cleared, approved }]));
}
