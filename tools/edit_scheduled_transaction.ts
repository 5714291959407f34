import { z } from "zod";
import type { ChangeDraft, Fields } from "../changes/change.ts";
import { givenFields, savedSchedule } from "../changes/fields.ts";
import { categoryFinder } from "../changes/rules/categories.ts";
import {
  changedFields,
  type FieldChange,
  fieldDraft,
  nothingToDo,
  shownFields,
  targetOf,
} from "../changes/rules/field_changes.ts";
import {
  findSchedule,
  frequencyWarnings,
  type KnownSchedule,
  readSchedulePlan,
  scheduleFields,
  type SchedulePlace,
  schedulePlace,
  type SchedulePlan,
  transferFields,
  whyNotKeptOn,
  whyNotScheduledIn,
  whyNotScheduledOn,
} from "../changes/rules/schedules.ts";
import { NEW_PAYEE_STAYS } from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { type CategoryRecord, FLAG_COLORS, liveLines } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { isInflowCategory } from "../domain/base/special_categories.ts";
import { payeeWords, scheduleLabel } from "../domain/plan/transaction_label.ts";
import { FREQUENCIES } from "../domain/schedules/occurrences.ts";
import {
  amount,
  changeInput,
  changeOutput,
  day,
  payee,
  reference,
  refuseEmptyEdit,
  storedText,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Change a schedule",
  description: "Changes a scheduled transaction from the next date onward; omitted fields don't " +
    "change. Get the id from list_scheduled_transactions.",
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
  input: changeInput({
    scheduled_id: reference,
    account_id: reference.optional(),
    date: day.optional().describe("Next date (today or later)"),
    amount: amount.optional(),
    frequency: z.enum(FREQUENCIES).optional(),
    payee: payee.optional(),
    transfer_to_account_id: reference.optional(),
    category_id: reference.nullable().optional(),
    memo: storedText(500).nullable().optional(),
    flag: z.enum(FLAG_COLORS).nullable().optional(),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getScheduledTransactions"] as const;
export const writes = ["updateScheduledTransaction"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, scheduled_id: _, confirmation: __, ...fields } = input;
  refuseEmptyEdit(fields);
  return await context.change(async () => {
    const plan = await readSchedulePlan(planId, context);
    const schedule = findSchedule(input.scheduled_id, plan.schedules);
    const changed = changedFields(scheduleFields(schedule), wantedSchedule(input, schedule, plan));
    return changed === null
      ? nothingToDo("The schedule already has these values")
      : { draft: draftOf(schedule, changed, plan) };
  });
}

function draftOf(
  schedule: KnownSchedule,
  { before, after }: Pick<FieldChange, "before" | "after">,
  plan: SchedulePlan,
): ChangeDraft<"updateScheduledTransaction"> {
  const { id, amount, frequency, date_first, date_next } = schedule;
  // Don't show the other account of a transfer, because the transfer's payee already names it.
  const { transfer_account_id: _, ...shown } = after;
  const lines = shownFields({ before, after: shown }, categoryNames(plan.categories));
  const change: FieldChange = {
    id,
    label: scheduleLabel(schedule, plan.format),
    before,
    after,
    lines: lines.map((line) => ({ ...line, amount })),
  };
  const isMoved = "date_next" in after && date_first !== date_next;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  const fields = lines.map(({ field }) => field).join(", ");
  return fieldDraft([change], {
    verb: "Edit",
    past: "Edited",
    what: `the scheduled transaction for ${payeeWords(schedule)}: ${fields}`,
    warnings: [
      ...frequencyWarnings(frequency, String(after["frequency"] ?? frequency)),
      ...(isMoved ? ["undo restores the next date, but not the first date"] : []),
      ...(isNewPayee ? [NEW_PAYEE_STAYS] : []),
    ],
    steps: [{
      operation: "updateScheduledTransaction",
      args: {
        planId: plan.planId,
        scheduledTransactionId: id,
        scheduledTransaction: savedSchedule(after, scheduleFields(schedule)),
      },
      targets: [targetOf(change)],
    }],
  });
}

interface Wanting {
  readonly schedule: KnownSchedule;
  readonly plan: SchedulePlan;
  readonly refusals: Refusals;
}

/** Returns the requested fields, under the names that YNAB uses for a schedule's fields. */
function wantedSchedule(
  input: Input,
  schedule: KnownSchedule,
  plan: SchedulePlan,
): Fields {
  const refusals = new Refusals();
  const wanting = { schedule, plan, refusals };
  const { date, amount, frequency, memo, flag } = input;
  if (liveLines(schedule).length > 0) refuseOfSplit(input, refusals);
  const why = date === undefined || date === schedule.date_next
    ? whyNotKeptOn(schedule.date_next, plan.utcToday)
    : whyNotScheduledOn(date, plan.utcToday);
  refusals.add("date", why);
  const place = schedulePlace(input, wanting);
  const category = wantedCategory(input, place, wanting);
  refusals.throwIfAny();
  const { account } = place;
  return {
    ...(input.account_id === undefined || account === null
      ? {}
      : { account_id: account.id, account_name: account.name }),
    ...givenFields({ date_next: date, amount, frequency }),
    ...wantedPayee(input, place, schedule),
    ...givenFields({
      category_id: category === undefined ? undefined : category?.id ?? null,
      memo: memo === undefined ? undefined : memo || null,
      flag_color: flag,
    }),
  };
}

function wantedPayee(
  { payee }: Input,
  { transferTo }: SchedulePlace,
  schedule: KnownSchedule,
): Fields {
  const isTransfer = (schedule.transfer_account_id ?? null) !== null;
  if (transferTo !== null && transferTo.id !== schedule.transfer_account_id) {
    return transferFields(transferTo);
  }
  const isSame = !isTransfer && foldName(payee ?? "") === foldName(schedule.payee_name ?? "");
  return payee === undefined || isSame
    ? {}
    : { payee_name: payee.trim(), transfer_account_id: null };
}

/** Returns the requested category: `null` to remove the category, `undefined` to keep it. */
function wantedCategory(
  { category_id: wanted }: Input,
  place: SchedulePlace,
  { schedule, plan, refusals }: Wanting,
): CategoryRecord | null | undefined {
  const find = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const current = plan.categories.groups.flatMap(({ categories }) => categories)
    .find(({ id }) => id === schedule.category_id) ?? null;
  const category = wanted === undefined ? current : find("category_id", wanted);
  const why = category === null ? null : whyNotScheduledIn(category, place);
  if (why === null) return wanted === undefined ? undefined : category;
  // If the edited schedule can't have a category, show in the preview that it loses its category.
  const isLost = wanted === undefined &&
    !(category !== null && isInflowCategory(category) && place.account?.on_budget === true);
  if (isLost) return null;
  refusals.add("category_id", why);
  return undefined;
}

function refuseOfSplit(
  { amount, category_id, transfer_to_account_id }: Input,
  refusals: Refusals,
): void {
  const why = "the scheduled transaction is split: change this field in the YNAB app";
  for (const [name, value] of Object.entries({ amount, category_id, transfer_to_account_id })) {
    if (value !== undefined) refusals.add(name, why);
  }
}
