import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import { FREQUENCIES } from "../domain/schedules/frequencies.ts";
import { changeOutput, confirmation, storedText } from "./_change_schema.ts";
import { amount, day, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Schedule a transaction",
  description:
    "Schedules a coming payment, income or transfer, once or again and again. For what has " +
    "been paid use create_transactions.",
  profiles: ["complete"],
  isDestructive: false,
  example: {
    args: {
      account_id: "Checking",
      date: "2026-12-01",
      amount: -12.99,
      frequency: "monthly",
      payee: "Streamly",
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    account_id: reference,
    date: day.describe("First day, from today on"),
    amount: amount.describe("Negative is money out"),
    frequency: z.enum(FREQUENCIES).describe("never: once"),
    payee: storedText(200).optional(),
    transfer_to_account_id: reference.optional(),
    category_id: reference.optional(),
    memo: storedText(500).optional(),
    flag: z.enum(FLAG_COLORS).optional(),
    even_if_equal: z.boolean().default(false),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getScheduledTransactions"] as const;
export const writes = ["createScheduledTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { newScheduleDraft } = await import("../changes/kinds/create_scheduled_transaction.ts");
  const { plan_id: planId } = input;
  const build = async (): Promise<Proposal<"createScheduledTransaction">> => {
    const [accounts, categories, schedules] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getScheduledTransactions({ planId }),
    ]);
    const draft = newScheduleDraft(input, {
      planId,
      accounts,
      categories,
      schedules,
      utcToday,
      format: moneyFormat(planId),
      rereadSchedules: () => uncached.getScheduledTransactions({ planId }),
    });
    return { draft };
  };
  return await change({ build });
}
