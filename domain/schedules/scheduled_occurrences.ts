import { type DayWindow, occurrencesOf } from "./occurrences.ts";
import { liveLines, type ScheduledRecord } from "../base/plan_records.ts";
import type { NameTables } from "../search/transaction_query.ts";
import { categoryName } from "../search/transaction_page.ts";
import { sumOf } from "../base/money.ts";
import { compareTexts } from "../base/fold_text.ts";

/** A schedule with the days on which it is due; the amount of each in milliunits. */
export interface ScheduledOccurrence {
  readonly scheduled_id: string;
  /** At least one, in order. */
  readonly dates: readonly string[];
  /** Signed as the account sees it. */
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly frequency: string;
  readonly transfer: boolean;
}

/** Schedules by their first day, and the totals of all their days. */
export interface ScheduledOccurrences {
  readonly occurrences: readonly ScheduledOccurrence[];
  /** At least zero; without transfers. */
  readonly total_in: number;
  /** At most zero; without transfers. */
  readonly total_out: number;
}

/** Which occurrences to list, and names by id. */
export interface ScheduledOccurrenceOptions extends DayWindow {
  /** All accounts unless given. */
  readonly accountIds?: ReadonlySet<string> | undefined;
  readonly names: NameTables;
}

/** A part of a schedule that arrives in another account. */
export interface ScheduledArrival {
  readonly accountId: string;
  /** Milliunits, signed as the other account sees it. */
  readonly amount: number;
}

/**
 * Lists what is due in a window. YNAB keeps one schedule per transfer, in one of its two
 * accounts: it is listed once, with the sign of that account. Where only the other account was
 * asked for, it is seen from there: with the opposite sign, and the payee naming where the money
 * comes from. So are transfer lines of a split schedule.
 */
export function scheduledOccurrences(
  schedules: readonly ScheduledRecord[],
  options: ScheduledOccurrenceOptions,
): ScheduledOccurrences {
  const occurrences = schedules.flatMap((schedule) => {
    const seen = sightsOf(schedule, options);
    if (seen.length === 0) return [];
    const dates = occurrencesOf(schedule, options);
    return dates.length === 0 ? [] : seen.map((sight) => ({ ...sight, dates }));
  });
  const totals = occurrences.filter(({ transfer }) => !transfer)
    .map(({ amount, dates }) => amount * dates.length);
  return {
    occurrences: occurrences.toSorted(byFirstDay),
    total_in: sumOf(totals.filter((total) => total > 0)),
    total_out: sumOf(totals.filter((total) => total < 0)),
  };
}

/** The parts of a schedule that arrive in other accounts. */
export function arrivalsOf(
  schedule: Pick<ScheduledRecord, "amount" | "transfer_account_id" | "subtransactions">,
): readonly ScheduledArrival[] {
  const lines = liveLines(schedule);
  return (lines.length > 0 ? lines : [schedule]).flatMap((part) => {
    const accountId = part.transfer_account_id ?? null;
    return accountId === null ? [] : [{ accountId, amount: 0 - part.amount }];
  });
}

type Sight = Omit<ScheduledOccurrence, "dates">;

/** How a schedule looks from the accounts asked for. */
function sightsOf(
  schedule: ScheduledRecord,
  { accountIds, names }: ScheduledOccurrenceOptions,
): readonly Sight[] {
  const own: Sight = {
    scheduled_id: schedule.id,
    amount: schedule.amount,
    payee: schedule.payee_name ?? null,
    memo: schedule.memo ?? null,
    account: names.accounts.get(schedule.account_id) ?? schedule.account_name,
    category: liveLines(schedule).length > 0 ? null : categoryName(schedule, names),
    frequency: schedule.frequency,
    transfer: (schedule.transfer_account_id ?? null) !== null,
  };
  if (accountIds === undefined || accountIds.has(schedule.account_id)) return [own];
  return arrivalsOf(schedule)
    .filter(({ accountId }) => accountIds.has(accountId))
    .map(({ accountId, amount }) => ({
      ...own,
      amount,
      payee: `Transfer : ${own.account}`,
      account: names.accounts.get(accountId) ?? "",
      transfer: true,
    }));
}

function byFirstDay(a: ScheduledOccurrence, b: ScheduledOccurrence): number {
  return compareTexts(`${a.dates[0]} ${a.scheduled_id}`, `${b.dates[0]} ${b.scheduled_id}`);
}
