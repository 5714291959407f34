import { assertEquals } from "@std/assert";
import { balancePath } from "../../../domain/forecast/balance_path.ts";

const span = { today: "2024-02-27", until: "2024-03-31" };

Deno.test("balancePath() begins today and goes on by whole months", () => {
  const { months, evenings } = balancePath(100, [
    { date: "2024-02-29", amount: -30 },
    { date: "2024-03-01", amount: 5 },
    { date: "2024-03-31", amount: -1 },
  ], span);
  assertEquals(evenings.length, 34);
  assertEquals(months, [
    {
      month: "2024-02",
      start: 100,
      in: 0,
      out: -30,
      end: 70,
      lowest: 70,
      lowest_date: "2024-02-29",
    },
    { month: "2024-03", start: 70, in: 5, out: -1, end: 74, lowest: 74, lowest_date: "2024-03-31" },
  ]);
});

Deno.test("balancePath() sets off what comes and goes on one day, but tells both", () => {
  const flows = [{ date: "2024-02-27", amount: -150 }, { date: "2024-02-27", amount: 60 }];
  const { months, first_shortfall } = balancePath(100, flows, span);
  assertEquals([months[0]?.in, months[0]?.out, months[0]?.lowest], [60, -150, 10]);
  assertEquals(first_shortfall, null);
});

Deno.test("balancePath() gives the first of equally low days, and the first below zero", () => {
  const flows = [
    { date: "2024-02-28", amount: -101 },
    { date: "2024-02-29", amount: 50 },
    { date: "2024-03-02", amount: -50 },
  ];
  const { months, first_shortfall } = balancePath(100, flows, span);
  assertEquals(months.map(({ lowest_date }) => lowest_date), ["2024-02-28", "2024-03-02"]);
  assertEquals(first_shortfall, { date: "2024-02-28", balance: -1 });
});

Deno.test("balancePath() tells a shortfall that is there already, and leaves out other days", () => {
  const flows = [{ date: "2024-02-26", amount: 900 }, { date: "2024-04-01", amount: 900 }];
  const { first_shortfall, months } = balancePath(-1, flows, span);
  assertEquals(first_shortfall, { date: "2024-02-27", balance: -1 });
  assertEquals(months.at(-1)?.end, -1);
});

Deno.test("balancePath() adds up all that comes, and all that goes, on one day", () => {
  const on = (amount: number) => ({ date: "2024-02-28", amount });
  const { months, evenings } = balancePath(0, [on(60), on(-20), on(40), on(-30), on(0)], span);
  assertEquals([months[0]?.in, months[0]?.out], [100, -50]);
  assertEquals(evenings.slice(0, 3), [0, 50, 50]);
});

Deno.test("balancePath() takes an account that is emptied for none that falls short", () => {
  const { first_shortfall } = balancePath(100, [{ date: "2024-02-28", amount: -100 }], span);
  assertEquals(first_shortfall, null);
});
