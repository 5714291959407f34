import { isAlike, MOST_OFF } from "./alike_amounts.ts";
import { type CashFlow, type CashFlowGroup, otherAccountOf } from "./cash_flows.ts";
import { addDays, dayNumber } from "../base/day.ts";
import { firstOfMonth } from "../base/month.ts";
import { periodDaysOf } from "../schedules/frequency_step.ts";
import { occurrencesAtAnyTime } from "../schedules/occurrences.ts";
import { NO_PAYEE, payeeKeyOf } from "../payees/payee_key.ts";
import type { ScheduledRecord } from "../base/plan_records.ts";
import { arrivalsOf } from "../schedules/scheduled_occurrences.ts";

/** A payment of a schedule and when it was due, in days since 1970-01-01. */
export interface PaidPeriod {
  readonly dueDay: number;
  readonly flow: CashFlow;
}

/** A schedule as the set of accounts sees it. */
export interface ScheduledFlow {
  readonly key: string;
  readonly direction: "in" | "out";
  readonly payee: string;
  readonly isTransfer: boolean;
  /** Milliunits, without what moves within the set. */
  readonly amount: number;
  /** Upstream's word for how often it comes. */
  readonly frequency: string;
  readonly categoryId: string | null;
  /** Days ahead on which it falls due; what is overdue falls due today. */
  readonly dates: readonly string[];
  /** Past transactions that are taken to be payments of it, the oldest first. */
  readonly paid: readonly PaidPeriod[];
  /**
   * Of a transfer: days on which other amounts were moved between the two accounts, in
   * whichever direction, in the place of a payment of it.
   */
  readonly replacedDays: readonly number[];
}

/** What schedules are looked at with. */
export interface ScheduledFlowOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly groups: readonly CashFlowGroup[];
  /** Names of accounts by id. */
  readonly accountNames: ReadonlyMap<string, string>;
  /** First day of the past that is looked at. */
  readonly since: string;
  readonly today: string;
  /** Last day ahead. */
  readonly until: string;
}

/** What is overdue for longer was given up, or entered under another name. */
const LONGEST_OVERDUE_DAYS = 10;

/** A payment this far off its day is still that payment, if the schedule is no denser. */
const LONGEST_REACH_DAYS = 7;

/** The same before the day has come: what is merely alike may be something else. */
const MOST_OFF_EARLY = 1.1;

/**
 * Lays schedules against the transactions of their payees. A payment near its day and of a
 * like amount has been made: that day falls due no more, and the transaction is explained.
 * A day of this month that has passed without a payment is still due, as are the
 * last ten days when a month has just begun.
 */
export function scheduledFlows(
  schedules: readonly ScheduledRecord[],
  options: ScheduledFlowOptions,
): readonly ScheduledFlow[] {
  const taken = new Set<CashFlow>();
  const flows = schedules.flatMap((schedule) => {
    const seen = sightOf(schedule, options);
    if (seen.amount === 0) return [];
    const direction = seen.amount > 0 ? "in" : "out";
    const { flows = [] } = options.groups.find((group) =>
      group.key === seen.key && group.direction === direction
    ) ?? {};
    const { dates, paid, missed } = matchPayments(schedule, {
      ...options,
      amount: seen.amount,
      flows,
      taken,
    });
    const { frequency, category_id: categoryId = null } = schedule;
    const isTransfer = otherAccountOf(seen.key) !== null;
    return [
      { ...seen, isTransfer, direction, frequency, categoryId, dates, paid, missed } as const,
    ];
  });
  // What another schedule accounts for replaces none.
  return flows.map(({ missed, ...flow }) => ({
    ...flow,
    replacedDays: flow.isTransfer ? replacementsOf(flow, { missed, taken, ...options }) : [],
  }));
}

