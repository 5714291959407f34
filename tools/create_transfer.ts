import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { followerReads } from "../changes/followers.ts";
import { changeOutput, confirmation, storedText } from "./_change_schema.ts";
import { day, planId, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a transfer",
  description:
    "Enters a past transfer between two accounts, such as cash drawn or a card paid; both sides " +
    "appear. A coming one: create_scheduled_transaction.",
  profiles: ["complete"],
  isDestructive: false,
  example: {
    args: { from_account_id: "Checking", to_account_id: "Savings", amount: 35, date: "2026-03-13" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    from_account_id: reference,
    to_account_id: reference,
    amount: positiveAmount,
    date: day,
    memo: storedText(500).optional(),
    category_id: reference.optional().describe("With a tracking account only"),
    from_cleared: z.boolean().default(false),
    to_cleared: z.boolean().default(false),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, known, change, moneyFormat, utcToday }: ToolContext<
    typeof reads,
    typeof writes
  >,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { transferDraft } = await import("../changes/kinds/create_transfer.ts");
  const { plan_id: planId } = input;
  const knowledge = (): number | null => known.knowledge(planId);
  const build = async (): Promise<Proposal<"createTransaction" | "updateTransactions">> => {
    const [accounts, categories, transactions] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getTransactions({ planId }),
    ]);
    const draft = transferDraft(input, {
      planId,
      accounts,
      categories,
      transactions,
      utcToday,
      format: moneyFormat(planId),
      readCategories: () => fresh.getCategories({ planId }),
      readFollowers: followerReads({ planId, uncached, knowledge }),
    });
    return { draft };
  };
  return await change({ build });
}
