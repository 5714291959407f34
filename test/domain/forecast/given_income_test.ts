import { assertEquals } from "@std/assert";
import { evenly, givenIncome } from "../../../domain/forecast/given_income.ts";

const span = { today: "2024-01-15", until: "2024-03-31" };

Deno.test("givenIncome() comes on the payday of each month, clipped where a month is short", () => {
  const history = { nextPayday: "2024-01-31", receivedThisMonth: 0 };
  assertEquals(givenIncome(900, history, span).map(({ date }) => date), [
    "2024-01-31",
    "2024-02-29",
    "2024-03-31",
  ]);
});

Deno.test("givenIncome() gives this month only what has not come, and never less than nothing", () => {
  const history = { nextPayday: "2024-01-25", receivedThisMonth: 400 };
  const amounts = (income: number): readonly number[] =>
    givenIncome(income, history, span).map(({ amount }) => amount);
  assertEquals(amounts(900), [500, 900, 900]);
  assertEquals(amounts(300), [0, 300, 300]);
});

Deno.test("givenIncome() gives nothing more this month once the payday has passed", () => {
  const history = { nextPayday: "2024-02-10", receivedThisMonth: 400 };
  assertEquals(givenIncome(900, history, span).map(({ date }) => date), [
    "2024-02-10",
    "2024-03-10",
  ]);
});

Deno.test("givenIncome() comes a little every day where no payday is known", () => {
  const history = { nextPayday: null, receivedThisMonth: 0 };
  const flows = givenIncome(3_100, history, { today: "2024-01-29", until: "2024-01-31" });
  assertEquals(flows, [{ date: "2024-01-30", amount: 100 }, { date: "2024-01-31", amount: 100 }]);
});

Deno.test("evenly() gives the rest of this month from tomorrow on, and whole months after", () => {
  const flows = evenly(-1_000, span);
  assertEquals(flows[0]?.date, "2024-01-16");
  const inMonth = (month: string): number =>
    flows.filter(({ date }) => date.startsWith(month)).reduce((sum, { amount }) => sum + amount, 0);
  assertEquals(["2024-01", "2024-02", "2024-03"].map(inMonth), [-516, -1_000, -1_000]);
  assertEquals(evenly(-1_000, { today: "2024-01-31", until: "2024-01-31" }), []);
});

Deno.test("evenly() pays in whole steps where the month's amount is one, and loses nothing", () => {
  const ahead = { today: "2024-01-31", until: "2024-02-29" };
  const amounts = (monthly: number, step?: number): readonly number[] =>
    evenly(monthly, step === undefined ? ahead : { ...ahead, step }).map(({ amount }) => amount);
  const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
  const cents = amounts(-100_000, 10);
  assertEquals([cents.length, sumOf(cents)], [29, -100_000]);
  assertEquals(cents.filter((amount) => amount % 10 !== 0), []);
  const odd = amounts(-100_005, 10);
  assertEquals([odd.length, sumOf(odd)], [29, -100_005]);
  assertEquals(amounts(0), []);
});

Deno.test("evenly() leaves out today on the first of a month, too", () => {
  const [first] = evenly(-290, { today: "2024-02-01", until: "2024-02-29" });
  assertEquals(first, { date: "2024-02-02", amount: -10 });
});
