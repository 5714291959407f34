import { DAYS_PER_MONTH } from "../base/month.ts";

/** How a schedule goes from one day to the next. */
export type FrequencyStep =
  | { readonly unit: "once" }
  | { readonly unit: "days"; readonly every: number }
  | { readonly unit: "months"; readonly every: number }
  /** Two days of each month, 15 days apart. */
  | { readonly unit: "half-months" };

const ONCE: FrequencyStep = { unit: "once" };

const STEPS: ReadonlyMap<string, FrequencyStep> = new Map<string, FrequencyStep>([
  ["never", ONCE],
  ["daily", { unit: "days", every: 1 }],
  ["weekly", { unit: "days", every: 7 }],
  ["everyOtherWeek", { unit: "days", every: 14 }],
  ["twiceAMonth", { unit: "half-months" }],
  ["every4Weeks", { unit: "days", every: 28 }],
  ["monthly", { unit: "months", every: 1 }],
  ["everyOtherMonth", { unit: "months", every: 2 }],
  ["every3Months", { unit: "months", every: 3 }],
  ["every4Months", { unit: "months", every: 4 }],
  ["twiceAYear", { unit: "months", every: 6 }],
  ["yearly", { unit: "months", every: 12 }],
  ["everyOtherYear", { unit: "months", every: 24 }],
]);

/**
 * Gives the step of a frequency. One that upstream has invented since is taken for
 * once: nobody knows when it comes round.
 */
export function stepOf(frequency: string): FrequencyStep {
  return STEPS.get(frequency) ?? ONCE;
}

/** Gives the days between two dates of a schedule, on average. */
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
