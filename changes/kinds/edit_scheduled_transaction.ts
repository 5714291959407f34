/**
 * Proposes other fields for a schedule.
 *
 * @module
 */

import { Refusals } from "../../domain/errors/refusals.ts";
import { fromMilliunits } from "../../domain/money/money.ts";
import type { FlagColor } from "../../domain/plan/flag_colors.ts";
import { liveLines } from "../../domain/plan/split_lines.ts";
import { scheduleLabel } from "../../domain/plan/schedule_label.ts";
import { foldName } from "../../domain/search/fold_text.ts";
import { isInflowCategory } from "../../domain/plan/special_categories.ts";
import type { ScheduleFrequency } from "../../domain/schedules/frequencies.ts";
import type { ChangeDraft, Fields, FieldValue, PreviewLine, Proposal } from "../change.ts";
import { isSameValue } from "../field_equality.ts";
import type { ChangeKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { accountFinder } from "../rules/account_finder.ts";
import {
  type KnownSchedule,
  meantSchedule,
  type SchedulePlan,
  whyNotScheduledFor,
  whyNotScheduledIn,
} from "../rules/schedule_plan.ts";
import { frequencyWarnings, whyNotScheduledOn } from "../rules/schedule_rules.ts";
import { scheduleReads } from "../steps/schedule_creation.ts";
import { savedSchedule, scheduleUpdate } from "../steps/schedule_update.ts";
import { fieldWords } from "../undo/undo_words.ts";
import { categoryFinder, categoryNames } from "../rules/category_finder.ts";

/** A schedule gets its former fields back. */
export const kind: ChangeKind = {
  steps: { updateScheduledTransaction: scheduleUpdate },
};

/** What a schedule is to be; what is absent stays. The amount is in milliunits. */
export interface AskedScheduleEdit {
  readonly scheduled_id: string;
  readonly account_id?: string | undefined;
  readonly date?: string | undefined;
  readonly amount?: number | undefined;
  readonly frequency?: ScheduleFrequency | undefined;
  readonly payee?: string | undefined;
  readonly transfer_to_account_id?: string | undefined;
  readonly category_id?: string | null | undefined;
  readonly memo?: string | null | undefined;
  readonly flag?: FlagColor | null | undefined;
}

/**
 * Proposes the edit of a schedule; what it is already is left out.
 *
 * @param asked What was asked.
 * @param plan Fresh data of the plan.
 * @returns The change, or that there is nothing to do.
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function scheduleEditDraft(
  asked: AskedScheduleEdit,
  plan: SchedulePlan,
): Proposal<"updateScheduledTransaction"> {
  const schedule = meantSchedule(asked.scheduled_id, plan);
  const now = fieldsNow(schedule);
  const wanted = wantedFields(asked, schedule, plan);
  const changed = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  if (changed.length === 0) {
    return { stop: { status: "nothing_to_do", message: "The schedule is like that already" } };
  }
  const pick = (fields: Fields): Fields =>
    Object.fromEntries(
      changed.flatMap((name) => name in fields ? [[name, fields[name] ?? null]] : []),
    );
  const [before, after] = [beforeOf(pick(now), now), pick(wanted)];
  return { draft: draftOf(schedule, { before, after }, plan) };
}

/** The former payee is known by its id, whatever the new one is told by. */
function beforeOf(before: Fields, now: Fields): Fields {
  return "payee_name" in before ? { ...before, payee_id: now["payee_id"] ?? null } : before;
}

function fieldsNow(schedule: KnownSchedule): Fields {
  const { account_id, account_name, date_next, amount, frequency } = schedule;
  return {
    account_id,
    account_name,
    date_next,
    amount,
    frequency,
    payee_id: schedule.payee_id ?? null,
    payee_name: schedule.payee_name ?? null,
    transfer_account_id: schedule.transfer_account_id ?? null,
    category_id: schedule.category_id ?? null,
    memo: schedule.memo ?? null,
    flag_color: schedule.flag_color || null,
  };
}

/** What the call asks for, by the names that a schedule has. */
function wantedFields(
  asked: AskedScheduleEdit,
  schedule: KnownSchedule,
  plan: SchedulePlan,
): Fields {
  const refusals = new Refusals();
  const refuse = (subject: string, why: string | null): void => {
    if (why !== null) refusals.add(subject, why);
  };
  const find = accountFinder(plan.accounts, refusals);
  const byId = new Map(plan.accounts.live.map((one) => [one.id, one]));
  const { payee, date, amount, frequency, memo, flag } = asked;
  const account = asked.account_id === undefined
    ? byId.get(schedule.account_id) ?? null
    : find("account_id", asked.account_id);
  const to = asked.transfer_to_account_id;
  const transferTo = to !== undefined
    ? find("transfer_to_account_id", to)
    : payee === undefined
    ? byId.get(schedule.transfer_account_id ?? "") ?? null
    : null;
  if (to !== undefined && payee !== undefined) {
    refusals.add("payee", "a transfer has no other payee: leave payee out");
  }
  if (transferTo !== null && transferTo.id === account?.id) {
    refusals.add(
      to === undefined ? "account_id" : "transfer_to_account_id",
      "a transfer needs two accounts: choose another",
    );
  }
  if (liveLines(schedule).length > 0) refuseOfSplit(asked, refusals);
  if (date !== undefined && date !== schedule.date_next) {
    refuse("date", whyNotScheduledOn(date, plan.utcToday));
  }
  refuse("payee", payee === undefined ? null : whyNotScheduledFor(payee));
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const named = typeof asked.category_id === "string"
    ? findCategory("category_id", asked.category_id)
    : null;
  const kept = plan.categories.groups.flatMap(({ categories }) => categories)
    .find(({ id }) => id === schedule.category_id) ?? null;
  const category = asked.category_id === undefined ? kept : named;
  const why = category === null ? null : whyNotScheduledIn(category, { account, transferTo });
  // What the new place takes no category for loses it, which is shown.
  const isLost = why !== null && asked.category_id === undefined &&
    !(category !== null && isInflowCategory(category) && account?.on_budget === true);
  if (why !== null && !isLost) refuse("category_id", why);
  refusals.throwIfAny();
  const isToOther = transferTo !== null && transferTo.id !== schedule.transfer_account_id;
  const isSamePayee = payee !== undefined && (schedule.transfer_account_id ?? null) === null &&
    foldName(payee) === foldName(schedule.payee_name ?? "");
  return {
    ...(asked.account_id === undefined || account === null
      ? {}
      : { account_id: account.id, account_name: account.name }),
    ...(date === undefined ? {} : { date_next: date }),
    ...(amount === undefined ? {} : { amount }),
    ...(frequency === undefined ? {} : { frequency }),
    ...(payee === undefined || isSamePayee
      ? {}
      : { payee_name: payee.trim(), transfer_account_id: null }),
    ...(isToOther && transferTo !== null
      ? {
        payee_id: transferTo.transfer_payee_id ?? null,
        payee_name: `Transfer : ${transferTo.name}`,
        transfer_account_id: transferTo.id,
      }
      : {}),
    ...(asked.category_id !== undefined
      ? { category_id: category?.id ?? null }
      : isLost
      ? { category_id: null }
      : {}),
    ...(memo === undefined ? {} : { memo: memo || null }),
    ...(flag === undefined ? {} : { flag_color: flag }),
  };
}

function refuseOfSplit(
  { amount, category_id, transfer_to_account_id }: AskedScheduleEdit,
  refusals: Refusals,
): void {
  const why = "the schedule is split, which only YNAB's app can change: change it there";
  for (const [name, value] of Object.entries({ amount, category_id, transfer_to_account_id })) {
    if (value !== undefined) refusals.add(name, why);
  }
}

function draftOf(
  schedule: KnownSchedule,
  { before, after }: { readonly before: Fields; readonly after: Fields },
  plan: SchedulePlan,
): ChangeDraft<"updateScheduledTransaction"> {
  const { id, frequency, date_first, date_next } = schedule;
  const label = scheduleLabel(schedule, plan.format);
  const isMoved = "date_next" in after && date_first !== date_next;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  const shown = Object.keys(after).filter((name) =>
    !["account_id", "payee_id", "transfer_account_id"].includes(name)
  );
  const line = linesOf({ id, label, amount: schedule.amount, before, after, plan });
  return {
    summary: "Change 1 schedule",
    done: "Changed 1 schedule",
    preview: shown.map(line),
    warnings: [
      ...frequencyWarnings(frequency, String(after["frequency"] ?? frequency)),
      ...(isMoved ? ["undoing gives the next date back, but not the first one"] : []),
      ...(isNewPayee
        ? ["a payee that is new stays in the list of payees, even when this is undone"]
        : []),
    ],
    steps: [{
      operation: "updateScheduledTransaction",
      args: {
        planId: plan.planId,
        scheduledTransactionId: id,
        scheduledTransaction: savedSchedule(after, fieldsNow(schedule)),
      },
      targets: [{
        id,
        label,
        before,
        after,
        ...("payee_name" in before ? { restore: withoutNames(before) } : {}),
      }],
    }],
    irreversible: null,
    undoRequests: 1,
    readTargets: scheduleReads(plan.rereadSchedules),
  };
}

function linesOf(
  { id, label, amount, before, after, plan }: {
    readonly id: string;
    readonly label: string;
    readonly amount: number;
    readonly before: Fields;
    readonly after: Fields;
    readonly plan: SchedulePlan;
  },
): (name: string) => PreviewLine {
  const nameOf = categoryNames(plan.categories);
  const words = (name: string, value: FieldValue): FieldValue => {
    if (name === "category_id") return nameOf(value === null ? null : String(value));
    return name === "amount" ? fromMilliunits(Number(value)) : value;
  };
  return (name) => ({
    id,
    label,
    field: name === "account_name" ? "account" : fieldWords(name),
    before: words(name, before[name] ?? null),
    after: words(name, after[name] ?? null),
    amount,
    ...(name === "memo" || name === "payee_name" ? { isOwnText: true } : {}),
  });
}
