import { assert, assertEquals } from "@std/assert";
import {
  type RecurringCharges,
  recurringCharges,
  type RecurringChargesOptions,
  type ScheduledPayment,
} from "../../../domain/recurrence/recurring_charges.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { everyDays, monthly, paidOn, TODAY } from "./_payments.ts";
import fc from "fast-check";

const moonreel = paidOn(monthly(12, 5)).map((row, at) =>
  at < 8 ? row : { ...row, amount: -12_990 }
);
const gym = paidOn(monthly(12, 20).map((day) => day.replace("2026-06", "2025-06")), {
  amount: -44_000,
  payee_name: "Gym",
  payee_id: "gym",
  category_id: "sport",
});
const pay = paidOn(everyDays(26, 14, "2026-06-12"), {
  amount: 2_000_000,
  payee_name: "Employer",
  payee_id: "employer",
  category_id: "inflow",
});

function charges(
  rows: readonly TransactionRecord[],
  options: Partial<RecurringChargesOptions> = {},
): RecurringCharges {
  return recurringCharges(rows, {
    today: TODAY,
    lookbackMonths: 13,
    includeIncome: false,
    schedules: [],
    categoryNames: new Map([["streaming", "Streaming"], ["sport", "Sport"]]),
    ...options,
  });
}

function isScheduled(schedule: ScheduledPayment): boolean | undefined {
  return charges(moonreel, { schedules: [schedule] }).charges[0]?.scheduled;
}

Deno.test("recurringCharges() gives the costliest first, and what all cost in a year", () => {
  assertEquals(charges([...moonreel, ...gym, ...pay]), {
    charges: [
      {
        payee: "Gym",
        cadence: "monthly",
        amount: 44_000,
        yearly_amount: 528_000,
        times_seen: 12,
        last_date: "2026-05-20",
        next_date: "2026-06-20",
        price: "steady",
        price_change: null,
        category: "Sport",
        scheduled: false,
      },
      {
        payee: "Moonreel",
        cadence: "monthly",
        amount: 12_990,
        yearly_amount: 155_880,
        times_seen: 12,
        last_date: "2026-06-05",
        next_date: "2026-07-05",
        price: "changed",
        price_change: { before: 9_990, after: 12_990, since: "2026-03-05" },
        category: "Streaming",
        scheduled: false,
      },
    ],
    yearly_total: 683_880,
  });
});

Deno.test("recurringCharges() gives income apart, where asked for", () => {
  const { income, yearly_total } = charges([...gym, ...pay], { includeIncome: true });
  assertEquals(
    income?.map(({ payee, yearly_amount, category }) => [payee, yearly_amount, category]),
    [
      ["Employer", 52_000_000, null],
    ],
  );
  assertEquals(yearly_total, 528_000);
});

Deno.test("recurringCharges() counts 13 payments for every four weeks", () => {
  const [charge] = charges(paidOn(everyDays(14, 28, "2026-06-01"))).charges;
  assertEquals([charge?.cadence, charge?.yearly_amount], ["monthly", 129_870]);
});

Deno.test("recurringCharges() tells sums as finely as the amount itself", () => {
  const yearly = (amount: number): number =>
    charges(paidOn(everyDays(13, 30, "2026-06-01"), { amount })).yearly_total;
  assertEquals([yearly(-1_000_000) % 1000, yearly(-9_990) % 10], [0, 0]);
  assertEquals(yearly(-9_995), Math.round(9_995 * 365.2425 / 30));
});

Deno.test("recurringCharges() says that an amount is typical, and what the last one was", () => {
  const sizes = [81_000, 94_000, 77_500, 103_000, 88_000, 92_250];
  const power = paidOn(monthly(6, 9)).map((row, at) => ({ ...row, amount: -(sizes[at] ?? 0) }));
  const [charge] = charges(power).charges;
  assertEquals([charge?.amount, charge?.typical, charge?.last_amount], [88_000, true, 92_250]);
  const [fixed] = charges(moonreel).charges;
  assertEquals([fixed && "typical" in fixed, fixed && "last_amount" in fixed], [false, false]);
});

Deno.test("recurringCharges() knows a schedule by its payee's id or name", () => {
  assertEquals(isScheduled({ amount: -12_990, payee_id: "moonreel" }), true);
  assertEquals(isScheduled({ amount: -12_990, payee_name: "MOONREEL.COM 866-555-0142 CA" }), true);
  assertEquals(isScheduled({ amount: -12_990, payee_id: "gym", payee_name: "Gym" }), false);
});

Deno.test("recurringCharges() knows a schedule with about the same amount only", () => {
  assertEquals(isScheduled({ amount: -10_990, payee_id: "moonreel" }), true);
  assertEquals(isScheduled({ amount: -5_990, payee_id: "moonreel" }), false);
  assertEquals(isScheduled({ amount: 12_990, payee_id: "moonreel" }), false);
});

Deno.test("recurringCharges() has nothing to tell of an empty plan", () => {
  assertEquals(charges([], { includeIncome: true }), { charges: [], income: [], yearly_total: 0 });
});

/** Charges of few payees with names alike, some of which pay, and some of which are long past. */
const somePayments = fc.array(
  fc.record({
    payee_id: fc.constantFrom("p", "q", "r"),
    payee_name: fc.constantFrom("Gym", "GYM", "Water"),
    amount: fc.constantFrom(-10_000, -11_000, 10_000),
    count: fc.integer({ min: 1, max: 5 }),
    monthsAgo: fc.constantFrom(0, 0, 0, 20, 60),
  }),
  { minLength: 1, maxLength: 6 },
);

const someSchedules = fc.array(
  fc.record({
    amount: fc.constantFrom(-10_000, -10_500, 10_000),
    payee_id: fc.constantFrom(null, "p", "q", "r", "s"),
    payee_name: fc.constantFrom(null, "Gym", "Water", "Other"),
  }),
  { maxLength: 3 },
);

Deno.test("recurringCharges() tells of charges the same whether or not income is asked for", () => {
  let scheduled = 0;
  const same = fc.property(somePayments, someSchedules, fc.integer({ min: 2, max: 9 }), (
    payments,
    schedules,
    size,
  ) => {
    const rows = payments.flatMap(({ count, monthsAgo, ...payee }, nth) =>
      paidOn(monthly(count + monthsAgo, 10).slice(0, count), payee)
        .map((row, at) => ({ ...row, id: `${nth}/${at}` }))
    );
    const ordered = inOrder(rows);
    const chunks: TransactionChunk<TransactionRecord>[] = [];
    for (let at = 0; at < ordered.length; at += size) {
      chunks.push(TransactionChunk.of(ordered.slice(at, at + size)).detach());
    }
    const options = { today: TODAY, lookbackMonths: 13, schedules, categoryNames: new Map() };
    const told = (includeIncome: boolean): RecurringCharges =>
      recurringCharges(new TransactionList(chunks), { ...options, includeIncome });
    const alone = told(false);
    const { income: _, ...charged } = told(true);
    assertEquals(alone, charged);
    scheduled += alone.charges.filter((one) => one.scheduled).length;
  });
  fc.assert(same, { numRuns: 300 });
  assert(scheduled > 20, `${scheduled} scheduled`);
});
