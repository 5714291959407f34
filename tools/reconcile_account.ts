import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import type { ReconcileWriteId } from "../changes/kinds/reconcile_account.ts";
import { EXPLANATION_KINDS } from "../domain/reconcile/explanation.ts";
import { changeOutput, confirmation } from "./_change_schema.ts";
import { amount, foreignText, listOf, money, planId, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";
import { accountIdsOf } from "../domain/search/transaction_query.ts";

export const summary: ToolSummary = {
  title: "Reconcile an account",
  description:
    "Compares the bank's balance with an account's cleared transactions. If they agree it " +
    "marks them reconciled; if not it gives the difference and what could explain it, and " +
    "adds a correction only with adjust. For balances use list_accounts.",
  profiles: ["fuller", "reduced"],
  isIdempotent: true,
  example: {
    args: { account_id: "Cash", bank_balance: 319.88 },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    account_id: reference.describe("Id or name"),
    bank_balance: amount.describe("Cleared balance at the bank; debts negative"),
    clear_ids: z.array(reference).max(200).optional()
      .describe("Uncleared transactions the bank shows"),
    adjust: z.boolean().default(false).describe("Cover the difference with one new transaction"),
    confirmation,
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
      { isQuiet: true },
    ),
  }),
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat, today, utcToday }: ToolContext<
    typeof reads,
    typeof writes
  >,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { reconcileDraft } = await import("../changes/kinds/reconcile_account.ts");
  const { plan_id: planId, account_id: reference, bank_balance: bankBalance } = input;
  const asked = { bankBalance, isAdjusting: input.adjust, clearIds: input.clear_ids };
  const build = async (): Promise<Proposal<ReconcileWriteId>> => {
    const [accounts, transactions, { live: categories }] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getTransactions({ planId }),
      // Only a correction needs a category.
      input.adjust ? fresh.getCategories({ planId }) : { live: [] },
    ]);
    const [id] = accountIdsOf([reference], { accounts });
    const account = accounts.live.find((one) => one.id === id);
    if (account === undefined) throw new TypeError("The account was found before");
    const format = moneyFormat(planId);
    return reconcileDraft(asked, {
      planId,
      account,
      transactions,
      categories,
      today,
      utcToday,
      format,
      rereadTransactions: async () => (await uncached.getTransactions({ planId })).live,
    });
  };
  return await change({
    build,
    amounts: [{ label: "bank_balance", amount: input.bank_balance }],
  });
}
