import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { evenly, givenIncome } from "../../../domain/forecast/cash_flows.ts";

const TODAY = "2024-01-15";

const SPAN = { today: TODAY, until: "2024-03-31" };

/** Next payday, income received this month, monthly income, and expected cash flows. */
const INCOMES: readonly (readonly [string, number, number, Readonly<Record<string, number>>])[] = [
  ["2024-01-31", 0, 900, { "2024-01-31": 900, "2024-02-29": 900, "2024-03-31": 900 }],
  ["2024-01-25", 400, 900, { "2024-01-25": 500, "2024-02-25": 900, "2024-03-25": 900 }],
  ["2024-01-25", 400, 300, { "2024-01-25": 0, "2024-02-25": 300, "2024-03-25": 300 }],
  ["2024-02-10", 400, 900, { "2024-02-10": 900, "2024-03-10": 900 }],
];
Deno.test("givenIncome() puts income on paydays and deducts what was already received this month", () => {
  for (const [nextPayday, receivedThisMonth, income, expected] of INCOMES) {
    const flows = givenIncome(income, { nextPayday, receivedThisMonth }, SPAN);
    assertEquals(Object.fromEntries(flows.map(({ date, amount }) => [date, amount])), expected);
  }
});

Deno.test("givenIncome() spreads income evenly over the month if there is no payday", () => {
  const history = { nextPayday: null, receivedThisMonth: 0 };
  const flows = givenIncome(3_100, history, { today: "2024-01-29", until: "2024-01-31" });
  assertEquals(flows, [{ date: "2024-01-30", amount: 100 }, { date: "2024-01-31", amount: 100 }]);
});

Deno.test("evenly() spreads a monthly amount over the days from tomorrow on, in daily amounts that are multiples of `step`", () => {
  const amounts = fc.integer({ min: -500_000, max: 500_000 });
  fc.assert(fc.property(amounts, fc.constantFrom(1, 10, 1_000), (monthly, step) => {
    const flows = evenly(monthly, { ...SPAN, step });
    const inMonth = (month: string): number =>
      flows.filter(({ date }) => date.startsWith(month)).reduce((sum, one) => sum + one.amount, 0);
    assertEquals([inMonth("2024-02"), inMonth("2024-03")], [monthly, monthly]);
    assertEquals(flows[0]?.date ?? "2024-01-16", "2024-01-16");
    if (monthly % step === 0) assertEquals(flows.every(({ amount }) => amount % step === 0), true);
  }));
});
