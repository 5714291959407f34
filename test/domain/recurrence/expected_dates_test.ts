import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { dayNumber } from "../../../domain/base/day.ts";
import { monthNumber } from "../../../domain/base/month.ts";
import { expectedDates, nextDueDate } from "../../../domain/recurrence/expected_dates.ts";
import { type DueDays, type Rhythm, RHYTHMS } from "../../../domain/recurrence/payment_rhythm.ts";

const MONTHLY = RHYTHMS.find(({ unit, every }) => unit === "months" && every === 1) as Rhythm;

const due: DueDays = { rhythm: MONTHLY, origin: monthNumber("2026-01-01"), dayOfMonth: 31 };

Deno.test("nextDueDate() waits for a late payment, then goes on to the next", () => {
  assertEquals(nextDueDate(due, 1, dayNumber("2026-03-10")), "2026-03-31");
  assertEquals(nextDueDate(due, 1, dayNumber("2026-04-08")), "2026-03-31");
  assertEquals(nextDueDate(due, 1, dayNumber("2026-04-09")), "2026-04-30");
});

Deno.test("expectedDates() comes back to the 31st", () => {
  assertEquals(expectedDates({ due, nextDate: "2026-02-28" }, "2026-05-31"), [
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
  ]);
});

Deno.test("expectedDates() gives nothing before the next date or after the last day", () => {
  assertEquals(expectedDates({ due, nextDate: "2026-03-31" }, "2026-03-30"), []);
});

Deno.test("expectedDates() begins with the next date and keeps the rhythm", () => {
  const rhythm = fc.constantFrom(...RHYTHMS);
  const dayOfMonth = fc.integer({ min: 1, max: 31 });
  const number = fc.integer({ min: 1, max: 60 });
  fc.assert(fc.property(rhythm, dayOfMonth, number, (one, wanted, last) => {
    const origin = one.unit === "days" ? dayNumber("2020-01-06") : monthNumber("2020-01-01");
    const own: DueDays = { rhythm: one, origin, dayOfMonth: wanted };
    const nextDate = nextDueDate(own, last, 0);
    const days = expectedDates({ due: own, nextDate }, "2090-01-01").slice(0, 20);
    assertEquals(days[0], nextDate);
    const gaps = days.slice(1).map((day, at) => dayNumber(day) - dayNumber(days[at] ?? ""));
    assert(gaps.every((gap) => Math.abs(gap - one.length) < 4));
  }));
});
