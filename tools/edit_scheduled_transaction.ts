import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import { FREQUENCIES } from "../domain/schedules/frequencies.ts";
import { changeOutput, confirmation, refuseEmptyEdit, storedText } from "./_change_schema.ts";
import { amount, day, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Change a schedule",
  description:
    "Changes what a scheduled transaction is from its next date on; what is left out stays. " +
    "list_scheduled_transactions gives its id.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_scheduled_transactions", args: {} }],
    args: {
      scheduled_id: "=list_scheduled_transactions.occurrences.0.scheduled_id",
      memo: "Price until spring",
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    scheduled_id: reference,
    account_id: reference.optional(),
    date: day.optional().describe("Next date, from today on"),
    amount: amount.optional(),
    frequency: z.enum(FREQUENCIES).optional(),
    payee: storedText(200).min(1).optional(),
    transfer_to_account_id: reference.optional(),
    category_id: reference.nullable().optional(),
    memo: storedText(500).nullable().optional(),
    flag: z.enum(FLAG_COLORS).nullable().optional(),
    confirmation,
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getScheduledTransactions"] as const;
export const writes = ["updateScheduledTransaction"] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { fresh, uncached, change, moneyFormat, utcToday }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { scheduleEditDraft } = await import("../changes/kinds/edit_scheduled_transaction.ts");
  const { plan_id: planId, scheduled_id: _, confirmation: __, ...fields } = input;
  refuseEmptyEdit(fields);
  const build = async (): Promise<Proposal<"updateScheduledTransaction">> => {
    const [accounts, categories, schedules] = await Promise.all([
      fresh.getAccounts({ planId }),
      fresh.getCategories({ planId }),
      fresh.getScheduledTransactions({ planId }),
    ]);
    return scheduleEditDraft(input, {
      planId,
      accounts,
      categories,
      schedules,
      utcToday,
      format: moneyFormat(planId),
      rereadSchedules: () => uncached.getScheduledTransactions({ planId }),
    });
  };
  return await change({ build });
}
