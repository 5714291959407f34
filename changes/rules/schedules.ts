import { addMonths } from "../../domain/base/month.ts";
import type {
  AccountRecord,
  CategoryRecord,
  ScheduledRecord,
} from "../../domain/base/plan_records.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { Refusals } from "../../domain/base/tool_error.ts";
import type { Known } from "../../domain/references/find_record.ts";
import { quoted, resolveReference } from "../../domain/references/resolve_reference.ts";
import { isCompound } from "../../domain/schedules/occurrences.ts";
import type { Fields } from "../change.ts";
import { earliestNextDate, pickFields } from "../fields.ts";
import { accountFinder, whyNoTransferTo } from "./references.ts";
import {
  type AccountPlan,
  type PlanReads,
  readAccountPlan,
  whyNoPayee,
  whyNotOnAccount,
} from "./transactions.ts";

export interface KnownSchedule extends ScheduledRecord {
  readonly flag_color?: string | null;
}

export interface SchedulePlan extends AccountPlan {
  readonly schedules: Known<KnownSchedule>;
}

/** @throws {ToolError} `invalid_input` if no live schedule matches. */
export function findSchedule(
  reference: string,
  { live, deletedIds }: SchedulePlan["schedules"],
): KnownSchedule {
  const refusals = new Refusals();
  const hint = "see list_scheduled_transactions";
  const scope = { noun: "scheduled transaction", records: live, deletedIds, hint };
  return refusals.passed(
    refusals.attempt(quoted(reference), () => resolveReference(reference, scope)),
  );
}

export interface SchedulePlace {
  readonly account: AccountRecord | null;
  readonly transferTo: AccountRecord | null;
}

/** Setting a payee turns a scheduled transfer into an ordinary schedule. */
export function schedulePlace(
  { account_id, transfer_to_account_id: to, payee }: {
    readonly account_id?: string | undefined;
    readonly transfer_to_account_id?: string | undefined;
    readonly payee?: string | undefined;
  },
  { schedule, plan, refusals }: {
    /** The schedule to edit; `null` for a new one. */
    readonly schedule: KnownSchedule | null;
    readonly plan: Pick<SchedulePlan, "accounts">;
    readonly refusals: Refusals;
  },
): SchedulePlace {
  const find = accountFinder(plan.accounts, refusals);
  const byId = new Map(plan.accounts.live.map((one) => [one.id, one]));
  const account = account_id === undefined
    ? byId.get(schedule?.account_id ?? "") ?? null
    : find("account_id", account_id);
  const kept = payee === undefined ? byId.get(schedule?.transfer_account_id ?? "") ?? null : null;
  const transferTo = to === undefined ? kept : find("transfer_to_account_id", to);
  if (to !== undefined && payee !== undefined) {
    refusals.add("payee", "a transfer can't have a payee: omit payee");
  }
  if (transferTo !== null && transferTo.id === account?.id) {
    const subject = to === undefined ? "account_id" : "transfer_to_account_id";
    refusals.add(subject, "a transfer needs two different accounts: choose another");
  }
  if (to !== undefined && transferTo !== null) {
    refusals.add("transfer_to_account_id", whyNoTransferTo(transferTo));
  }
  if (payee !== undefined) {
    refusals.add("payee", whyNoPayee(payee, "pass the account as transfer_to_account_id"));
  }
  return { account, transferTo };
}

/** The fields that turn a schedule into a transfer to an account. */
export function transferFields({ id, name, transfer_payee_id }: AccountRecord): Fields {
  return {
    payee_id: transfer_payee_id ?? null,
    payee_name: `Transfer : ${name}`,
    transfer_account_id: id,
  };
}

export function whyNotScheduledIn(
  category: CategoryRecord,
  { account, transferTo }: SchedulePlace,
): string | null {
  if (account === null) return null;
  const why = whyNotOnAccount(category, account);
  if (why !== null || transferTo === null) return why;
  if (transferTo.on_budget) {
    return "a transfer between budget accounts can't have a category: omit category_id";
  }
  return isInflowCategory(category) ? "a transfer is not income: choose another category" : null;
}

/** YNAB rejects a change that leaves a schedule's next date more than a week in the past. */
export function whyNotKeptOn(date: string, utcToday: string): string | null {
  return date < earliestNextDate(utcToday)
    ? `its next date, ${date}, is more than a week ago, which YNAB doesn't accept: pass a new ` +
      "date, today or later"
    : null;
}

export function whyNotScheduledOn(date: string, utcToday: string): string | null {
  if (date < utcToday) {
    return `${date} is in the past (it is ${utcToday} in YNAB, which uses UTC): use ` +
      `${utcToday} or later, or enter the transaction with create_transactions`;
  }
  const latest = addMonths(utcToday, 60);
  return date <= latest
    ? null
    : `${date} is over 5 years in the future: YNAB accepts dates up to ${latest}`;
}

/** Warns about frequencies that YNAB has rejected before. */
export function frequencyWarnings(before: string | null, after: string | null): readonly string[] {
  if (after !== null && isCompound(after)) {
    const what = before === after ? "changes to a schedule with the" : "the";
    return [`YNAB's API may refuse ${what} frequency ${after}, and you'll see an error if it does`];
  }
  return before !== null && isCompound(before)
    ? [`undo might not be able to restore the frequency ${before}: YNAB's API may refuse it`]
    : [];
}

const FIELDS: readonly string[] = [
  "account_id",
  "account_name",
  "date_next",
  "amount",
  "frequency",
  "payee_id",
  "payee_name",
  "transfer_account_id",
  "category_id",
  "memo",
];

export function scheduleFields(schedule: KnownSchedule): Fields {
  return { ...pickFields(schedule, FIELDS), flag_color: schedule.flag_color || null };
}

export async function readSchedulePlan(
  planId: string,
  reads: PlanReads<"getScheduledTransactions">,
): Promise<SchedulePlan> {
  const [plan, schedules] = await Promise.all([
    readAccountPlan(planId, reads),
    reads.fresh.getScheduledTransactions({ planId }),
  ]);
  return { ...plan, schedules };
}
