import { DAYS_PER_MONTH } from "../base/month.ts";

/** All YNAB frequencies, most common first. */
export const FREQUENCIES = [
  "never",
  "daily",
  "weekly",
  "everyOtherWeek",
  "twiceAMonth",
  "every4Weeks",
  "monthly",
  "everyOtherMonth",
  "every3Months",
  "every4Months",
  "twiceAYear",
  "yearly",
  "everyOtherYear",
] as const;

/** A frequency that a schedule can have. */
export type ScheduleFrequency = (typeof FREQUENCIES)[number];

const SIMPLE: readonly string[] = ["never", "daily", "weekly", "monthly", "yearly"];

/**
 * Whether YNAB has been seen to refuse a frequency, even in changes of a schedule that already
 * has it.
 */
export function isCompound(frequency: string): boolean {
  return !SIMPLE.includes(frequency);
}

/** Distance from one day of a schedule to the next. */
export type FrequencyStep =
  | { readonly unit: "once" }
  | { readonly unit: "days"; readonly every: number }
  | { readonly unit: "months"; readonly every: number }
  /** Two days of each month, 15 days apart. */
  | { readonly unit: "half-months" };

const STEPS: Readonly<Record<ScheduleFrequency, FrequencyStep>> = {
  never: { unit: "once" },
  daily: { unit: "days", every: 1 },
  weekly: { unit: "days", every: 7 },
  everyOtherWeek: { unit: "days", every: 14 },
  twiceAMonth: { unit: "half-months" },
  every4Weeks: { unit: "days", every: 28 },
  monthly: { unit: "months", every: 1 },
  everyOtherMonth: { unit: "months", every: 2 },
  every3Months: { unit: "months", every: 3 },
  every4Months: { unit: "months", every: 4 },
  twiceAYear: { unit: "months", every: 6 },
  yearly: { unit: "months", every: 12 },
  everyOtherYear: { unit: "months", every: 24 },
};

/** The step of a frequency; an unknown frequency counts as once. */
export function stepOf(frequency: string): FrequencyStep {
  return Object.hasOwn(STEPS, frequency) ? STEPS[frequency as ScheduleFrequency] : STEPS.never;
}

/** Mean days between two dates of a schedule. */
export function periodDaysOf(frequency: string): number {
  const step = stepOf(frequency);
  switch (step.unit) {
    case "once":
      return Infinity;
    case "days":
      return step.every;
    case "months":
      return step.every * DAYS_PER_MONTH;
    case "half-months":
      return DAYS_PER_MONTH / 2;
  }
}
