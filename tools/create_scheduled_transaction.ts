import { z } from "zod";
import type { ChangeDraft, Fields } from "../changes/change.ts";
import { holds, savedSchedule, withoutNulls } from "../changes/fields.ts";
import { categoryFinder } from "../changes/rules/categories.ts";
import {
  frequencyWarnings,
  readSchedulePlan,
  schedulePlace,
  type SchedulePlan,
  transferFields,
  whyNotScheduledIn,
  whyNotScheduledOn,
} from "../changes/rules/schedules.ts";
import { longPayee, NEW_PAYEE_STAYS, newLines } from "../changes/rules/transactions.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { type AccountRecord, FLAG_COLORS } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { frequencyWords, payeeWords, scheduleLabel } from "../domain/plan/transaction_label.ts";
import { FREQUENCIES } from "../domain/schedules/occurrences.ts";
import {
  amount,
  changeInput,
  changeOutput,
  day,
  payeeOrNone,
  reference,
  storedText,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Schedule a transaction",
  description:
    "Schedules a one-time or repeating payment, income or transfer. Use create_transactions for " +
    "past transactions.",
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
  input: changeInput({
    account_id: reference,
    date: day.describe("First date (today or later)"),
    amount: amount.describe("Negative is money out"),
    frequency: z.enum(FREQUENCIES).describe("never means once"),
    payee: payeeOrNone.optional(),
    transfer_to_account_id: reference.optional(),
    category_id: reference.optional(),
    memo: storedText(500).optional(),
    flag: z.enum(FLAG_COLORS).optional(),
    even_if_equal: z.boolean().default(false),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getScheduledTransactions"] as const;
export const writes = ["createScheduledTransaction"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => ({
    draft: draftOf(input, await readSchedulePlan(input.plan_id, context)),
  }));
}

const NEW_ID = "new 1";

function draftOf(
  input: Input,
  plan: SchedulePlan,
): ChangeDraft<"createScheduledTransaction"> {
  const refusals = new Refusals();
  const found = fieldsOf(input, plan, refusals);
  const same = plan.schedules.live.filter((one) => found !== null && isLike(found.fields, one));
  const [first] = same;
  if (first !== undefined && !input.even_if_equal) {
    refusals.add(
      scheduleLabel(first, plan.format),
      "an identical schedule exists: to create another, pass even_if_equal: true",
    );
  }
  const { account, fields } = refusals.passed(found);
  const payee_name = String(fields["payee_name"] ?? "");
  const { category_id: categoryId = null } = fields;
  const label = scheduleLabel({
    ...input,
    date_next: input.date,
    payee_name,
    account_name: account.name,
  }, plan.format);
  const what = `${payeeWords({ payee_name })}, first on ${input.date}`;
  return {
    summary: `Schedule ${what}`,
    done: `Scheduled ${what}`,
    preview: newLines({ id: NEW_ID, label, amount: input.amount }, {
      amount: fromMilliunits(input.amount),
      frequency: frequencyWords(input.frequency),
      category: categoryId && categoryNames(plan.categories)(String(categoryId)) || undefined,
      payee: longPayee(input.payee),
      memo: input.memo || undefined,
      flag: input.flag,
    }),
    warnings: [
      ...(input.payee === undefined ? [] : [NEW_PAYEE_STAYS]),
      ...frequencyWarnings(null, input.frequency),
    ],
    steps: [{
      operation: "createScheduledTransaction",
      args: { planId: plan.planId, scheduledTransaction: given(fields, input) },
      targets: [{
        id: NEW_ID,
        label,
        before: null,
        after: fields,
        lookedAlike: same.map(({ id }) => id),
      }],
    }],
    checkBeforeRetry: "use list_scheduled_transactions to check whether it exists",
  };
}

interface FoundFields {
  readonly account: AccountRecord;
  /** The fields of the schedule that YNAB should store. */
  readonly fields: Fields;
}

/** Returns the schedule's fields; `null` if the account isn't found. Adds errors to `refusals`. */
function fieldsOf(input: Input, plan: SchedulePlan, refusals: Refusals): FoundFields | null {
  const { account, transferTo } = schedulePlace(input, { schedule: null, plan, refusals });
  refusals.add("date", whyNotScheduledOn(input.date, plan.utcToday));
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const category = findCategory("category_id", input.category_id);
  if (category !== null) {
    refusals.add("category_id", whyNotScheduledIn(category, { account, transferTo }));
  }
  if (account === null) return null;
  const fields: Fields = {
    account_id: account.id,
    date_next: input.date,
    amount: input.amount,
    frequency: input.frequency,
    ...(transferTo === null
      ? { payee_name: input.payee?.trim() || null, transfer_account_id: null }
      : transferFields(transferTo)),
    category_id: category?.id ?? null,
    memo: input.memo || null,
    flag_color: input.flag ?? null,
  };
  return { account, fields };
}

/** Whether a schedule looks like the new one, with the same account, amount, days and payee. */
function isLike(
  { payee_name, memo: _, flag_color: __, category_id: ___, ...fields }: Fields,
  one: object,
): boolean {
  const name = "payee_name" in one ? one.payee_name : null;
  return holds(fields, one) && foldName(String(name ?? "")) === foldName(String(payee_name ?? ""));
}

/** Omits the payee of a transfer, because YNAB determines it from the transfer's accounts. */
function given(fields: Fields, { payee }: Input): ReturnType<typeof savedSchedule> {
  const { payee_name: _, ...rest } = fields;
  const named = payee?.trim() ? { payee_name: payee.trim() } : {};
  return savedSchedule(withoutNulls({ ...rest, ...named }), fields);
}
