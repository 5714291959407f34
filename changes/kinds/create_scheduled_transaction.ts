import { Refusals } from "../../domain/base/refusals.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import type { FlagColor } from "../../domain/plan/flag_colors.ts";
import type { AccountRecord } from "../../domain/base/plan_records.ts";
import { scheduleLabel } from "../../domain/plan/schedule_label.ts";
import { payeeWords } from "../../domain/plan/transaction_label.ts";
import type { ScheduleFrequency } from "../../domain/schedules/frequencies.ts";
import { foldName } from "../../domain/base/fold_text.ts";
import type { ChangeDraft, Fields, PreviewLine } from "../change.ts";
import { holds } from "../fields.ts";
import { accountFinder } from "../rules/account_finder.ts";
import {
  type SchedulePlan,
  whyNotScheduledFor,
  whyNotScheduledIn,
} from "../rules/schedule_plan.ts";
import { frequencyWarnings, whyNotScheduledOn } from "../rules/schedule_rules.ts";
import { savedSchedule, scheduleReads } from "../schedule_records.ts";
import { categoryFinder, categoryNames } from "../rules/category_finder.ts";

/** What is to be scheduled; its amount is in milliunits. */
export interface AskedSchedule {
  readonly account_id: string;
  readonly date: string;
  readonly amount: number;
  readonly frequency: ScheduleFrequency;
  readonly payee?: string | undefined;
  readonly transfer_to_account_id?: string | undefined;
  readonly category_id?: string | undefined;
  readonly memo?: string | undefined;
  readonly flag?: FlagColor | undefined;
  /** Whether it may be one like another that is there. */
  readonly even_if_equal: boolean;
}

const NEW_ID = "new 1";

/**
 * Proposes a schedule.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function newScheduleDraft(
  asked: AskedSchedule,
  plan: SchedulePlan,
): ChangeDraft<"createScheduledTransaction"> {
  const refusals = new Refusals();
  const found = fieldsOf(asked, plan, refusals);
  const same = plan.schedules.live.filter((one) => found !== null && isLike(found.fields, one));
  const [first] = same;
  if (first !== undefined && !asked.even_if_equal) {
    refusals.add(
      scheduleLabel(first, plan.format),
      "such a schedule is there already: pass even_if_equal true to make another",
    );
  }
  const { account, fields } = refusals.passed(found);
  const payee_name = String(fields["payee_name"] ?? "");
  const label = scheduleLabel({
    ...asked,
    date_next: asked.date,
    payee_name,
    account_name: account.name,
  }, plan.format);
  const named = asked.payee === undefined ? [] : [
    "a payee that is new stays in the list of payees, even when this is undone",
  ];
  const target = {
    id: NEW_ID,
    label,
    before: null,
    after: fields,
    lookedAlike: same.map(({ id }) => id),
  };
  const what = `${payeeWords({ payee_name })}, first on ${asked.date}`;
  return {
    summary: `Schedule ${what}`,
    done: `Scheduled ${what}`,
    preview: linesOf(asked, { label, fields, plan }),
    warnings: [...named, ...frequencyWarnings(null, asked.frequency)],
    steps: [{
      operation: "createScheduledTransaction",
      args: { planId: plan.planId, scheduledTransaction: given(fields, asked) },
      targets: [target],
    }],
    irreversible: null,
    undoRequests: 1,
    checkBeforeRetry: "list_scheduled_transactions has shown whether it is there",
    readTargets: scheduleReads(plan.rereadSchedules),
  };
}

interface FoundFields {
  readonly account: AccountRecord;
  /** The schedule as it should be stored. */
  readonly fields: Fields;
}

/** Gives what is to be stored; `null` without its account, which is refused. */
function fieldsOf(
  asked: AskedSchedule,
  plan: SchedulePlan,
  refusals: Refusals,
): FoundFields | null {
  const refuse = (subject: string, why: string | null): void => {
    if (why !== null) refusals.add(subject, why);
  };
  const find = accountFinder(plan.accounts, refusals);
  const account = find("account_id", asked.account_id);
  const { transfer_to_account_id: to, payee } = asked;
  const transferTo = to === undefined ? null : find("transfer_to_account_id", to);
  if (to !== undefined && payee !== undefined) {
    refusals.add("payee", "a transfer has no other payee: leave payee out");
  }
  if (transferTo !== null && transferTo.id === account?.id) {
    refusals.add("transfer_to_account_id", "it is the same account: choose another");
  }
  refuse("date", whyNotScheduledOn(asked.date, plan.utcToday));
  refuse("payee", payee === undefined ? null : whyNotScheduledFor(payee));
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const category = asked.category_id === undefined
    ? null
    : findCategory("category_id", asked.category_id);
  if (category !== null) {
    refuse("category_id", whyNotScheduledIn(category, { account, transferTo }));
  }
  if (account === null) return null;
  const fields: Fields = {
    account_id: account.id,
    date_next: asked.date,
    amount: asked.amount,
    frequency: asked.frequency,
    ...(transferTo === null ? { payee_name: payee?.trim() || null } : {
      payee_id: transferTo.transfer_payee_id ?? null,
      payee_name: `Transfer : ${transferTo.name}`,
    }),
    transfer_account_id: transferTo?.id ?? null,
    category_id: category?.id ?? null,
    memo: asked.memo || null,
    flag_color: asked.flag ?? null,
  };
  return { account, fields };
}

/** Upstream tells apart what people would not: the same money on the same days to the same payee. */
function isLike(
  { payee_name, memo: _, flag_color: __, category_id: ___, ...fields }: Fields,
  one: object,
): boolean {
  const name = "payee_name" in one ? one.payee_name : null;
  return holds(fields, one) && foldName(String(name ?? "")) === foldName(String(payee_name ?? ""));
}

/** Fields that are none are left to upstream. */
function given(fields: Fields, { payee }: AskedSchedule): ReturnType<typeof savedSchedule> {
  const { payee_name: _, ...rest } = fields;
  const wanted = Object.entries({ ...rest, ...(payee?.trim() ? { payee_name: payee.trim() } : {}) })
    .filter(([, value]) => value !== null);
  return savedSchedule(Object.fromEntries(wanted), fields);
}

function linesOf(
  { amount, payee, memo, flag, frequency }: AskedSchedule,
  { label, fields, plan }: {
    readonly label: string;
    readonly fields: Fields;
    readonly plan: SchedulePlan;
  },
): readonly PreviewLine[] {
  const line = { id: NEW_ID, label, before: null, amount, isNew: true };
  const nameOf = categoryNames(plan.categories);
  const own = (field: string, after: string | undefined): readonly PreviewLine[] =>
    after === undefined || after === "" ? [] : [{ ...line, field, after, isOwnText: true }];
  return [
    { ...line, field: "amount", after: fromMilliunits(amount) },
    { ...line, field: "frequency", after: frequency === "never" ? "once" : frequency },
    ...(fields["category_id"] === null
      ? []
      : [{ ...line, field: "category", after: nameOf(String(fields["category_id"])) }]),
    ...own("payee", payee === undefined || label.includes(` ${payee.trim()} `) ? undefined : payee),
    ...own("memo", memo),
    ...own("flag", flag),
  ];
}