/** The sweep of what is left at the end of a month stands for what was scheduled. */
function replacementsOf(
  { key, frequency }: Pick<ScheduledFlow, "key" | "frequency">,
  { missed, taken, groups }: Pick<PaymentSearch, "groups" | "taken"> & {
    readonly missed: readonly number[];
  },
): readonly number[] {
  const moved = groups.filter((group) => group.key === key).flatMap(({ flows }) => flows);
  const reach = reachOf(frequency);
  const days: number[] = [];
  for (const day of missed) {
    let nearest: CashFlow | undefined;
    let leastApart = reach;
    for (const flow of moved) {
      const apart = Math.abs(flow.day - day);
      // Of those equally near the first one.
      if (apart > leastApart || (nearest !== undefined && apart === leastApart)) continue;
      if (!taken.has(flow)) [nearest, leastApart] = [flow, apart];
    }
    if (nearest === undefined) continue;
    taken.add(nearest);
    days.push(nearest.day);
  }
  return days;
}

function reachOf(frequency: string): number {
  return Math.min(LONGEST_REACH_DAYS, Math.floor(periodDaysOf(frequency) / 3));
}

type Sight = Pick<ScheduledFlow, "key" | "payee" | "amount">;

/** A schedule of the set's own account, or one that arrives in the set from outside. */
function sightOf(
  schedule: ScheduledRecord,
  { accountIds, accountNames }: ScheduledFlowOptions,
): Sight {
  const arriving = arrivalsOf(schedule)
    .filter(({ accountId }) => accountIds.has(accountId))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (accountIds.has(schedule.account_id)) {
    const isNamed = Boolean(schedule.payee_name || schedule.transfer_account_id);
    const key = isNamed ? payeeKeyOf(schedule) : `schedule:${schedule.id}`;
    const payee = schedule.payee_name || NO_PAYEE;
    return { key, payee, amount: schedule.amount + arriving };
  }
  const name = accountNames.get(schedule.account_id) ?? schedule.account_name;
  const key = payeeKeyOf({ transfer_account_id: schedule.account_id });
  return { key, payee: `Transfer : ${name}`, amount: arriving };
}

interface PaymentSearch extends ScheduledFlowOptions {
  readonly amount: number;
  readonly flows: readonly CashFlow[];
  /** Transactions that are explained already. */
  readonly taken: Set<CashFlow>;
}

function matchPayments(
  schedule: ScheduledRecord,
  { amount, flows, taken, since, today, until }: PaymentSearch,
): Pick<ScheduledFlow, "dates" | "paid"> & { readonly missed: readonly number[] } {
  const graceful = addDays(today, 0 - LONGEST_OVERDUE_DAYS);
  const month = firstOfMonth(today);
  const dueFrom = graceful < month ? graceful : month;
  const reach = reachOf(schedule.frequency);
  const dates: string[] = [];
  const missed: number[] = [];
  const paid: PaidPeriod[] = [];
  let from = 0;
  for (const date of occurrencesAtAnyTime(schedule, { since, until })) {
    const day = dayNumber(date);
    while ((flows[from]?.day ?? Infinity) < day - reach) from += 1;
    const mostOff = date > today ? MOST_OFF_EARLY : MOST_OFF;
    const flow = paymentOf(day, { amount, flows, taken, reach, from, mostOff });
    if (flow !== undefined) {
      taken.add(flow);
      paid.push({ dueDay: day, flow });
    } else if (date >= schedule.date_next && date >= dueFrom) {
      dates.push(date < today ? today : date);
    } else if (date < today) {
      missed.push(day);
    }
  }
  return { dates, paid, missed };
}

interface Wanted extends Pick<PaymentSearch, "amount" | "flows" | "taken"> {
  /** Days. */
  readonly reach: number;
  readonly mostOff: number;
  /** Place of the first flow that is near enough. */
  readonly from: number;
}

/** The unexplained transaction nearest to a day, where it is near enough and alike. */
function paymentOf(
  day: number,
  { amount, flows, taken, reach, from, mostOff }: Wanted,
): CashFlow | undefined {
  let nearest: CashFlow | undefined;
  for (let at = from; at < flows.length; at++) {
    const flow = flows[at] as CashFlow;
    if (flow.day > day + reach) break;
    const apart = Math.abs(flow.day - day);
    if (taken.has(flow) || !isAlike(flow.amount, amount, mostOff)) continue;
    if (nearest === undefined || apart < Math.abs(nearest.day - day)) nearest = flow;
  }
  return nearest;
}
