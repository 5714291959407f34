import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  occurrencesAtAnyTime,
  occurrencesOf,
  type ScheduleRhythm,
} from "../../../domain/schedules/occurrences.ts";

/** Schedules moved away from their first day, which the naive walk below doesn't cover. */
const MOVED: readonly (readonly [
  frequency: string,
  first: string,
  ...days: readonly [next: string, ...later: readonly string[]],
])[] = [
  ["monthly", "2024-01-15", "2024-03-20", "2024-04-20", "2024-05-20"],
  ["monthly", "2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"],
  ["twiceAMonth", "2024-08-18", "2024-09-03", "2024-09-18", "2024-10-03", "2024-10-18"],
  ["twiceAMonth", "2025-01-14", "2025-02-28", "2025-03-14", "2025-03-29"],
  ["twiceAMonth", "2024-01-05", "2024-02-09", "2024-02-24", "2024-03-09"],
  ["yearly", "2024-02-29", "2027-02-28", "2028-02-29"],
  ["everyFullMoon", "2024-01-25", "2024-02-24"],
];

Deno.test("occurrencesOf() continues a moved schedule from its next day", () => {
  for (const [frequency, first, ...days] of MOVED) {
    const schedule = { date_first: first, date_next: days[0], frequency };
    assertEquals(occurrencesOf(schedule, { since: first, until: days.at(-1) ?? "" }), days);
  }
});

const DAY_MS = 86_400_000;
const EVERY_DAYS: Readonly<Record<string, number>> = {
  ...{ daily: 1, weekly: 7, everyOtherWeek: 14, every4Weeks: 28 },
};
const EVERY_MONTHS: Readonly<Record<string, number>> = {
  ...{ monthly: 1, everyOtherMonth: 2, every3Months: 3, every4Months: 4 },
  ...{ twiceAYear: 6, yearly: 12, everyOtherYear: 24 },
};

/** Whether a schedule is due on a single day, computed without stepping. */
function isDue(
  at: Date,
  { date_first: first, date_next: next, frequency }: ScheduleRhythm,
): boolean {
  const from = new Date(next);
  if (at < from) return false;
  const days = EVERY_DAYS[frequency];
  if (days !== undefined) return ((at.getTime() - from.getTime()) / DAY_MS) % days === 0;
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const falls = (wanted: number): boolean => at.getUTCDate() === Math.min(wanted, last);
  const anchor = new Date(first).getUTCDate();
  const months = EVERY_MONTHS[frequency];
  if (months !== undefined) {
    const apart = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 +
      at.getUTCMonth() - from.getUTCMonth();
    return apart % months === 0 && falls(anchor);
  }
  if (frequency === "twiceAMonth") {
    return falls(anchor) || falls(anchor > 15 ? anchor - 15 : anchor + 15);
  }
  return at.getTime() === from.getTime();
}

function dueDays(schedule: ScheduleRhythm, since: string, until: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(since); at <= Date.parse(until); at += DAY_MS) {
    const day = new Date(at);
    if (isDue(day, schedule)) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

const dayFrom = (earliest: string, latest: string): fc.Arbitrary<string> =>
  fc.integer({ min: Date.parse(earliest) / DAY_MS, max: Date.parse(latest) / DAY_MS })
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));

Deno.test("occurrencesOf() agrees with a naive day-by-day walk", () => {
  const frequencies = ["never", "twiceAMonth", "x", ...Object.keys(EVERY_DAYS)]
    .concat(Object.keys(EVERY_MONTHS));
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      dayFrom("2022-01-01", "2025-12-31"),
      fc.nat({ max: 900 }),
      dayFrom("2022-01-01", "2027-12-31"),
      fc.nat({ max: 1827 }),
      (frequency, first, later, since, length) => {
        // The next date of a schedule that started earlier.
        const whole = { date_first: first, date_next: first, frequency };
        const end = new Date(Date.parse(first) + later * DAY_MS).toISOString().slice(0, 10);
        const next = dueDays(whole, first, end).at(-1) ?? first;
        const schedule = { ...whole, date_next: next };
        const until = new Date(Date.parse(since) + length * DAY_MS).toISOString().slice(0, 10);
        assertEquals(occurrencesOf(schedule, { since, until }), dueDays(schedule, since, until));
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("occurrencesAtAnyTime() extends a schedule into the past", () => {
  const frequencies = ["twiceAMonth", ...Object.keys(EVERY_DAYS), ...Object.keys(EVERY_MONTHS)];
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      dayFrom("2022-01-01", "2025-12-31"),
      fc.nat({ max: 40 }),
      dayFrom("2020-01-01", "2027-12-31"),
      fc.nat({ max: 800 }),
      (frequency, first, later, since, length) => {
        const whole = { date_first: first, date_next: first, frequency };
        const next = occurrencesOf(whole, { since: first, until: "2060-01-01" })[later] ?? first;
        const schedule = { ...whole, date_next: next };
        const until = new Date(Date.parse(since) + length * DAY_MS).toISOString().slice(0, 10);
        const found = occurrencesAtAnyTime(schedule, { since, until });
        assertEquals(
          found.filter((day) => day >= next),
          occurrencesOf(schedule, { since, until }),
        );
        assertEquals(
          found.filter((day) => day >= first),
          occurrencesOf(whole, { since, until }),
        );
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("occurrencesAtAnyTime() returns days before the first date", () => {
  const pay = { date_first: "2026-01-14", date_next: "2026-02-28", frequency: "twiceAMonth" };
  const window = { since: "2024-02-01", until: "2024-03-31" };
  const days = ["2024-02-14", "2024-02-29", "2024-03-14", "2024-03-29"];
  assertEquals(occurrencesAtAnyTime(pay, window), days);
  const once = { ...pay, frequency: "never" };
  assertEquals(occurrencesAtAnyTime(once, window), []);
});
