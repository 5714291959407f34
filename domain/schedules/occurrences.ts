import { dayAt, dayNumber, daysBetween } from "../base/day.ts";
import { addMonths, DAYS_PER_MONTH, lastOfMonth, monthsBetween } from "../base/month.ts";
import { liveLines, type ScheduledRecord } from "../base/plan_records.ts";

/** The two days of a twice-a-month schedule are 15 days apart. */
const HALF_MONTH = 15;

/** Maps each of YNAB's frequency names to the time between consecutive dates of a schedule. */
const STEPS = {
  never: { unit: "once", every: 1 },
  daily: { unit: "days", every: 1 },
  weekly: { unit: "days", every: 7 },
  everyOtherWeek: { unit: "days", every: 14 },
  twiceAMonth: { unit: "half-months", every: 1 },
  every4Weeks: { unit: "days", every: 28 },
  monthly: { unit: "months", every: 1 },
  everyOtherMonth: { unit: "months", every: 2 },
  every3Months: { unit: "months", every: 3 },
  every4Months: { unit: "months", every: 4 },
  twiceAYear: { unit: "months", every: 6 },
  yearly: { unit: "months", every: 12 },
  everyOtherYear: { unit: "months", every: 24 },
} as const;

export type ScheduleFrequency = keyof typeof STEPS;

export const FREQUENCIES = Object.keys(STEPS) as readonly ScheduleFrequency[];

const UNIT_DAYS = {
  once: Infinity,
  days: 1,
  months: DAYS_PER_MONTH,
  "half-months": DAYS_PER_MONTH / 2,
};

const SIMPLE: readonly string[] = ["never", "daily", "weekly", "monthly", "yearly"];

/** Whether YNAB rejects a frequency, even in an update of a schedule that already has it. */
export function isCompound(frequency: string): boolean {
  return !SIMPLE.includes(frequency);
}

/**
 * Returns the interval between occurrences for a frequency; an unknown frequency is treated as one
 * that never repeats.
 */
export function stepOf(
  frequency: string,
): { readonly unit: keyof typeof UNIT_DAYS; readonly every: number } {
  return Object.hasOwn(STEPS, frequency) ? STEPS[frequency as ScheduleFrequency] : STEPS.never;
}

/** Mean number of days between consecutive dates of a schedule. */
export function periodDaysOf(frequency: string): number {
  const { unit, every } = stepOf(frequency);
  return UNIT_DAYS[unit] * every;
}

/** The schedule is never due before `date_next`. */
export type ScheduleRhythm = Pick<ScheduledRecord, "date_first" | "date_next" | "frequency">;

export interface DayWindow {
  readonly since: string;
  /** Inclusive. */
  readonly until: string;
}

/**
 * Lists a schedule's due dates that are in a window and not before the schedule's next date. In a
 * month that is too short, days 29 to 31 become the last day. The first date determines the day of
 * the month. If the next date falls on a different day of the month, the schedule was moved and
 * continues on that day. A schedule with an unknown frequency is due once.
 */
export function occurrencesOf(schedule: ScheduleRhythm, window: DayWindow): readonly string[] {
  const { date_next: next } = schedule;
  const since = window.since > next ? window.since : next;
  return occurrencesAtAnyTime(schedule, { since, until: window.until });
}

/** Like {@linkcode occurrencesOf}, but as if the schedule had existed forever. */
export function occurrencesAtAnyTime(schedule: ScheduleRhythm, span: DayWindow): readonly string[] {
  const { date_next: next } = schedule;
  const { since, until } = span;
  const { unit, every } = stepOf(schedule.frequency);
  if (until < since) return [];
  if (unit === "once") return next >= since && next <= until ? [next] : [];
  if (unit === "half-months") return twiceAMonth(schedule, span);
  return unit === "days" ? everyFewDays(next, every, span) : everyFewMonths(schedule, every, span);
}

function anchorOf({ date_first: first, date_next: next }: ScheduleRhythm): number {
  const anchor = dayOfMonth(first);
  return addMonths(next, 0, anchor) === next ? anchor : dayOfMonth(next);
}

function everyFewDays(next: string, every: number, span: DayWindow): readonly string[] {
  const first = dayNumber(next) + Math.ceil(daysBetween(next, span.since) / every) * every;
  const count = Math.floor((dayNumber(span.until) - first) / every) + 1;
  return Array.from({ length: count }, (_, at) => dayAt(first + at * every));
}

function everyFewMonths(
  schedule: ScheduleRhythm,
  every: number,
  span: DayWindow,
): readonly string[] {
  const { date_next: next } = schedule;
  const wanted = anchorOf(schedule);
  const first = Math.floor(monthsBetween(next, span.since) / every) * every;
  const count = Math.floor((monthsBetween(next, span.until) - first) / every) + 1;
  return Array.from({ length: count }, (_, at) => addMonths(next, first + at * every, wanted))
    .filter((day) => day >= span.since && day <= span.until);
}

function twiceAMonth(schedule: ScheduleRhythm, span: DayWindow): readonly string[] {
  const wanted = anchorsOf(schedule);
  return Array.from({ length: monthsBetween(span.since, span.until) + 1 }, (_, months) => months)
    .flatMap((months) => wanted.map((day) => addMonths(span.since, months, day)))
    .filter((day) => day >= span.since && day <= span.until);
}

function anchorsOf({ date_first: first, date_next: next }: ScheduleRhythm): readonly [
  earlier: number,
  later: number,
] {
  const pair = pairOf(first);
  return pair.some((day) => addMonths(next, 0, day) === next) ? pair : pairOf(next);
}

/** Given one day of a twice-a-month schedule, returns both days, which never coincide. */
function pairOf(date: string): readonly [earlier: number, later: number] {
  const day = dayOfMonth(date);
  return day > HALF_MONTH ? [day - HALF_MONTH, day] : [day, day + HALF_MONTH];
}

function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}

/** The transfers in a schedule, as they appear in the other accounts; amounts are in milliunits. */
export function arrivalsOf(
  schedule: Pick<ScheduledRecord, "amount" | "transfer_account_id" | "subtransactions">,
): readonly { readonly accountId: string; readonly amount: number }[] {
  const lines = liveLines(schedule);
  return (lines.length > 0 ? lines : [schedule]).flatMap((part) => {
    const accountId = part.transfer_account_id ?? null;
    return accountId === null ? [] : [{ accountId, amount: 0 - part.amount }];
  });
}

export function categoriesDue(
  schedules: readonly ScheduledRecord[],
  { today, month }: { readonly today: string; readonly month: string },
): ReadonlySet<string> {
  const window = { since: today > month ? today : month, until: lastOfMonth(month) };
  const due = schedules.filter((one) => occurrencesOf(one, window).length > 0);
  return new Set(due.flatMap(categoriesPaid));
}

function categoriesPaid(schedule: ScheduledRecord): readonly string[] {
  const lines = liveLines(schedule);
  return (lines.length > 0 ? lines : [schedule])
    .flatMap(({ amount, category_id: id }) => amount < 0 ? id ?? [] : []);
}
