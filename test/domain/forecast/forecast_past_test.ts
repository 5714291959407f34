import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  irregularPast,
  type PartFactors,
  pastMonths,
} from "../../../domain/forecast/forecast_past.ts";
import type { CashFlow, CashFlowGroup } from "../../../domain/forecast/cash_flows.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import { residualMonths } from "../../../domain/forecast/residual_months.ts";
import { aTransaction } from "../../_builders.ts";

const AS_IT_WAS: PartFactors = { spending: 1, income: 1, habits: 1, pay: 1 };

/** January and February: 100 spent on the 10th, 30 come in and a habit of 5 dearer on the 20th. */
const months = residualMonths(
  ["2024-01", "2024-02"].flatMap((month) => [
    { day: dayNumber(`${month}-10`), amount: -100, part: "spending" as const },
    { day: dayNumber(`${month}-20`), amount: 30, part: "income" as const },
    { day: dayNumber(`${month}-20`), amount: -5, part: "habits" as const },
    { day: dayNumber(`${month}-25`), amount: 7, part: "pay" as const },
  ]),
  [
    { day: dayNumber("2024-02-20"), amount: -5, part: "habits" },
    { day: dayNumber("2024-02-25"), amount: 7, part: "pay" },
  ],
  { first: "2024-01-01", last: "2024-02-01" },
);

const onDays = (factors: PartFactors, ...days: readonly number[]): readonly unknown[] => {
  const sums = pastMonths(months, factors)[1]?.sums ?? [];
  return [sums.length, ...days.map((day) => sums[day])];
};

Deno.test("pastMonths() adds up each month day by day, a short one to its total", () => {
  assertEquals(onDays(AS_IT_WAS, 0, 9, 10, 19, 20, 25, 31), [32, 0, 0, -100, -100, -75, -68, -68]);
});

Deno.test("pastMonths() counts each part by its factor", () => {
  assertEquals(onDays({ ...AS_IT_WAS, spending: 2 }, 31), [32, -168]);
  assertEquals(onDays({ ...AS_IT_WAS, income: 0 }, 31), [32, -98]);
  assertEquals(onDays({ ...AS_IT_WAS, pay: 0, habits: 0 }, 31), [32, -70]);
});

Deno.test("pastMonths() tells what changed for good, the name of the month, and that it fades", () => {
  const [january, february] = pastMonths(months, AS_IT_WAS);
  assertEquals([january?.levelShift, february?.levelShift], [0, 2]);
  assertEquals(pastMonths(months, { ...AS_IT_WAS, pay: 0 })[1]?.levelShift, -5);
  assertEquals([january?.monthOfYear, february?.monthOfYear], [1, 2]);
  assertEquals(february?.weight, 1);
  // Half as much after a year.
  assertAlmostEquals((january?.weight ?? 0) ** 12, 0.5);
});

function groupOf(rows: readonly (readonly [date: string, amount: number])[]): CashFlowGroup {
  const flows = rows.map(([date, amount], at): CashFlow => ({
    ...{ amount, size: Math.abs(amount), day: dayNumber(date) },
    ...{ categoryId: null, isTransfer: false },
    transaction: aTransaction({ id: `t${at}`, date, amount }),
  }));
  return { key: "shop", direction: "out", flows };
}

function pastOf(
  rows: readonly (readonly [date: string, amount: number])[],
): ReturnType<typeof irregularPast> {
  const nothing = { habits: [], scheduled: [], isIncome: ({ amount }: CashFlow) => amount > 0 };
  return irregularPast({ ...nothing, groups: [groupOf(rows)], today: "2024-03-15" });
}

Deno.test("irregularPast() takes equal months for typical ones, and leaves this month out", () => {
  const past = pastOf([
    ...[["2023-12-01", -300], ["2024-01-05", -300], ["2024-02-29", -300]] as const,
    ...[["2024-03-01", -9_000]] as const,
  ]);
  assertEquals([past.spending, past.income], [-300, 0]);
  assertEquals(past.months.map(({ month }) => month), ["2023-12-01", "2024-01-01", "2024-02-01"]);
});

Deno.test("irregularPast() counts on no money that came in a single month of many", () => {
  const quiet = [
    "2023-09-01",
    "2023-10-01",
    "2023-11-01",
    "2023-12-01",
    "2024-01-01",
    "2024-02-01",
  ];
  const past = pastOf([...quiet.map((date) => [date, -300] as const), ["2024-01-15", 90_000]]);
  assertEquals([past.spending, past.income], [-300, 0]);
});

Deno.test("irregularPast() says nothing of less than two weeks", () => {
  assertEquals(pastOf([["2024-03-03", -1_000]]).spending, 0);
  // From the 2nd to the 15th are 14 days.
  assertEquals(pastOf([["2024-03-02", -1_400]]).spending, Math.round(-100 * 365.2425 / 12));
});
