import { assertEquals } from "@std/assert";
import { cashFlows } from "../../../domain/forecast/cash_flows.ts";
import { addDays, dayNumber } from "../../../domain/base/day.ts";
import { type Habit, habitsAmong } from "../../../domain/forecast/habits.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";
import { monthly, TODAY } from "./_cash_world.ts";

function habitsIn(rows: readonly TransactionRecord[], today: string = TODAY): readonly Habit[] {
  const options = { accountIds: new Set(["checking"]), sinceDay: dayNumber("2021-03-01") };
  return habitsAmong(cashFlows(payeeIndexOf(rows), options), {
    today,
    until: "2024-05-31",
    isIncome: ({ transaction: row, amount }) => amount > 0 && row.category_id === "inflow",
    cards: new Map(),
  });
}

const phone = { payee_name: "Phone", amount: -30_000 };

Deno.test("habitsAmong() tells what is to come of a habit", () => {
  const [habit, ...more] = habitsIn(monthly(20, phone));
  assertEquals(more, []);
  assertEquals(
    [habit?.payee, habit?.cadence, habit?.direction, habit?.isIncome],
    ["Phone", "monthly", "out", false],
  );
  assertEquals(habit?.payments, [
    { date: "2024-03-20", amount: -30_000 },
    { date: "2024-04-20", amount: -30_000 },
    { date: "2024-05-20", amount: -30_000 },
  ]);
});

Deno.test("habitsAmong() keeps a habit that has ended, with nothing to come", () => {
  const [habit] = habitsIn(monthly(20, phone, { until: "2023-12-01" }));
  assertEquals(habit?.payments, []);
  const [missed, after] = habit?.periods.slice(-2) ?? [];
  assertEquals([missed?.expected, missed?.flow], [-30_000, null]);
  assertEquals([after?.expected, after?.flow], [0, null]);
});

Deno.test("habitsAmong() expected the first payments of a new habit of nobody", () => {
  const old = monthly(1, { payee_name: "Landlord", amount: -900_000 });
  const recent = monthly(20, phone, { from: "2023-09-01" });
  const expected = (rows: readonly TransactionRecord[]): readonly (number | null)[] | undefined =>
    habitsIn(rows).find(({ payee }) => payee === "Phone")?.periods.map((period) => period.expected);
  assertEquals(expected([...old, ...recent]), [0, 0, 0, -30_000, -30_000, -30_000]);
  assertEquals(expected(recent), [null, ...Array(5).fill(-30_000)]);
});

Deno.test("habitsAmong() notes periods in which nothing came", () => {
  const rows = monthly(20, phone).filter(({ date }) => date !== "2023-06-20");
  const missed = habitsIn(rows)[0]?.periods.filter(({ flow }) => flow === null);
  assertEquals(missed?.map(({ dueDay, expected }) => [dueDay, expected]), [
    [dayNumber("2023-06-20"), -30_000],
  ]);
});

Deno.test("habitsAmong() takes what comes in for income by what most of it is put down as", () => {
  const refund = { payee_name: "Roommate", amount: 400_000 };
  const isIncome = (category_id: string): boolean | undefined =>
    habitsIn(monthly(20, { ...refund, category_id }))[0]?.isIncome;
  assertEquals([isIncome("inflow"), isIncome("food")], [true, false]);
});

Deno.test("habitsAmong() looks for no contract in a shop", () => {
  const days = Array.from({ length: 200 }, (_, at) => addDays(TODAY, -2 * at));
  const bread = days.map((date, at) =>
    aTransaction({ date, payee_name: "Bakery", amount: -4_000 - 37 * (at * at % 61) })
  );
  const contract = monthly(20, { payee_name: "Bakery", amount: -49_990 });
  assertEquals(habitsIn(contract).length, 1);
  assertEquals(habitsIn([...bread, ...contract]), []);
});
