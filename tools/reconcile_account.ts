import { z } from "zod";
import { availableAfter } from "../changes/available_now.ts";
import type { ChangeDraft, Proposal, Step } from "../changes/change.ts";
import { nothingToDo } from "../changes/rules/field_changes.ts";
import {
  balanceCorrection,
  type CorrectionPlan,
  differenceStop,
  extraOf,
  markingLines,
  markingSteps,
  moneyWords,
  reconcileSentence,
  warningsFor,
} from "../changes/rules/reconcile.ts";
import { type KnownTransactions, transactionFinder } from "../changes/rules/references.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import type { AccountRecord, TransactionRecord } from "../domain/base/plan_records.ts";
import { invalidInput, Refusals, ToolError } from "../domain/base/tool_error.ts";
import {
  EXPLANATION_KINDS,
  reconcile,
  type Reconciliation,
} from "../domain/reconcile/reconcile.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { findAccount } from "../domain/references/find_record.ts";
import { countedChunks } from "../domain/transactions/transaction_chunks.ts";
import {
  amount,
  changeInput,
  changeOutput,
  foreignText,
  listOf,
  money,
  reference,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Reconcile an account",
  description:
    "Compares an account's cleared balance with the bank's. If they agree, marks cleared " +
    "transactions as reconciled; if not, gives the difference and possible explanations. Adds an " +
    "adjustment only if adjust is true. Use list_accounts for balances.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: { args: { account_id: "Cash", bank_balance: 319.88 } },
};

export const schema = {
  input: changeInput({
    account_id: reference.describe("Id or name"),
    bank_balance: amount.describe("Cleared balance at the bank; debts are negative"),
    clear_ids: z.array(reference).max(200).optional()
      .describe("Uncleared transactions that the bank shows as cleared"),
    adjust: z.boolean().default(false)
      .describe("Enter one adjustment transaction for the difference"),
  }),
  output: changeOutput.extend({
    difference: money().optional(),
    cleared_balance: money().optional(),
    explanations: listOf(
      z.object({
        kind: z.enum(EXPLANATION_KINDS),
        transaction_ids: z.array(shortId()),
        amount: money(),
        labels: z.array(foreignText()),
      }),
      { hideWhenEmpty: true },
    ),
  }),
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

type Input = InputOf<typeof schema>;
type Op = (typeof writes)[number];

export async function handler(
  input: Input,
  { fresh, change, moneyFormat, today, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  return await change(async () => {
    const [accounts, transactions, categories] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getTransactions({ planId }),
      // Only a correction needs a category.
      input.adjust ? fresh.getCategories({ planId }) : { live: [] },
    ]);
    return reconcileDraft(input, {
      planId,
      account: findAccount(input.account_id, accounts),
      transactions,
      categories,
      readCategories: () => fresh.getCategories({ planId }),
      today,
      utcToday,
      format: moneyFormat(planId),
    });
  }, { amounts: [{ label: "bank_balance", amount: input.bank_balance }] });
}

interface ReconcilePlan extends CorrectionPlan {
  /** Transactions in all of the plan's accounts. */
  readonly transactions: KnownTransactions;
}

/** Proposes the reconciliation, or explains the difference if the call allows no correction. */
function reconcileDraft(input: Input, plan: ReconcilePlan): Proposal<Op> {
  const { account, transactions, format } = plan;
  if (account.closed) {
    throw invalidInput(
      `account "${cleanText(account.name)}" is closed: reopen it in the YNAB app first`,
    );
  }
  const { bank_balance: bankBalance, clear_ids: clearIds = [] } = input;
  const found = reconcile(transactions.live, {
    accountId: account.id,
    bankBalance,
    decimals: format.decimals,
    clearIds: clearedByBank(clearIds, plan),
  });
  checkBalance(found, plan);
  if (found.difference !== 0 && !input.adjust) return { stop: differenceStop(found, format) };
  if (found.difference === 0 && found.toMark.length === 0) {
    const message = "The bank balance matches, and every cleared transaction is already " +
      "reconciled";
    return nothingToDo(message, { extra: extraOf(found, format) });
  }
  return { draft: draftOf(found, bankBalance, plan) };
}

/** Checks that the cleared transactions add up to the cleared balance that YNAB reports. */
function checkBalance(
  { clearedBalance, hasMatches }: Reconciliation,
  { account, format }: ReconcilePlan,
): void {
  if (clearedBalance === account.cleared_balance) return;
  const advice = hasMatches
    ? "approve the account's matched transactions in the YNAB app, then call again"
    : "call again in a minute; if this error persists, reconcile in the YNAB app";
  throw new ToolError(
    "conflict",
    `YNAB reports ${moneyWords(account.cleared_balance, format)} as the cleared balance of ` +
      `"${cleanText(account.name)}", but its cleared transactions add up to ` +
      `${moneyWords(clearedBalance, format)}, so nothing was written: ${advice}`,
  );
}

function draftOf(found: Reconciliation, bankBalance: number, plan: ReconcilePlan): ChangeDraft<Op> {
  const { toMark, difference } = found;
  const { format } = plan;
  const correction = difference === 0 ? null : balanceCorrection(difference, plan);
  const marking = markingSteps(toMark, plan);
  // The correction comes last, because this tool couldn't delete the correction transaction if a
  // later step failed. This tool can only restore statuses.
  const steps: readonly Step<Op>[] = correction === null ? marking : [...marking, correction.step];
  return {
    summary: reconcileSentence(found, false, format),
    done: reconcileSentence(found, true, format),
    preview: [...markingLines(toMark, format), ...correction?.preview ?? []],
    warnings: warningsFor(found, { correction: correction?.warning ?? null, format }),
    steps,
    expected: extraOf(found, format),
    // After the whole change is applied, the balances match, so there is no difference to explain.
    describeResult: () => ({
      message: `The cleared balance is ${moneyWords(bankBalance, format)}, which matches the bank`,
      extra: { difference: 0, cleared_balance: bankBalance, explanations: [] },
    }),
    afterwards: () => availableAfter(correction === null ? [] : [correction.movement], plan),
  };
}

/** Returns the ids of the transactions that the call marks as cleared by the bank. */
function clearedByBank(
  references: readonly string[],
  { account, transactions }: ReconcilePlan,
): ReadonlySet<string> {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const ofAccount = transactions.live.filter((one) => one.account_id === account.id);
  const countedIds = new Map(
    countedChunks(ofAccount).flatMap(({ chunk, partners }) =>
      [...partners].map(([place, { id }]) => [id, chunk.idAt(place)])
    ),
  );
  const ids = references.flatMap((reference) => {
    const transaction = find(reference);
    if (transaction === null) return [];
    refusals.add(quoted(reference), whyNot(transaction, account, countedIds.get(transaction.id)));
    return [transaction.id];
  });
  refusals.throwIfAny();
  return new Set(ids);
}

function whyNot(
  transaction: TransactionRecord,
  { id, name }: AccountRecord,
  otherHalf: string | undefined,
): string | null {
  if (transaction.account_id !== id) {
    return `it is in ${cleanText(transaction.account_name)}, not in ${cleanText(name)}: omit it`;
  }
  if (transaction.cleared === "cleared" || transaction.cleared === "reconciled") {
    return `it is already ${transaction.cleared}: leave it out of clear_ids, which is for ` +
      "uncleared transactions";
  }
  return otherHalf === undefined
    ? null
    : `it is the imported half of a matched pair: use the other, ${otherHalf.slice(0, 8)}`;
}
