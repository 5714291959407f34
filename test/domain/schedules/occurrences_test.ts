import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { occurrencesAtAnyTime, occurrencesOf } from "../../../domain/schedules/occurrences.ts";
import { DAY_MS, dueDays, dueDaysAtAnyTime, EVERY_DAYS, EVERY_MONTHS } from "./_due_days.ts";
import { runs } from "../../_runs.ts";

/** Schedules whose next date was moved, a case that the naive walk below doesn't cover. */
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

Deno.test("if a schedule's next date was moved, occurrencesOf() continues from the new date", () => {
  for (const [frequency, first, ...days] of MOVED) {
    const schedule = { date_first: first, date_next: days[0], frequency };
    assertEquals(occurrencesOf(schedule, { since: first, until: days.at(-1) ?? "" }), days);
  }
});

Deno.test("occurrencesOf() finds no due dates after the year 9999", () => {
  const schedule = { date_first: "9999-12-06", date_next: "9999-12-20", frequency: "weekly" };
  const dueSince = (since: string): readonly string[] =>
    occurrencesOf(schedule, { since, until: "9999-12-31" });
  assertEquals(dueSince("9999-12-21"), ["9999-12-27"]);
  assertEquals(dueSince("9999-12-28"), []);
});

const dayFrom = (earliest: string, latest: string): fc.Arbitrary<string> =>
  fc.integer({ min: Date.parse(earliest) / DAY_MS, max: Date.parse(latest) / DAY_MS })
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));

/** Dates near the end or the middle of a month, where schedules have special cases. */
const someMonthEnd = fc.constantFrom(
  ...["2022-08-31", "2023-01-30", "2023-12-29", "2024-02-29", "2022-02-28"],
  ...["2023-05-14", "2024-01-15", "2022-11-16"],
);

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

Deno.test("occurrencesOf() and occurrencesAtAnyTime() agree with a naive day-by-day walk", () => {
  const frequencies = ["never", "twiceAMonth", "x", ...Object.keys(EVERY_DAYS)]
    .concat(Object.keys(EVERY_MONTHS));
  fc.assert(
    fc.property(
      fc.constantFrom(...frequencies),
      fc.oneof(dayFrom("2022-01-01", "2025-12-31"), someMonthEnd),
      fc.nat({ max: 900 }),
      fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -1_000, max: 1_000 })),
      fc.nat({ max: 1827 }),
      (frequency, first, later, sinceNext, length) => {
        // Set the schedule's next date to its latest due date on or before `end`. The schedule may
        // have started long before that date.
        const whole = { date_first: first, date_next: first, frequency };
        const end = dayAfter(first, later);
        const next = dueDays(whole, first, end).at(-1) ?? first;
        const schedule = { ...whole, date_next: next };
        const since = dayAfter(next, sinceNext);
        const until = dayAfter(since, length);
        const window = { since, until };
        assertEquals(occurrencesOf(schedule, window), dueDays(schedule, since, until));
        assertEquals(
          occurrencesAtAnyTime(schedule, window),
          dueDaysAtAnyTime(schedule, since, until),
        );
      },
    ),
    runs(300),
  );
});
