import { addDays, daysBetween } from "../base/day.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, roundUpToCoin, writeMoney } from "../base/money_format.ts";
import { addMonths, monthsBetween } from "../base/month.ts";
import type { TargetRecord } from "../base/plan_records.ts";

const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

export interface TargetWordsOptions {
  readonly format: MoneyFormat;
  readonly today: string;
}

export function targetInWords(
  target: TargetRecord,
  { format, today }: TargetWordsOptions,
): string | null {
  const type = target.goal_type ?? null;
  if (type === null) return null;
  const amount = writeMoney(fromMilliunits(target.goal_target ?? 0), format);
  const date = dueDate(target);
  const by = date === null ? "" : `by ${date}`;
  const words: Readonly<Record<string, readonly string[]>> = {
    NEED: [
      target.goal_needs_whole_amount === false ? "refill up to" : "set aside",
      amount,
      cadence(target),
      date === null ? "" : `due ${nextDue(date, target, today)}`,
    ],
    MF: ["set aside", amount, "monthly"],
    TB: ["have", amount],
    TBD: ["have", amount, by],
    DEBT: ["pay", amount, "monthly toward the loan"],
  };
  const own = Object.hasOwn(words, type) ? words[type] as readonly string[] : ["reach", amount, by];
  const isSnoozed = (target.goal_snoozed_at ?? null) !== null;
  return [...own, isSnoozed ? "(snoozed)" : ""]
    .filter(Boolean).join(" ");
}

/** Older versions of the YNAB API return only the month in which a target is due. */
export function dueDate(target: TargetRecord): string | null {
  return target.goal_target_date ?? target.goal_target_month ?? null;
}

interface CreatedTarget extends TargetRecord {
  readonly goal_creation_month?: string | null;
}

/**
 * Returns a target's amount per month. The amount is spread evenly over the period of a repeating
 * target, or over the months from the creation of a one-time target to its due date. Returns `null`
 * if the target has no due date, if it repeats monthly or at an interval of one or more weeks, or
 * if it is a one-time target due in the month in which it was created.
 */
export function monthlyPace(target: CreatedTarget, today: string): number | null {
  const due = dueDate(target);
  if (due === null) return null;
  const { every, unit } = rhythmOf(target) ??
    { every: monthsBetween(target.goal_creation_month ?? today, due) + 1, unit: "month" };
  const months = unit === "year" ? 12 * every : unit === "month" ? every : 0;
  return months > 1 ? (target.goal_target ?? 0) / months : null;
}

/**
 * Returns how much to assign in a month to meet a target that either refills the category regularly
 * or needs an amount to be available by a certain date. `carried` is the balance at the beginning
 * of the month. Returns 0 for targets of other kinds and for undated targets that repeat every few
 * weeks. For a refill target, only the balance at the beginning of a period counts, so the result
 * is also 0 after the period's first month.
 */
export function needAfter(
  target: TargetRecord & { readonly budgeted: number },
  { month, carried, format }: {
    readonly month: string;
    readonly carried: number;
    readonly format: MoneyFormat;
  },
): number {
  const isAsked = (target.goal_under_funded ?? null) !== null &&
    (target.goal_snoozed_at ?? null) === null;
  // YNAB's specification allows 0; treat 0 as 1 (only this month is left).
  const months = Math.max(1, target.goal_months_to_budget ?? 1);
  const isOnBalance = target.goal_type === "TBD" || refillMonths(target) === months;
  if (!isAsked || !isOnBalance) return 0;
  const missing = wantedIn(month, target) - carried;
  // Don't spread a surplus across the remaining months, because this month can use all of it.
  const share = missing > 0 ? missing / months : missing;
  return Math.max(0, roundUpToCoin(share, format) - target.budgeted);
}

/** Number of months in a refill target's period; `null` for other targets. */
function refillMonths(target: TargetRecord): number | null {
  const rhythm = rhythmOf(target);
  const isRefill = target.goal_type === "NEED" && target.goal_needs_whole_amount === false;
  if (rhythm === null || !isRefill) return null;
  const { every, unit } = rhythm;
  if (unit !== "week") return unit === "year" ? 12 * every : every;
  return every === 1 || (target.goal_target_date ?? null) !== null ? 1 : null;
}

/**
 * The amount that a target asks for in a month (`YYYY-MM-01`). A weekly target's amount counts once
 * for each time its day of the week occurs in the month.
 */
export function wantedIn(month: string, target: TargetRecord): number {
  const amount = target.goal_target ?? 0;
  const rhythm = rhythmOf(target);
  if (rhythm?.unit !== "week") return amount;
  const from = target.goal_target_date ?? month;
  const weekday = target.goal_day ?? 0;
  const first = addDays(from, (weekday - new Date(from).getUTCDay() + 7) % 7);
  const step = 7 * rhythm.every;
  const daysBefore = (daysBetween(month, first) % step + step) % step;
  const days = daysBetween(month, addMonths(month, 1));
  return amount * Math.max(0, Math.ceil((days - daysBefore) / step));
}

/** YNAB may still report the first due date of a repeating target after that date has passed. */
function nextDue(first: string, target: TargetRecord, today: string): string {
  const { every, unit } = rhythmOf(target) ?? { every: 0, unit: "month" };
  if (unit === "week") {
    const days = 7 * every;
    return addDays(first, Math.max(0, Math.ceil(daysBetween(first, today) / days)) * days);
  }
  const months = unit === "year" ? 12 * every : every;
  if (months === 0 || first >= today) return first;
  const steps = Math.floor(monthsBetween(first, today) / months);
  const near = addMonths(first, steps * months);
  return near >= today ? near : addMonths(first, (steps + 1) * months);
}

interface TargetRhythm {
  readonly every: number;
  readonly unit: "week" | "month" | "year";
}

const UNITS: Readonly<Record<number, TargetRhythm["unit"]>> = { 1: "month", 2: "week", 13: "year" };

/**
 * YNAB's cadence codes: 1 means every n months, 2 every n weeks and 13 every n years, where n is
 * the frequency. Codes 3 to 12 mean every 2 to 11 months and code 14 means every 2 years, whatever
 * the frequency. `null` means once.
 */
function rhythmOf(
  { goal_cadence: code, goal_cadence_frequency: times }: TargetRecord,
): TargetRhythm | null {
  const unit = UNITS[code ?? 0];
  if (unit !== undefined) return { every: Math.max(1, times ?? 1), unit };
  if (code === 14) return { every: 2, unit: "year" };
  return code !== null && code !== undefined && code >= 3 && code <= 12
    ? { every: code - 1, unit: "month" }
    : null;
}

function cadence(target: TargetRecord): string {
  const rhythm = rhythmOf(target);
  if (rhythm === null) return "";
  const { every, unit } = rhythm;
  const weekday = unit === "week" ? WEEKDAYS[target.goal_day ?? -1] : undefined;
  return (every > 1 ? `every ${every} ${unit}s` : `${unit}ly`) +
    (weekday === undefined ? "" : ` on ${weekday}`);
}

/** Returns what a target still needs in the month, rounded up to the currency's smallest unit. */
export function underfundedOf(
  { goal_under_funded: underfunded, goal_snoozed_at: snoozed }: Pick<
    TargetRecord,
    "goal_under_funded" | "goal_snoozed_at"
  >,
  format: MoneyFormat,
): number | null {
  return (underfunded ?? 0) > 0 && (snoozed ?? null) === null
    ? roundUpToCoin(underfunded ?? 0, format)
    : null;
}
