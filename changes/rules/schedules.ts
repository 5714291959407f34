import { foldName } from "../../domain/base/fold_text.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { addMonths } from "../../domain/base/month.ts";
import type {
  AccountRecord,
  CategoryRecord,
  ScheduledRecord,
} from "../../domain/base/plan_records.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { isInflowCategory } from "../../domain/base/special_categories.ts";
import { isReservedPayee } from "../../domain/payees/system_payees.ts";
import type { FlagColor } from "../../domain/plan/flag_colors.ts";
import { liveLines } from "../../domain/plan/split_lines.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { resolveReference } from "../../domain/references/resolve_reference.ts";
import { isUuid } from "../../domain/references/uuid.ts";
import { isCompound, type ScheduleFrequency } from "../../domain/schedules/frequencies.ts";
import type { Fields } from "../change.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";
import { categoryFinder, type KnownCategories } from "./categories.ts";
import { accountFinder, type KnownAccounts } from "./references.ts";
import { whyNoPayee, whyNotOnAccount } from "./transactions.ts";

/** A schedule as changes need it. */
export interface KnownSchedule extends ScheduledRecord {
  readonly flag_color?: string | null;
}

/** Fresh data of the plan. */
export interface SchedulePlan {
  readonly planId: string;
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories;
  readonly schedules: {
    readonly live: readonly KnownSchedule[];
    readonly deletedIds: ReadonlySet<string>;
  };
  readonly format: MoneyFormat;
  /** The day that upstream takes for today. */
  readonly utcToday: string;
  /** Reads the schedules past the copy. */
  readonly rereadSchedules: () => Promise<{ readonly live: readonly CurrentRecord[] }>;
}

/**
 * Finds the schedule that a call names.
 *
 * @throws {ToolError} `invalid_input` when there is none.
 */
export function meantSchedule(
  reference: string,
  { schedules: { live, deletedIds } }: Pick<SchedulePlan, "schedules">,
): KnownSchedule {
  const refusals = new Refusals();
  const hint = "list_scheduled_transactions shows them";
  const found = refusals.attempt(
    quoted(reference),
    () =>
      resolveReference(reference, {
        noun: "scheduled transaction",
        records: live,
        deletedIds,
        hint,
      }),
  );
  return refusals.passed(found);
}

/** Says why a schedule can't have a payee. */
export function whyNotScheduledFor(name: string): string | null {
  if (isUuid(name.trim())) return "a payee is given by its name here, not by its id";
  if (isReservedPayee(name)) return whyNoPayee(name);
  return whyNoPayee(name) === null
    ? null
    : "a payee name makes no transfer: name the account with transfer_to_account_id";
}

/** Where a schedule's money goes. */
export interface SchedulePlace {
  readonly account: AccountRecord | null;
  /** The other account of a transfer. */
  readonly transferTo: AccountRecord | null;
}

/** Says why a schedule can't have a category. */
export function whyNotScheduledIn(
  category: CategoryRecord,
  { account, transferTo }: SchedulePlace,
): string | null {
  if (account === null) return null;
  const why = whyNotOnAccount(category, account);
  if (why !== null || transferTo === null) return why;
  if (transferTo.on_budget) {
    return "a transfer between budget accounts takes no category: leave category_id out";
  }
  return isInflowCategory(category) ? "a transfer is no income: choose another category" : null;
}

/** How far ahead upstream takes schedules. */
const MOST_MONTHS_AHEAD = 60;

/** Says why a schedule can't have its next date on a day. */
export function whyNotScheduledOn(date: string, utcToday: string): string | null {
  if (date < utcToday) {
    return `${date} is past, and YNAB's today is ${utcToday} (UTC): ` +
      "schedule it from that day on, or enter it with create_transactions";
  }
  const latest = addMonths(utcToday, MOST_MONTHS_AHEAD);
  return date <= latest ? null : `${date} is over 5 years ahead: YNAB takes dates up to ${latest}`;
}

/** Warns of frequencies that upstream has been seen to refuse. */
export function frequencyWarnings(before: string | null, after: string | null): readonly string[] {
  if (after !== null && isCompound(after)) {
    return [
      before === after
        ? `YNAB's API may refuse any change of a schedule that is ${after}: it says so then`
        : `YNAB's API may refuse the frequency ${after}: it says so then`,
    ];
  }
  return before !== null && isCompound(before)
    ? [`undoing may not give the frequency ${before} back: YNAB's API may refuse it`]
    : [];
}

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

