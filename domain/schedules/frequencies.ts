/** Every frequency that upstream names, the commonest first. */
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
 * Tells whether upstream has been seen to refuse a frequency, also in changes of a schedule
 * that has it already.
 */
export function isCompound(frequency: string): boolean {
  return !SIMPLE.includes(frequency);
}
