import { assertEquals } from "@std/assert";
import { listed, perMonth } from "../../domain/forecast_assumptions.ts";
import type { RegularPayment } from "../../domain/regular_ahead.ts";

const pay: RegularPayment = {
  payee: "Employer",
  isIncome: true,
  perYear: 26,
  cadence: "biweekly",
  payments: [{ date: "2024-03-22", amount: 1_200 }, { date: "2024-04-05", amount: 1_200 }],
};

Deno.test("listed() gives the next payment of each habit and every payment of a schedule", () => {
  const schedule = { ...pay, payee: "Lodger", cadence: null };
  const earlier = { ...pay, payee: "Bank", payments: [{ date: "2024-03-20", amount: 3 }] };
  assertEquals(listed([pay, schedule, earlier]), {
    recurring: [
      { payee: "Bank", cadence: "biweekly", amount: 3, next_date: "2024-03-20" },
      { payee: "Employer", cadence: "biweekly", amount: 1_200, next_date: "2024-03-22" },
    ],
    scheduled: [
      { payee: "Lodger", date: "2024-03-22", amount: 1_200 },
      { payee: "Lodger", date: "2024-04-05", amount: 1_200 },
    ],
  });
});

Deno.test("listed() stops at a hundred scheduled payments, the first of all", () => {
  const payments = Array.from({ length: 150 }, (_, at) => ({ date: `d${1000 + at}`, amount: at }));
  const daily = { ...pay, cadence: null, payments };
  const first = { ...pay, cadence: null, payments: [{ date: "d0", amount: 7 }] };
  const { scheduled } = listed([daily, first]);
  assertEquals([scheduled.length, scheduled[0]?.amount], [100, 7]);
});

Deno.test("perMonth() counts regular income by its true rhythm, and nothing that comes once", () => {
  assertEquals(perMonth([pay, { ...pay, perYear: 0 }, { ...pay, isIncome: false }]), 2_600);
});
