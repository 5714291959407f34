import { addDays, daysBetween } from "../base/day.ts";
import { addMonths, monthsBetween } from "../base/month.ts";
import { stepOf } from "./frequency_step.ts";

/** What decides a schedule's days. */
export interface ScheduleRhythm {
  /** `YYYY-MM-DD`; its day of the month comes back after shorter months. */
  readonly date_first: string;
  /** `YYYY-MM-DD`: nothing falls due before it. */
  readonly date_next: string;
  /** As upstream names it. */
  readonly frequency: string;
}

/** A range of days, both ends included, `YYYY-MM-DD`. */
export interface DayWindow {
  readonly since: string;
  readonly until: string;
}

/** How far apart the two days of a schedule that comes twice a month are. */
const HALF_MONTH = 15;

/**
 * Gives the days in a window on which a schedule falls due, beginning with its next
 * day. Day 29 to 31 becomes the last day of a shorter month and comes back after
 * it. Twice a month means two days 15 days apart, of which the first day is either
 * the earlier or the later one. A frequency that is not known gives the next day
 * only.
 *
 * The day of the month is the first day's, unless the next day does not lie on it:
 * then the schedule was moved, and goes on from where it was moved to.
 */
export function occurrencesOf(schedule: ScheduleRhythm, window: DayWindow): readonly string[] {
  const { date_next: next } = schedule;
  const since = window.since > next ? window.since : next;
  const span = { since, until: window.until };
  if (span.until < span.since) return [];
  const step = stepOf(schedule.frequency);
  switch (step.unit) {
    case "once":
      return next === span.since ? [next] : [];
    case "days":
      return everyFewDays(next, step.every, span);
    case "months":
      return everyFewMonths(schedule, step.every, span);
    case "half-months":
      return twiceAMonth(schedule, span);
  }
}

/**
 * Gives the days in a window on which a schedule would have fallen due, or will, had
 * it always been there: the days before its next one as well.
 */
export function occurrencesAtAnyTime(
  schedule: ScheduleRhythm,
  window: DayWindow,
): readonly string[] {
  const { date_next: next } = schedule;
  const step = stepOf(schedule.frequency);
  // Never too few: counted in the shortest years, gone back in the longest.
  const years = Math.ceil(Math.max(0, daysBetween(window.since, next)) / 365);
  switch (step.unit) {
    case "once":
      return occurrencesOf(schedule, window);
    case "days": {
      const back = Math.ceil(years * 366 / step.every) * step.every;
      return occurrencesOf({ ...schedule, date_next: addDays(next, 0 - back) }, window);
    }
    // Two years hold a whole number of every step of months.
    case "months": {
      const date_next = addMonths(next, -24 * years, anchorOf(schedule));
      return occurrencesOf({ ...schedule, date_next }, window);
    }
    case "half-months": {
      const [earlier] = anchorsOf(schedule);
      const date_next = addMonths(next, -24 * years, earlier);
      return occurrencesOf({ ...schedule, date_next }, window);
    }
  }
}

/** The day of the month that the next day stands for. */
function anchorOf({ date_first: first, date_next: next }: ScheduleRhythm): number {
  const anchor = dayOfMonth(first);
  return addMonths(next, 0, anchor) === next ? anchor : dayOfMonth(next);
}

function everyFewDays(next: string, every: number, span: DayWindow): readonly string[] {
  const skipped = Math.ceil(daysBetween(next, span.since) / every);
  const days: string[] = [];
  let day = addDays(next, skipped * every);
  while (day <= span.until) {
    days.push(day);
    day = addDays(day, every);
  }
  return days;
}

function everyFewMonths(
  schedule: ScheduleRhythm,
  every: number,
  span: DayWindow,
): readonly string[] {
  const { date_next: next } = schedule;
  const wanted = anchorOf(schedule);
  const first = Math.floor(monthsBetween(next, span.since) / every) * every;
  const days: string[] = [];
  for (let months = first;; months += every) {
    const day = addMonths(next, months, wanted);
    if (day > span.until) return days;
    if (day >= span.since) days.push(day);
  }
}

function twiceAMonth(schedule: ScheduleRhythm, span: DayWindow): readonly string[] {
  const wanted = anchorsOf(schedule);
  return Array.from({ length: monthsBetween(span.since, span.until) + 1 }, (_, months) => months)
    .flatMap((months) => wanted.map((day) => addMonths(span.since, months, day)))
    .filter((day) => day >= span.since && day <= span.until);
}

/** The two days of the month of which the next day is one. */
function anchorsOf({ date_first: first, date_next: next }: ScheduleRhythm): readonly [
  earlier: number,
  later: number,
] {
  const pair = pairOf(first);
  return pair.some((day) => addMonths(next, 0, day) === next) ? pair : pairOf(next);
}

/** Two days 15 apart, whichever of them is given: they never clip to the same one. */
function pairOf(date: string): readonly [earlier: number, later: number] {
  const day = dayOfMonth(date);
  return day > HALF_MONTH ? [day - HALF_MONTH, day] : [day, day + HALF_MONTH];
}

function dayOfMonth(date: string): number {
  return Number(date.slice(8));
}
