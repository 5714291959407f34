import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  occurrencesAtAnyTime,
  occurrencesOf,
  type ScheduleRhythm,
} from "../../../domain/schedules/occurrences.ts";

/** Calendars written by hand: first day, next day, frequency, window, days. */
const calendars: readonly {
  readonly what: string;
  readonly frequency: string;
  readonly first: string;
  readonly next?: string;
  readonly since: string;
  readonly until: string;
  readonly days: readonly string[];
}[] = [
  {
    what: "once",
    frequency: "never",
    first: "2024-03-15",
    since: "2024-01-01",
    until: "2028-12-31",
    days: ["2024-03-15"],
  },
  {
    what: "every day over a leap day",
    frequency: "daily",
    first: "2024-02-27",
    since: "2024-01-01",
    until: "2024-03-02",
    days: ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"],
  },
  {
    what: "every week over a year's end",
    frequency: "weekly",
    first: "2023-12-18",
    since: "2023-12-18",
    until: "2024-01-15",
    days: ["2023-12-18", "2023-12-25", "2024-01-01", "2024-01-08", "2024-01-15"],
  },
  {
    what: "every other week, in step with a next day long past",
    frequency: "everyOtherWeek",
    first: "2023-06-02",
    next: "2024-01-12",
    since: "2024-02-10",
    until: "2024-04-01",
    days: ["2024-02-23", "2024-03-08", "2024-03-22"],
  },
  {
    what: "twice a month from the earlier day",
    frequency: "twiceAMonth",
    first: "2024-08-03",
    since: "2024-08-01",
    until: "2024-10-03",
    days: ["2024-08-03", "2024-08-18", "2024-09-03", "2024-09-18", "2024-10-03"],
  },
  {
    what: "twice a month when the later day is next",
    frequency: "twiceAMonth",
    first: "2024-08-03",
    next: "2024-08-18",
    since: "2024-08-01",
    until: "2024-10-03",
    days: ["2024-08-18", "2024-09-03", "2024-09-18", "2024-10-03"],
  },
  {
    what: "twice a month when the first day was the later one",
    frequency: "twiceAMonth",
    first: "2024-08-18",
    next: "2024-09-03",
    since: "2024-09-01",
    until: "2024-10-31",
    days: ["2024-09-03", "2024-09-18", "2024-10-03", "2024-10-18"],
  },
  {
    what: "twice a month on the 15th and 30th through February",
    frequency: "twiceAMonth",
    first: "2024-12-15",
    next: "2025-01-30",
    since: "2025-01-01",
    until: "2025-03-31",
    days: ["2025-01-30", "2025-02-15", "2025-02-28", "2025-03-15", "2025-03-30"],
  },
  {
    what: "twice a month from a 31st through a leap February",
    frequency: "twiceAMonth",
    first: "2023-12-31",
    next: "2024-01-31",
    since: "2024-01-01",
    until: "2024-04-30",
    days: [
      "2024-01-31",
      "2024-02-16",
      "2024-02-29",
      "2024-03-16",
      "2024-03-31",
      "2024-04-16",
      "2024-04-30",
    ],
  },
  {
    what: "twice a month on the 14th and 29th when the clipped day is next",
    frequency: "twiceAMonth",
    first: "2025-01-14",
    next: "2025-02-28",
    since: "2025-02-01",
    until: "2025-03-31",
    days: ["2025-02-28", "2025-03-14", "2025-03-29"],
  },
  {
    what: "every four weeks, which drifts through the months",
    frequency: "every4Weeks",
    first: "2024-01-05",
    since: "2024-01-01",
    until: "2024-05-01",
    days: ["2024-01-05", "2024-02-02", "2024-03-01", "2024-03-29", "2024-04-26"],
  },
  {
    what: "every month on the 31st of a leap year",
    frequency: "monthly",
    first: "2023-10-31",
    next: "2024-01-31",
    since: "2024-01-01",
    until: "2024-07-31",
    days: [
      "2024-01-31",
      "2024-02-29",
      "2024-03-31",
      "2024-04-30",
      "2024-05-31",
      "2024-06-30",
      "2024-07-31",
    ],
  },
  {
    what: "every month on the 31st when the clipped day is next",
    frequency: "monthly",
    first: "2025-01-31",
    next: "2025-02-28",
    since: "2025-02-01",
    until: "2025-05-31",
    days: ["2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31"],
  },
  {
    what: "every month on the 30th, in Februaries too",
    frequency: "monthly",
    first: "2026-12-30",
    next: "2027-01-30",
    since: "2027-02-01",
    until: "2028-03-30",
    days: [
      "2027-02-28",
      "2027-03-30",
      "2027-04-30",
      "2027-05-30",
      "2027-06-30",
      "2027-07-30",
      "2027-08-30",
      "2027-09-30",
      "2027-10-30",
      "2027-11-30",
      "2027-12-30",
      "2028-01-30",
      "2028-02-29",
      "2028-03-30",
    ],
  },
  {
    what: "every month from where it was moved to",
    frequency: "monthly",
    first: "2024-01-15",
    next: "2024-03-20",
    since: "2024-03-01",
    until: "2024-05-31",
    days: ["2024-03-20", "2024-04-20", "2024-05-20"],
  },
  {
    what: "every other month over a year's end",
    frequency: "everyOtherMonth",
    first: "2023-08-31",
    next: "2023-10-31",
    since: "2023-11-01",
    until: "2024-06-30",
    days: ["2023-12-31", "2024-02-29", "2024-04-30", "2024-06-30"],
  },
  {
    what: "every three months from a November 30th",
    frequency: "every3Months",
    first: "2023-11-30",
    since: "2023-11-30",
    until: "2024-11-30",
    days: ["2023-11-30", "2024-02-29", "2024-05-30", "2024-08-30", "2024-11-30"],
  },
  {
    what: "every four months",
    frequency: "every4Months",
    first: "2023-10-31",
    next: "2024-02-29",
    since: "2024-01-01",
    until: "2025-03-01",
    days: ["2024-02-29", "2024-06-30", "2024-10-31", "2025-02-28"],
  },
  {
    what: "twice a year",
    frequency: "twiceAYear",
    first: "2022-08-31",
    next: "2024-08-31",
    since: "2024-01-01",
    until: "2026-03-01",
    days: ["2024-08-31", "2025-02-28", "2025-08-31", "2026-02-28"],
  },
  {
    what: "every year on a leap day",
    frequency: "yearly",
    first: "2024-02-29",
    next: "2025-02-28",
    since: "2025-01-01",
    until: "2029-12-31",
    days: ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29", "2029-02-28"],
  },
  {
    what: "every other year on a leap day",
    frequency: "everyOtherYear",
    first: "2024-02-29",
    since: "2024-01-01",
    until: "2028-12-31",
    days: ["2024-02-29", "2026-02-28", "2028-02-29"],
  },
  {
    what: "only the next day of a frequency nobody knows",
    frequency: "everyFullMoon",
    first: "2024-01-25",
    next: "2024-02-24",
    since: "2024-01-01",
    until: "2024-12-31",
    days: ["2024-02-24"],
  },
];
for (const { what, first, next = first, frequency, since, until, days } of calendars) {
  Deno.test(`occurrencesOf() gives ${what}`, () => {
    const schedule = { date_first: first, date_next: next, frequency };
    assertEquals(occurrencesOf(schedule, { since, until }), days);
  });
}

