import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords, StoredScheduled } from "../../demo/model/records.ts";
import { aPlan, aRow, aSchedule, ids, TODAY, uuid } from "../demo/_tiny_plan.ts";
import { aWorld, type World } from "./_world.ts";
import { runs } from "../_runs.ts";

const LAST_MONTH = "2028-03";
const LAST_DAY = "2028-03-31";

const DAYS_APART: Readonly<Record<string, number>> = {
  daily: 1,
  weekly: 7,
  everyOtherWeek: 14,
  every4Weeks: 28,
};

const MONTHS_APART: Readonly<Record<string, number>> = {
  monthly: 1,
  everyOtherMonth: 2,
  every3Months: 3,
  every4Months: 4,
  twiceAYear: 6,
  yearly: 12,
  everyOtherYear: 24,
};

const FREQUENCIES = [
  ...["never", "twiceAMonth"],
  ...Object.keys(DAYS_APART),
  ...Object.keys(MONTHS_APART),
];

const PAYEE_OF = new Map<string, string>([
  [ids.checking, ids.toChecking],
  [ids.savings, ids.toSavings],
  [ids.visa, ids.toVisa],
  [ids.house, ids.toHouse],
]);
const ACCOUNTS = [...PAYEE_OF.keys()];
const CASH: ReadonlySet<string> = new Set([ids.checking, ids.savings]);

function daysOn(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** All days of a range, both ends included. */
function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = daysOn(day, 1)) days.push(day);
  return days;
}

function lengthOfMonth(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}

/** Whether a schedule is due on a day, computed from its first date alone. */
function fallsOn(day: string, first: string, frequency: string): boolean {
  if (frequency === "never") return day === first;
  const every = DAYS_APART[frequency];
  if (every !== undefined) {
    return Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000) % every === 0;
  }
  const [wanted, length] = [Number(first.slice(8)), lengthOfMonth(day)];
  const isOn = (number: number): boolean => Number(day.slice(8)) === Math.min(number, length);
  if (frequency === "twiceAMonth") return isOn(wanted) || isOn(wanted + (wanted > 15 ? -15 : 15));
  const monthOf = (date: string): number =>
    Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return isOn(wanted) && (monthOf(day) - monthOf(first)) % (MONTHS_APART[frequency] ?? 1) === 0;
}

/** First days of schedules, including the 30th and 31st, because later months may be shorter. */
const someFirstDay: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -380, max: 60 }).map((days) => daysOn(TODAY, days)),
  fc.constantFrom("2025-08-31", "2025-10-31", "2025-12-31", "2025-12-30"),
);

/** A schedule that began within a year before today or begins within two months. */
const someSchedule: fc.Arbitrary<StoredScheduled> = fc.record({
  ...{ number: fc.nat(999_999), first: someFirstDay },
  frequency: fc.constantFrom(...FREQUENCIES),
  amount: fc.integer({ min: -300, max: 200 }).map((units) => units * 1000),
  account: fc.constantFrom(...ACCOUNTS),
  other: fc.constantFrom(null, null, ...ACCOUNTS),
  isSplit: fc.boolean(),
  deleted: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
}).map(({ number, first, frequency, amount, account, other, isSplit, deleted }) => {
  const next = daysBetween(daysOn(TODAY, 1), "2028-12-31")
    .find((day) => day >= first && fallsOn(day, first, frequency));
  const began = next === undefined ? daysOn(TODAY, 9) : first;
  const transfer = other === null || other === account ? null : other;
  const to = { payee_id: PAYEE_OF.get(transfer ?? "") ?? null, transfer_account_id: transfer };
  const schedule = aSchedule({
    ...{ id: uuid(1_000_000 + number), date_first: began, date_next: next ?? began },
    ...{ frequency, amount, account_id: account, deleted },
  });
  if (!isSplit) return { ...schedule, ...to };
  const line = { memo: null, category_id: null, deleted: false };
  const none = { payee_id: null, transfer_account_id: null };
  return {
    ...schedule,
    lines: [
      { ...line, ...to, id: uuid(2_000_000 + number), amount: amount - 7_000 },
      { ...line, ...none, id: uuid(3_000_000 + number), amount: 7_000 },
      { ...line, ...to, id: uuid(4_000_000 + number), amount: 90_000, deleted: true },
    ],
  };
});

const someSchedules = fc.uniqueArray(someSchedule, {
  ...{ minLength: 1, maxLength: 8 },
  selector: ({ id }) => id,
});

function planOf(scheduled: readonly StoredScheduled[]): PlanRecords {
  const opening = { date: "2026-03-01", payee_id: ids.startingBalance, category_id: ids.inflow };
  return aPlan({
    scheduled: [...scheduled],
    transactions: [
      aRow({ ...opening, amount: 1_500_000 }),
      aRow({ ...opening, amount: 250_000, account_id: ids.savings }),
    ],
  });
}

