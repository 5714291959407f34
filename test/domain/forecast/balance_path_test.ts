import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { addDays } from "../../../domain/base/day.ts";
import { balancePath, evenly, givenIncome } from "../../../domain/forecast/balance_path.ts";

const TODAY = "2024-01-15";

Deno.test("balancePath() agrees with a naive day-by-day sum", () => {
  const flow = fc.record({
    date: fc.integer({ min: -3, max: 90 }).map((days) => addDays(TODAY, days)),
    amount: fc.integer({ min: -9_000, max: 9_000 }),
  });
  const cases = [
    fc.array(flow, { maxLength: 40 }),
    fc.integer({ min: -9_000, max: 9_000 }),
  ] as const;
  fc.assert(fc.property(...cases, (flows, start) => {
    const until = "2024-03-31";
    const { months, first_shortfall } = balancePath(start, flows, { today: TODAY, until });
    const days: { readonly date: string; readonly balance: number }[] = [];
    for (let [date, balance] = [TODAY, start]; date <= until; date = addDays(date, 1)) {
      for (const one of flows) if (one.date === date) balance += one.amount;
      days.push({ date, balance });
    }
    assertEquals(first_shortfall, days.find(({ balance }) => balance < 0) ?? null);
    let before = start;
    for (const month of months) {
      const own = days.filter(({ date }) => date.startsWith(month.month));
      const lowest = Math.min(...own.map(({ balance }) => balance));
      assertEquals([month.start, month.lowest], [before, lowest]);
      assertEquals(month.lowest_date, own.find(({ balance }) => balance === lowest)?.date);
      assertEquals(month.end, own.at(-1)?.balance);
      assertEquals(month.start + month.in + month.out, month.end);
      before = month.end;
    }
    assertEquals(months.map(({ month }) => month), ["2024-01", "2024-02", "2024-03"]);
  }));
});

const SPAN = { today: TODAY, until: "2024-03-31" };

/** Next payday, income received this month, monthly income, and expected cash flows. */
const INCOMES: readonly (readonly [string, number, number, Readonly<Record<string, number>>])[] = [
  ["2024-01-31", 0, 900, { "2024-01-31": 900, "2024-02-29": 900, "2024-03-31": 900 }],
  ["2024-01-25", 400, 900, { "2024-01-25": 500, "2024-02-25": 900, "2024-03-25": 900 }],
  ["2024-01-25", 400, 300, { "2024-01-25": 0, "2024-02-25": 300, "2024-03-25": 300 }],
  ["2024-02-10", 400, 900, { "2024-02-10": 900, "2024-03-10": 900 }],
];
Deno.test("givenIncome() puts income on paydays, minus what was received this month", () => {
  for (const [nextPayday, receivedThisMonth, income, expected] of INCOMES) {
    const flows = givenIncome(income, { nextPayday, receivedThisMonth }, SPAN);
    assertEquals(Object.fromEntries(flows.map(({ date, amount }) => [date, amount])), expected);
  }
});

Deno.test("givenIncome() spreads income over days if there is no payday", () => {
  const history = { nextPayday: null, receivedThisMonth: 0 };
  const flows = givenIncome(3_100, history, { today: "2024-01-29", until: "2024-01-31" });
  assertEquals(flows, [{ date: "2024-01-30", amount: 100 }, { date: "2024-01-31", amount: 100 }]);
});

Deno.test("evenly() covers whole months exactly and, from tomorrow, the current month, in whole steps", () => {
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
