import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDays, daysBetween } from "../../../domain/base/day.ts";
import type { AccountRecord, ScheduledRecord } from "../../../domain/base/plan_records.ts";
import { comingByCategory, comingPayments } from "../../../domain/insights/coming_payments.ts";
import { anAccount, aSchedule, aTransaction } from "../../_builders.ts";

const TODAY = "2026-03-15";
const UNTIL = "2026-04-30";

const accounts: readonly AccountRecord[] = [
  anAccount({ id: "checking", type: "checking" }),
  anAccount({ id: "savings", type: "savings" }),
  anAccount({ id: "house", type: "mortgage", on_budget: false }),
];

interface Due {
  readonly next: number;
  readonly frequency: "never" | "weekly" | "monthly";
  /** Each line's category and milliunits of money out. */
  readonly lines: readonly (readonly [category: string, size: number])[];
  readonly to: "savings" | "house" | null;
}

const anyDue: fc.Arbitrary<Due> = fc.record({
  // Until March 28, so that every month has the day.
  next: fc.integer({ min: 0, max: 13 }),
  frequency: fc.constantFrom("never", "weekly", "monthly"),
  lines: fc.array(
    fc.tuple(fc.constantFrom("food", "rent", "loan"), fc.integer({ min: 1, max: 9_999_999 })),
    { minLength: 1, maxLength: 4 },
  ),
  to: fc.constantFrom(null, "savings", "house"),
});

function scheduleOf({ next, frequency, lines, to }: Due): ScheduledRecord {
  const date = addDays(TODAY, next);
  const parts = lines.map(([category, size], at) => ({
    id: String(at),
    amount: -size,
    category_id: to === "savings" ? null : category,
    transfer_account_id: to,
    deleted: false,
  }));
  const [only] = parts;
  const whole = aSchedule({
    date_first: date,
    date_next: date,
    frequency,
    account_id: "checking",
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
  });
  return parts.length === 1
    ? { ...whole, category_id: only?.category_id ?? null, transfer_account_id: to }
    : { ...whole, subtransactions: parts };
}

/** Goes through the days one by one. */
function expectedOf(dues: readonly Due[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (let at = 0; at <= daysBetween(TODAY, UNTIL); at++) {
    const date = addDays(TODAY, at);
    for (const { next, frequency, lines, to } of dues) {
      const isDue = at >= next &&
        (frequency === "weekly"
          ? (at - next) % 7 === 0
          : frequency === "monthly"
          ? date.slice(8) === addDays(TODAY, next).slice(8)
          : at === next);
      if (!isDue || to === "savings") continue;
      for (const [category, size] of lines) {
        sums.set(category, (sums.get(category) ?? 0) + size);
      }
    }
  }
  return sums;
}

Deno.test("comingPayments() takes each line of each schedule from its category", () => {
  fc.assert(fc.property(fc.array(anyDue, { maxLength: 6 }), (dues) => {
    const payments = comingPayments({
      accounts,
      categories: [],
      schedules: dues.map(scheduleOf),
      transactions: [],
    }, { today: TODAY, until: UNTIL });
    const sorted = (sums: ReadonlyMap<string | null, number>): unknown => [...sums].sort();
    assertEquals(sorted(comingByCategory(payments)), sorted(expectedOf(dues)));
    assertEquals(payments.map(({ date }) => date), payments.map(({ date }) => date).toSorted());
  }));
});

Deno.test("comingPayments() counts a recurring charge only without a schedule", () => {
  const rows = Array.from({ length: 6 }, (_, at) =>
    aTransaction({
      id: String(at),
      date: `${at < 3 ? "2025" : "2026"}-${["10", "11", "12", "01", "02", "03"][at]}-03`,
      amount: -25_000,
      payee_name: "Gym",
      category_id: "food",
    })).toReversed();
  const plan = { accounts, categories: [], transactions: rows };
  const gym = aSchedule({
    date_first: "2026-04-03",
    date_next: "2026-04-03",
    frequency: "monthly",
    account_id: "checking",
    payee_name: "Gym",
    amount: -25_000,
    category_id: "food",
  });
  const span = { today: TODAY, until: UNTIL };
  const [found, ...others] = comingPayments({ ...plan, schedules: [] }, span);
  assertEquals([found?.date, found?.amount, found?.isScheduled], ["2026-04-03", -25_000, false]);
  assertEquals(others, []);
  const scheduled = comingPayments({ ...plan, schedules: [gym] }, span);
  assertEquals(scheduled.map(({ isScheduled }) => isScheduled), [true]);
});