interface Due {
  readonly day: string;
  readonly schedule: StoredScheduled;
}

function dueBetween(scheduled: readonly StoredScheduled[], first: string, last: string): Due[] {
  const live = scheduled.filter(({ deleted }) => !deleted);
  return daysBetween(first, last).flatMap((day) =>
    live.filter(({ date_first: began, date_next: next, frequency }) =>
      day >= next && fallsOn(day, began, frequency)
    ).map((schedule) => ({ day, schedule }))
  );
}

/** Inflow and outflow of cash accounts from a schedule. */
function cashOf({ account_id, transfer_account_id, amount, lines }: StoredScheduled): number {
  let cash = CASH.has(account_id) ? amount : 0;
  for (const part of [{ transfer_account_id, amount, deleted: false }, ...lines]) {
    if (!part.deleted && CASH.has(part.transfer_account_id ?? "")) cash -= part.amount;
  }
  return cash;
}

async function answerOf<Shape>(world: World, name: string, args: object): Promise<Shape> {
  const { structured, text } = await world.call(name, { plan_id: ids.plan, ...args });
  if (structured === undefined) throw new Error(text);
  return structured as Shape;
}

interface Occurrence {
  readonly scheduled_id: string;
  readonly dates: readonly string[];
}

interface Month {
  readonly [field: string]: unknown;
}

/** Simulates day by day and returns each month's forecast from schedules only. */
function walked(scheduled: readonly StoredScheduled[]): readonly Month[] {
  const due = Map.groupBy(dueBetween(scheduled, daysOn(TODAY, 1), LAST_DAY), ({ day }) => day);
  const months = new Map<
    string,
    { start: number; in: number; out: number; low: [number, string] }
  >();
  const ends = new Map<string, number>();
  let balance = 1_750_000;
  for (const day of daysBetween(TODAY, LAST_DAY)) {
    const name = day.slice(0, 7);
    const month = months.get(name) ?? { start: balance, in: 0, out: 0, low: [Infinity, ""] };
    for (const { schedule } of due.get(day) ?? []) {
      const cash = cashOf(schedule);
      month[cash > 0 ? "in" : "out"] += cash;
      balance += cash;
    }
    if (balance < month.low[0]) month.low = [balance, day];
    months.set(name, month);
    ends.set(name, balance);
  }
  return [...months].map(([month, { start, in: into, out, low: [lowest, lowest_date] }]) => ({
    ...{ month, start: start / 1000, in: into / 1000, out: out / 1000 },
    ...{ end: (ends.get(month) ?? 0) / 1000, lowest: lowest / 1000, lowest_date },
  }));
}

/** The amount that a split's lines transfer to other accounts. */
function transferredBy({ lines }: StoredScheduled): number {
  return lines.filter((line) => !line.deleted && line.transfer_account_id !== null)
    .reduce((sum, { amount }) => sum + amount, 0);
}

Deno.test("list_scheduled_transactions lists the same dates as a naive calendar", async () => {
  await fc.assert(
    fc.asyncProperty(someSchedules, fc.nat(600), fc.nat(150), async (scheduled, from, days) => {
      const since = daysOn(TODAY, from);
      const until = daysOn(since, days);
      await using world = await aWorld({ plans: [planOf(scheduled)], fullIds: true });
      const answer = await answerOf<
        { occurrences?: readonly Occurrence[]; total_in: number; total_out: number }
      >(world, "list_scheduled_transactions", { since, until });
      const reported = (answer.occurrences ?? []).flatMap(({ scheduled_id, dates }) =>
        dates.map((day) => `${day} ${scheduled_id}`)
      );
      const due = dueBetween(scheduled, since, until);
      const paid = due.filter(({ schedule }) => schedule.transfer_account_id === null)
        .map(({ schedule }) => (schedule.amount - transferredBy(schedule)) / 1000);
      const sumOf = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);
      assertEquals(
        [reported.sort(), answer.total_in, answer.total_out],
        [
          due.map(({ day, schedule }) => `${day} ${schedule.id}`).sort(),
          sumOf(paid.filter((amount) => amount > 0)),
          sumOf(paid.filter((amount) => amount < 0)),
        ],
      );
    }),
    runs(60),
  );
});

Deno.test("forecast_balance with only scheduled transactions matches a naive day-by-day simulation", async () => {
  await fc.assert(
    fc.asyncProperty(someSchedules, async (scheduled) => {
      await using world = await aWorld({ plans: [planOf(scheduled)] });
      const { months } = await answerOf<{ months: readonly Month[] }>(
        world,
        "forecast_balance",
        { until: LAST_MONTH, variable_monthly: 0 },
      );
      const reported = months.map(({ month, start, in: into, out, end, lowest, lowest_date }) => ({
        ...{ month, start, in: into ?? 0, out: out ?? 0, end, lowest, lowest_date },
      }));
      assertEquals(reported, walked(scheduled));
    }),
    runs(40),
  );
});