/** Gives the fields of a schedule that an edit can be about. */
export function scheduleFields(schedule: KnownSchedule): Fields {
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

/** What an edit is about, and where refusals are noted. */
interface Wanting {
  readonly schedule: KnownSchedule;
  readonly plan: SchedulePlan;
  readonly refusals: Refusals;
}

/**
 * Gives what the call asks for, by the names that a schedule has.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function wantedSchedule(
  asked: AskedScheduleEdit,
  schedule: KnownSchedule,
  plan: SchedulePlan,
): Fields {
  const refusals = new Refusals();
  const wanting = { schedule, plan, refusals };
  const { date, amount, frequency, memo, flag } = asked;
  if (liveLines(schedule).length > 0) refuseOfSplit(asked, refusals);
  const whyNot = date === undefined || date === schedule.date_next
    ? null
    : whyNotScheduledOn(date, plan.utcToday);
  if (whyNot !== null) refusals.add("date", whyNot);
  const place = wantedPlace(asked, wanting);
  const category = wantedCategory(asked, place, wanting);
  refusals.throwIfAny();
  const { account } = place;
  return {
    ...(asked.account_id === undefined || account === null
      ? {}
      : { account_id: account.id, account_name: account.name }),
    ...(date === undefined ? {} : { date_next: date }),
    ...(amount === undefined ? {} : { amount }),
    ...(frequency === undefined ? {} : { frequency }),
    ...wantedPayee(asked, place, schedule),
    ...(category === undefined ? {} : { category_id: category?.id ?? null }),
    ...(memo === undefined ? {} : { memo: memo || null }),
    ...(flag === undefined ? {} : { flag_color: flag }),
  };
}

/** The account, and the other one of a transfer; a payee makes it no transfer any more. */
function wantedPlace(
  { account_id, transfer_to_account_id: to, payee }: AskedScheduleEdit,
  { schedule, plan, refusals }: Wanting,
): SchedulePlace {
  const find = accountFinder(plan.accounts, refusals);
  const byId = new Map(plan.accounts.live.map((one) => [one.id, one]));
  const account = account_id === undefined
    ? byId.get(schedule.account_id) ?? null
    : find("account_id", account_id);
  const kept = payee === undefined ? byId.get(schedule.transfer_account_id ?? "") ?? null : null;
  const transferTo = to === undefined ? kept : find("transfer_to_account_id", to);
  if (to !== undefined && payee !== undefined) {
    refusals.add("payee", "a transfer has no other payee: leave payee out");
  }
  if (transferTo !== null && transferTo.id === account?.id) {
    const subject = to === undefined ? "account_id" : "transfer_to_account_id";
    refusals.add(subject, "a transfer needs two accounts: choose another");
  }
  const why = payee === undefined ? null : whyNotScheduledFor(payee);
  if (why !== null) refusals.add("payee", why);
  return { account, transferTo };
}

function wantedPayee(
  { payee }: AskedScheduleEdit,
  { transferTo }: SchedulePlace,
  schedule: KnownSchedule,
): Fields {
  const isTransfer = (schedule.transfer_account_id ?? null) !== null;
  if (transferTo !== null && transferTo.id !== schedule.transfer_account_id) {
    return {
      payee_id: transferTo.transfer_payee_id ?? null,
      payee_name: `Transfer : ${transferTo.name}`,
      transfer_account_id: transferTo.id,
    };
  }
  const isSame = !isTransfer && foldName(payee ?? "") === foldName(schedule.payee_name ?? "");
  return payee === undefined || isSame
    ? {}
    : { payee_name: payee.trim(), transfer_account_id: null };
}

/** The category that is wanted: `null` for none, `undefined` where it stays. */
function wantedCategory(
  { category_id: wanted }: AskedScheduleEdit,
  place: SchedulePlace,
  { schedule, plan, refusals }: Wanting,
): CategoryRecord | null | undefined {
  const find = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const kept = plan.categories.groups.flatMap(({ categories }) => categories)
    .find(({ id }) => id === schedule.category_id) ?? null;
  const category = wanted === undefined
    ? kept
    : wanted === null
    ? null
    : find("category_id", wanted);
  const why = category === null ? null : whyNotScheduledIn(category, place);
  if (why === null) return wanted === undefined ? undefined : category;
  // What the new place takes no category for loses it, which is shown.
  const isLost = wanted === undefined &&
    !(category !== null && isInflowCategory(category) && place.account?.on_budget === true);
  if (isLost) return null;
  refusals.add("category_id", why);
  return undefined;
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
