import { assertEquals } from "@std/assert";
import { listed, perMonth } from "../../../domain/forecast/forecast_assumptions.ts";
import type { RegularPayment } from "../../../domain/forecast/regular_ahead.ts";

const pay: RegularPayment = {
  payee: "Employer",
  isIncome: true,
  perYear: 26,
  cadence: "biweekly",
  frequency: null,
  payments: [{ date: "2024-03-22", amount: 1_200 }, { date: "2024-04-05", amount: 1_200 }],
};

Deno.test("listed() gives the next payment of each habit and of each schedule", () => {
  const schedule = { ...pay, payee: "Lodger", cadence: null, frequency: "everyOtherWeek" };
  const earlier = { ...pay, payee: "Bank", payments: [{ date: "2024-03-20", amount: 3 }] };
  const once = { ...schedule, frequency: "never", payments: earlier.payments };
  assertEquals(listed([pay, schedule, earlier, once]), {
    recurring: [
      { payee: "Bank", cadence: "biweekly", amount: 3, next_date: "2024-03-20" },
      { payee: "Employer", cadence: "biweekly", amount: 1_200, next_date: "2024-03-22" },
    ],
    scheduled: [
      { payee: "Lodger", amount: 3, frequency: "never", next_date: "2024-03-20", times: 1 },
      {
        payee: "Lodger",
        amount: 1_200,
        frequency: "everyOtherWeek",
        next_date: "2024-03-22",
        times: 2,
      },
    ],
  });
});

Deno.test("listed() leaves no schedule out, however many and however often", () => {
  const payments = Array.from({ length: 150 }, (_, at) => ({ date: `d${1000 + at}`, amount: at }));
  const daily = { ...pay, cadence: null, frequency: "daily", payments };
  const { scheduled } = listed(Array.from({ length: 120 }, () => daily));
  assertEquals([scheduled.length, scheduled[0]?.times], [120, 150]);
});

Deno.test("perMonth() counts regular income by its true rhythm, and nothing that comes once", () => {
  assertEquals(perMonth([pay, { ...pay, perYear: 0 }, { ...pay, isIncome: false }]), 2_600);
});

Deno.test("listed() and perMonth() pass over what has no payment to come", () => {
  const none = { ...pay, payments: [] };
  assertEquals(listed([none, { ...none, cadence: null, frequency: "monthly" }]), {
    recurring: [],
    scheduled: [],
  });
  assertEquals(perMonth([none]), 0);
});
