import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Debt, leastExtra, payoffPlan } from "../../../domain/insights/payoff.ts";
import { runs } from "../../_runs.ts";

const START = "2026-12-01";
const OPTIONS = { extra: 0, start: START, decimals: 2 };

function aDebt(debt: number, rate: number, minimum: number, name = "Card"): Debt {
  return {
    account_id: name,
    name,
    debt,
    rates: [{ from: "2020-01-01", value: rate }],
    minimums: [{ from: "2020-01-01", value: minimum }],
  };
}

/** Generates milliunit amounts that are a whole number of cents. */
const cents = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((amount) => amount * 10);

Deno.test("payoffPlan() computes the same number of months as the closed-form formula", () => {
  const anyCase = fc.record({
    debt: cents(10_000, 2_000_000),
    rate: fc.integer({ min: 500, max: 30_000 }),
    payment: cents(5_000, 100_000),
  });
  fc.assert(
    fc.property(anyCase, ({ debt, rate, payment }) => {
      const monthly = rate / 1_200_000;
      const share = debt * monthly / payment;
      if (share > 0.9) return;
      const exact = -Math.log(1 - share) / Math.log(1 + monthly);
      // Rounding to cents can move a final payment of almost zero to another month.
      if (Math.abs(exact - Math.round(exact)) < 0.01) return;
      const { months } = payoffPlan([aDebt(debt, rate, payment)], "minimums", OPTIONS);
      assertEquals(months, Math.ceil(exact));
    }),
    runs(800),
  );
});

Deno.test("payoffPlan() pays exactly the amount owed plus interest", () => {
  // 1,000.00 at 12% a year, paying 340 a month: interest of 10.00, 6.70 and 3.37 (3.367 rounded).
  const plan = payoffPlan([aDebt(1_000_000, 12_000, 340_000)], "minimums", OPTIONS);
  assertEquals(plan, {
    name: "minimums",
    months: 4,
    free_month: "2027-03",
    interest: 10_000 + 6_700 + 3_370 + 0,
    order: [{ name: "Card", month: "2027-03" }],
    first: [340_000],
  });
});

Deno.test("payoffPlan() applies a rate or minimum starting in the first month that begins on or after its effective date", () => {
  const debt: Debt = {
    ...aDebt(1_000_000, 0, 0),
    rates: [{ from: "2020-01-01", value: 0 }, { from: "2027-01-15", value: 12_000 }],
    minimums: [{ from: "2020-01-01", value: 100_000 }, { from: "2027-01-01", value: 500_000 }],
  };
  const { months, interest } = payoffPlan([debt], "minimums", OPTIONS);
  // 100 in December, 500 in January, and the remaining 400 plus 1% interest in February.
  assertEquals([months, interest], [3, 4_000]);
});

Deno.test("payoffPlan() never pays off a debt whose interest exceeds the payments", () => {
  const debts = [aDebt(1_000_000, 24_000, 20_000)];
  const { months, free_month: free, interest } = payoffPlan(debts, "minimums", OPTIONS);
  assertEquals([months, free, interest], [null, null, null]);
  const least = leastExtra(debts, OPTIONS);
  assertEquals(payoffPlan(debts, "avalanche", { ...OPTIONS, extra: least }).months !== null, true);
  assertEquals(payoffPlan(debts, "avalanche", { ...OPTIONS, extra: least - 10 }).months, null);
});

Deno.test("payoffPlan() pays off a huge debt, and pays off one debt even if another is never paid off", () => {
  const huge = payoffPlan([aDebt(1.2e15, 5_000, 2e13)], "minimums", OPTIONS);
  assertEquals(huge.months, 70);
  const loan = aDebt(500_000, 400_000, 100_000, "Payday loan");
  const car = aDebt(20_000_000, 5_000, 300_000, "Car");
  const { months, order } = payoffPlan([loan, car], "minimums", OPTIONS);
  assertEquals([months, order], [null, [{ name: "Car", month: "2033-06" }]]);
});

interface Paid {
  readonly months: number;
  readonly interest: number;
}

/** Pays debts in a fixed order, without sharing code with `payoffPlan`. */
function payInOrder(debts: readonly Debt[], order: readonly number[], total: number): Paid {
  const left = debts.map(({ debt }) => debt);
  let interest = 0;
  for (let months = 1; months <= 2_000; months++) {
    let money = total;
    for (const [at, debt] of debts.entries()) {
      const cost = Math.floor(left[at]! * debt.rates[0]!.value / 12_000_000 + 0.5 + 1e-9) * 10;
      left[at]! += cost;
      interest += cost;
      const minimum = Math.min(debt.minimums[0]!.value, left[at]!);
      left[at]! -= minimum;
      money -= minimum;
    }
    for (const at of order) {
      const amount = Math.min(money, left[at]!);
      left[at]! -= amount;
      money -= amount;
    }
    if (left.every((amount) => amount === 0)) return { months, interest };
  }
  return { months: Infinity, interest: Infinity };
}

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

Deno.test("apart from rounding, the avalanche strategy in payoffPlan() costs no more than any other order of payment", () => {
  const anyDebt = fc.tuple(
    cents(5_000, 500_000),
    fc.integer({ min: 100, max: 28_000 }),
    cents(500, 6_000),
  );
  fc.assert(
    fc.property(fc.tuple(anyDebt, anyDebt, anyDebt), cents(1_000, 40_000), (drawn, extra) => {
      const debts = drawn.map(([debt, rate, minimum], at) => aDebt(debt, rate, minimum, `${at}`));
      const total = extra + drawn.reduce((sum, [, , minimum]) => sum + minimum, 0);
      const { months, interest } = payoffPlan(debts, "avalanche", { ...OPTIONS, extra });
      if (months === null || interest === null) return;
      const others = ORDERS.map((order) => payInOrder(debts, order, total));
      const best = Math.min(...others.map((one) => one.interest));
      // Interest is rounded monthly, so the avalanche plan may cost a few cents more than paying
      // the debts in the cheapest order.
      assert(interest <= best + months * 3 * 10, `${interest} against ${best}`);
      const byRate = [0, 1, 2].toSorted((a, b) => drawn[b]![1] - drawn[a]![1]);
      if (new Set(drawn.map(([, rate]) => rate)).size === 3) {
        assertEquals({ months, interest }, payInOrder(debts, byRate, total));
      }
    }),
    runs(150),
  );
});

Deno.test("payoffPlan() with the snowball strategy pays the smallest debt first", () => {
  const debts = [
    aDebt(900_000, 25_000, 50_000, "Dear"),
    aDebt(300_000, 5_000, 50_000, "Small"),
  ];
  const options = { ...OPTIONS, extra: 150_000 };
  const first = (name: "avalanche" | "snowball"): readonly number[] =>
    payoffPlan(debts, name, options).first;
  assertEquals(first("avalanche"), [200_000, 50_000]);
  assertEquals(first("snowball"), [50_000, 200_000]);
});
