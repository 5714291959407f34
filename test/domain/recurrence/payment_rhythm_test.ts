import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { dayAt, dayNumber } from "../../../domain/base/day.ts";
import { monthNumber } from "../../../domain/base/month.ts";
import {
  dueDay,
  hasEnded,
  nearestPayment,
  type Rhythm,
  RHYTHMS,
  slackDays,
} from "../../../domain/recurrence/payment_rhythm.ts";

function rhythm(unit: "days" | "months", every: number): Rhythm {
  return RHYTHMS.find((one) => one.unit === unit && one.every === every) as Rhythm;
}

Deno.test("RHYTHMS gives each rhythm its nearest name and its payments per year", () => {
  assertEquals(
    RHYTHMS.map(({ every, unit, cadence, paymentsPerYear }) =>
      `${every} ${unit}: ${cadence}, ${paymentsPerYear.toFixed(2)}`
    ),
    [
      "7 days: weekly, 52.00",
      "14 days: biweekly, 26.00",
      "28 days: monthly, 13.00",
      "30 days: monthly, 12.17",
      "1 months: monthly, 12.00",
      "2 months: quarterly, 6.00",
      "3 months: quarterly, 4.00",
      "4 months: quarterly, 3.00",
      "6 months: half-yearly, 2.00",
      "12 months: yearly, 1.00",
    ],
  );
});

Deno.test("RHYTHMS reach no further than halfway to the next payment", () => {
  assertEquals(RHYTHMS.filter(({ reach, length }) => 2 * reach >= length), []);
});

Deno.test("dueDay() clips to the month's end and comes back", () => {
  const due = { rhythm: rhythm("months", 1), origin: monthNumber("2025-12-01"), dayOfMonth: 31 };
  assertEquals([0, 1, 2, 3].map((number) => dayAt(dueDay(due, number))), [
    "2025-12-31",
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
  ]);
});

Deno.test("nearestPayment() finds the payment that a day is nearest to", () => {
  const origin = monthNumber("2024-01-01");
  fc.assert(
    fc.property(
      fc.constantFrom(...RHYTHMS),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: -500, max: 1_500 }),
      (one, dayOfMonth, off) => {
        const day = dayNumber("2024-01-01") + off;
        const due = { rhythm: one, origin: one.unit === "days" ? 19_700 : origin, dayOfMonth };
        const apart = (number: number): number => Math.abs(day - dueDay(due, number));
        const number = nearestPayment(due, day);
        assert(apart(number) <= apart(number - 1) && apart(number) <= apart(number + 1));
      },
    ),
    { numRuns: 3_000 },
  );
});

Deno.test("hasEnded() waits one and a half periods and the slack", () => {
  const weekly = rhythm("days", 7);
  assertEquals([slackDays(weekly), hasEnded(weekly, 14), hasEnded(weekly, 15)], [4, false, true]);
  const fortnightly = rhythm("days", 14);
  assertEquals([27, 28].map((days) => hasEnded(fortnightly, days)), [false, true]);
  const yearly = rhythm("months", 12);
  assertEquals([slackDays(yearly), hasEnded(yearly, 560), hasEnded(yearly, 565)], [
    15,
    false,
    true,
  ]);
});
