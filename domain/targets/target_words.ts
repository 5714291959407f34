import { addDays, daysBetween } from "../base/day.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, roundUpToCoin, writeMoney } from "../base/money_format.ts";
import { addMonths, monthsBetween } from "../base/month.ts";
import type { TargetRecord } from "../base/plan_records.ts";

const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Money format, and the day from which to compute the next due date. */
export interface TargetWordsOptions {
  readonly format: MoneyFormat;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Describes a target. */
export function targetInWords(
  target: TargetRecord,
  { format, today }: TargetWordsOptions,
): string | null {
  const type = target.goal_type ?? null;
  if (type === null) return null;
  const amount = writeMoney(fromMilliunits(target.goal_target ?? 0), format);
  const words = [sentence(type, { amount, target, today })];
  if ((target.goal_snoozed_at ?? null) !== null) words.push("(snoozed)");
  return words.join(" ");
}

function sentence(
  type: string,
  { amount, target, today }: {
    readonly amount: string;
    readonly target: TargetRecord;
    readonly today: string;
  },
): string {
  const by = dueDate(target);
  switch (type) {
    case "NEED": {
      const verb = target.goal_needs_whole_amount === false ? "refill up to" : "set aside";
      return [verb, amount, cadence(target), by === null ? "" : `due ${nextDue(by, target, today)}`]
        .filter(Boolean).join(
          " ",
        );
    }
    case "MF":
      return `set aside ${amount} monthly`;
    case "TB":
      return `have ${amount}`;
    case "TBD":
      return by === null ? `have ${amount}` : `have ${amount} by ${by}`;
    case "DEBT":
      return `pay ${amount} monthly on the loan`;
    default:
      return by === null ? `reach ${amount}` : `reach ${amount} by ${by}`;
  }
}

function dueDate(target: TargetRecord): string | null {
  return target.goal_target_date ?? target.goal_target_month ?? null;
}

/** YNAB may keep the first due day of a repeating target. */
function nextDue(first: string, target: TargetRecord, today: string): string {
  const { months, days } = rhythmOf(target);
  if (days > 0) {
    return addDays(first, Math.max(0, Math.ceil(daysBetween(first, today) / days)) * days);
  }
  if (months === 0 || first >= today) return first;
  const steps = Math.floor(monthsBetween(first, today) / months);
  const near = addMonths(first, steps * months);
  return near >= today ? near : addMonths(first, (steps + 1) * months);
}

/** Words for the repetition; empty for a one-time target. */
function rhythmOf(target: TargetRecord): { readonly months: number; readonly days: number } {
  const code = target.goal_cadence ?? 0;
  const times = Math.max(1, target.goal_cadence_frequency ?? 1);
  if (code === 2) return { months: 0, days: 7 * times };
  if (code === 1) return { months: times, days: 0 };
  if (code === 13) return { months: 12 * times, days: 0 };
  if (code === 14) return { months: 24, days: 0 };
  return { months: code >= 3 && code <= 12 ? code - 1 : 0, days: 0 };
}

/**
 * Words for upstream's cadence codes: 1 monthly, 2 weekly, 13 yearly, each times
 * the frequency; 3 to 12 every 2 to 11 months and 14 every 2 years, without it.
 */
function cadence(target: TargetRecord): string {
  const code = target.goal_cadence ?? 0;
  const times = target.goal_cadence_frequency ?? 1;
  switch (code) {
    case 0:
      return "";
    case 1:
      return every(times, "month", "monthly");
    case 2:
      return [every(times, "week", "weekly"), weekday(target.goal_day)].filter(Boolean).join(" ");
    case 13:
      return every(times, "year", "yearly");
    case 14:
      return "every 2 years";
    default:
      return code >= 3 && code <= 12 ? `every ${code - 1} months` : "";
  }
}

function every(times: number, unit: string, once: string): string {
  return times > 1 ? `every ${times} ${unit}s` : once;
}

function weekday(day: number | null | undefined): string {
  const name = WEEKDAYS[day ?? -1];
  return name === undefined ? "" : `on ${name}`;
}

/**
 * Returns what a category's target still asks for in the month. A target over several months may
 * ask for a fraction of a coin, which can't be assigned.
 */
export function underfundedOf(
  { goal_under_funded: asked, goal_snoozed_at: snoozed }: Pick<
    TargetRecord,
    "goal_under_funded" | "goal_snoozed_at"
  >,
  format: MoneyFormat,
): number | null {
  return (asked ?? 0) > 0 && (snoozed ?? null) === null ? roundUpToCoin(asked ?? 0, format) : null;
}
