import { assert, assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { type Rhythm, RHYTHMS } from "../../../domain/recurrence/payment_rhythm.ts";
import { fitRhythm } from "../../../domain/recurrence/rhythm_fit.ts";
import { monthly } from "./_payments.ts";

function rhythm(unit: "days" | "months", every: number): Rhythm {
  return RHYTHMS.find((one) => one.unit === unit && one.every === every) as Rhythm;
}

const byMonth = rhythm("months", 1);
const days = monthly(12, 5).map(dayNumber);

Deno.test("fitRhythm() finds the due day of payments that are off it", () => {
  const late = [0, 2, 0, -1, 0, 3, 0, 0, -2, 0, 1, 0];
  const off = days.map((day, at) => day + (late[at] ?? 0));
  const fit = fitRhythm(off, byMonth);
  assertEquals([fit?.due.dayOfMonth, fit?.places.length], [5, 12]);
  assertEquals(fit?.meanOff, 9 / 12);
});

Deno.test("fitRhythm() numbers payments, leaving out those that are missing", () => {
  const fit = fitRhythm(days.filter((_, at) => at !== 4 && at !== 7), byMonth);
  const [first = 0] = fit?.numbers ?? [];
  assertEquals(fit?.numbers.map((number) => number - first), [0, 1, 2, 3, 5, 6, 8, 9, 10, 11]);
});

Deno.test("fitRhythm() takes one payment per period, the nearest to the due day", () => {
  const [march = 0, june = 0] = [days[3], days[6]];
  const twice = [...days, march + 2, march - 3, june + 12].sort((a, b) => a - b);
  const fit = fitRhythm(twice, byMonth);
  assertEquals(fit?.places.map((place) => twice[place]), days);
});

Deno.test("fitRhythm() leaves out what is too far from the due day", () => {
  const late = days.map((day, at) => at === 6 ? day + 9 : day);
  assertEquals(fitRhythm(late, byMonth)?.places.includes(6), false);
});

Deno.test("fitRhythm() has less evidence the further payments are off, missing or too many", () => {
  const evidence = (some: readonly number[]): number => fitRhythm(some, byMonth)?.evidence ?? -99;
  const best = evidence(days);
  assert(best > evidence(days.map((day, at) => day + (at % 3) * 2)));
  assert(best > evidence(days.filter((_, at) => at !== 5)));
  assert(best > evidence([...days, (days[5] ?? 0) + 15].sort((a, b) => a - b)));
});

Deno.test("fitRhythm() rules rhythms out that the number of days does not allow", () => {
  assertEquals(fitRhythm(days, rhythm("days", 14)), null);
  assertEquals(fitRhythm(days, rhythm("months", 3)), null);
  assertEquals(fitRhythm([100, 100, 100], byMonth), null);
});

Deno.test("fitRhythm() rules out days that lie anywhere in the period", () => {
  assertEquals(fitRhythm(days.map((day, at) => day + (at * 13) % 30), byMonth), null);
});