Deno.test("occurrencesOf() takes both ends of the window, and a window of one day", () => {
  const weekly = { date_first: "2024-01-01", date_next: "2024-01-01", frequency: "weekly" };
  assertEquals(occurrencesOf(weekly, { since: "2024-01-08", until: "2024-01-08" }), ["2024-01-08"]);
  assertEquals(occurrencesOf(weekly, { since: "2024-01-09", until: "2024-01-14" }), []);
});

Deno.test("occurrencesOf() gives nothing before the next day, or in a window that ends first", () => {
  const monthly = { date_first: "2023-01-10", date_next: "2024-03-10", frequency: "monthly" };
  assertEquals(occurrencesOf(monthly, { since: "2023-01-01", until: "2024-03-09" }), []);
  assertEquals(occurrencesOf(monthly, { since: "2024-06-01", until: "2024-05-01" }), []);
});

Deno.test("occurrencesOf() leaves out what came once and lies before the window", () => {
  const once = { date_first: "2024-01-10", date_next: "2024-01-10", frequency: "never" };
  assertEquals(occurrencesOf(once, { since: "2024-01-11", until: "2024-12-31" }), []);
});

const DAY_MS = 86_400_000;
const EVERY_DAYS: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  everyOtherWeek: 14,
  every4Weeks: 28,
};
const EVERY_MONTHS: Readonly<Record<string, number>> = {
  monthly: 1,
  everyOtherMonth: 2,
  every3Months: 3,
  every4Months: 4,
  twiceAYear: 6,
  yearly: 12,
  everyOtherYear: 24,
};

/** Tells of a single day whether a schedule falls due on it, without stepping. */
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

Deno.test("occurrencesOf() agrees with a look at every day of up to five years", () => {
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
        // A next day that the schedule itself comes to, some time after the first.
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

Deno.test("occurrencesAtAnyTime() goes on backwards as if there were no next day", () => {
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

Deno.test("occurrencesAtAnyTime() knows the days before the first one", () => {
  const pay = { date_first: "2026-01-14", date_next: "2026-02-28", frequency: "twiceAMonth" };
  const window = { since: "2024-02-01", until: "2024-03-31" };
  assertEquals(occurrencesAtAnyTime(pay, window), [
    "2024-02-14",
    "2024-02-29",
    "2024-03-14",
    "2024-03-29",
  ]);
  const once = { ...pay, frequency: "never" };
  assertEquals(occurrencesAtAnyTime(once, window), []);
});
