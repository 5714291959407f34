import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import type { ScheduledRecord } from "../../../domain/base/plan_records.ts";
import { aSchedule, aSplitLine, aTransaction } from "../../_builders.ts";
import { type CashWorld, forecastOf, monthly, TODAY, transferRows } from "./_cash_world.ts";

const rent = monthly(1, { payee_name: "Landlord", amount: -1_000_000 });
const pay = monthly(25, { payee_name: "Employer", amount: 3_000_000, category_id: "inflow" });

const scheduled = (date: string, change: Parameters<typeof aSchedule>[0]): ScheduledRecord =>
  aSchedule({ date_first: date, date_next: date, ...change });

const outs = (world: CashWorld): readonly number[] =>
  forecastOf(world).months.map(({ out }) => out);
const ins = (world: CashWorld): readonly number[] =>
  forecastOf(world).months.map((month) => month.in);

Deno.test("forecastInSteps() counts a transfer only once if it replaces a scheduled transfer", () => {
  const sizes = [900_000, 500_000, 1_300_000, 700_000];
  const sweeps = monthly(28, { amount: -1 }).map((row, at) => ({
    ...row,
    id: `sweep ${at}`,
    amount: 0 - (sizes[at % 4] ?? 0),
  }));
  const schedule = scheduled("2024-03-28", {
    amount: -200_000,
    payee_name: "Transfer : savings",
    transfer_account_id: "savings",
  });
  const world = { rows: transferRows(sweeps, "savings"), accountIds: new Set(["checking"]) };
  const [, april = 0, may = 0] = outs({ ...world, schedules: [schedule] });
  for (const out of [april, may]) assert(out < -750_000 && out > -950_000, `${out}`);
});

Deno.test("forecastInSteps() replaces a payee's regular payments with the payee's schedule", () => {
  const schedule = scheduled("2024-04-01", { amount: -1_100_000, payee_name: "LANDLORD" });
  assertEquals(outs({ rows: rent, schedules: [schedule] }), [0, -1_100_000, -1_100_000]);
  const { assumptions } = forecastOf({ rows: rent, schedules: [schedule] });
  assertEquals(assumptions.recurring, []);
  assertEquals(
    assumptions.scheduled.map(({ next_date, times }) => [next_date, times]),
    [["2024-04-01", 2]],
  );
});

Deno.test("forecastInSteps() excludes scheduled payments from irregular spending", () => {
  // The amounts and dates of these bills vary too much for the bills to count as regular payments.
  const bills = [[3, -80_000], [9, -140_000], [1, -100_000], [12, -70_000], [5, -130_000]].flatMap(
    ([day, amount], at) => {
      const month = `2023-${String(8 + at).padStart(2, "0")}-01`;
      const change = { payee_name: "Power", ...(amount === undefined ? {} : { amount }) };
      return monthly(day ?? 1, change, { from: month, until: month });
    },
  );
  const schedule = aSchedule({
    date_first: "2023-08-06",
    date_next: "2024-04-06",
    amount: -100_000,
    payee_name: "Power",
  });
  const { months, assumptions } = forecastOf({ rows: bills, schedules: [schedule] });
  assertEquals([assumptions.variable_monthly, assumptions.recurring], [0, []]);
  assertEquals(months.map(({ out }) => out), [0, -100_000, -100_000]);
});

Deno.test("forecastInSteps() replaces the nearest regular payment with a one-off scheduled payment", () => {
  const schedule = scheduled("2024-04-03", {
    frequency: "never",
    amount: -1_050_000,
    payee_name: "Landlord",
  });
  assertEquals(outs({ rows: rent, schedules: [schedule] }), [0, -1_050_000, -1_000_000]);
});

Deno.test("forecastInSteps() still expects payments due this month", () => {
  const unpaid = monthly(4, { payee_name: "Phone", amount: -30_000 }, { until: "2024-02-01" });
  const { months, assumptions } = forecastOf({ rows: unpaid });
  assertEquals(months.map(({ out }) => out), [-30_000, -30_000, -30_000]);
  assertEquals(assumptions.recurring.map(({ next_date }) => next_date), [TODAY]);
  const schedule = scheduled("2024-03-04", { amount: -7_000 });
  assertEquals(outs({ schedules: [schedule] }), [-7_000, -7_000, -7_000]);
});

Deno.test("forecastInSteps() expects last month's missed payments for only a few more days", () => {
  const unpaid = monthly(24, { payee_name: "Phone", amount: -30_000 }, { until: "2024-01-01" });
  assertEquals(outs({ rows: unpaid }), [-30_000, -30_000, -30_000]);
  const late = monthly(28, { payee_name: "Phone", amount: -30_000 }, { until: "2024-01-01" });
  const world = { rows: late, today: "2024-03-05", until: "2024-03-01" };
  assertEquals(outs(world), [-60_000]);
});

Deno.test("forecastInSteps() omits a scheduled payment that was already made before its due date", () => {
  const paid = aTransaction({ date: "2024-03-14", amount: -1_000_000, payee_name: "Landlord" });
  const schedule = scheduled("2024-03-16", { amount: -1_000_000, payee_name: "Landlord" });
  const world = { schedules: [schedule], variableMonthly: 0 };
  assertEquals(outs({ ...world, rows: [paid] }), [0, -1_000_000, -1_000_000]);
  const other = { ...paid, amount: -650_000 };
  assertEquals(outs({ ...world, rows: [other] })[0], -1_000_000);
});

Deno.test("forecastInSteps() assigns the nearest payment to each due date of a schedule", () => {
  const due = (day: string): ReturnType<typeof aSchedule> =>
    aSchedule({ date_first: day, date_next: day, amount: -900_000, payee_name: "Landlord" });
  const nextDates = (days: readonly string[], paid: readonly string[], today: string): unknown => {
    const rows = paid.map((date) =>
      aTransaction({ date, amount: -900_000, payee_name: "Landlord" })
    );
    const { assumptions } = forecastOf({ schedules: days.map(due), rows, today });
    return assumptions.scheduled.map(({ next_date }) => next_date);
  };
  assertEquals(nextDates(["2024-03-08", "2024-03-09"], ["2024-03-08"], TODAY), [
    TODAY,
    "2024-04-08",
  ]);
  const [early, late] = ["2024-03-02", "2024-03-08"];
  assertEquals(nextDates(["2024-03-08", "2024-02-29"], [early, late], "2024-03-09"), [
    "2024-03-29",
    "2024-04-08",
  ]);
  // A payment that is more than ten days overdue is no longer expected.
  assertEquals(nextDates(["2024-02-27"], [], "2024-03-08"), ["2024-03-08"]);
  assertEquals(nextDates(["2024-02-27"], [], "2024-03-09"), ["2024-03-27"]);
});

Deno.test("forecastInSteps() counts regular and scheduled transfers to other accounts", () => {
  const moved = monthly(20, { amount: -200_000 });
  assertEquals(outs({ rows: transferRows(moved, "savings") }), [0, 0, 0]);
  const leaving = { rows: transferRows(moved, "brokerage") };
  assertEquals(outs(leaving), [-200_000, -200_000, -200_000]);
  const checkingOnly = { accountIds: new Set(["checking"]) };
  assertEquals(outs({ rows: transferRows(moved, "savings"), ...checkingOnly })[1], -200_000);
  const schedule = aSchedule({ amount: -50_000, transfer_account_id: "savings" });
  assertEquals(outs({ schedules: [schedule] }), [0, 0, 0]);
  assertEquals(outs({ schedules: [schedule], ...checkingOnly })[1], -50_000);
  assertEquals(ins({ schedules: [schedule], accountIds: new Set(["savings"]) })[1], 50_000);
});

Deno.test("forecastInSteps() ignores split lines that are transfers between the forecast's accounts", () => {
  const lines = [
    aSplitLine({ amount: 2_500_000, category_id: "inflow" }),
    aSplitLine({ amount: 500_000, transfer_account_id: "savings" }),
  ];
  const schedule = { ...aSchedule({ amount: 3_000_000 }), subtransactions: lines };
  assertEquals(ins({ schedules: [schedule], accountIds: new Set(["checking"]) })[1], 3_000_000);
  assertEquals(ins({ schedules: [schedule] })[1], 2_500_000);
  const rows = pay.map((row) => ({ ...row, subtransactions: lines }));
  assertEquals(ins({ rows, accountIds: new Set(["checking"]) })[1], 3_000_000);
  assertEquals(ins({ rows })[1], 2_500_000);
});

Deno.test("forecastInSteps() counts card payments instead of card spending", () => {
  const spent = monthly(18, { account_id: "visa", payee_name: "Shop", amount: -300_000 });
  const paid = transferRows(monthly(10, { amount: -300_000 }, { from: "2023-02-01" }), "visa");
  const rows = [...spent, ...paid];
  assertEquals(outs({ rows, balances: { visa: 0 } }), [0, -300_000, -300_000]);
});

/**
 * The expected April payment to an account that had irregular payments and now has a large debt.
 */
function settledInApril(account: string): number {
  const spending = [210, 340, 90, 420, 160, 380, 250, 310, 120, 400, 280, 190, 350, 230]
    .map((amount) => amount * -1000);
  const spent = spending.flatMap((amount, at) => {
    const month = at < 12 ? `2023-${String(at + 1).padStart(2, "0")}` : `2024-0${at - 11}`;
    return [aTransaction({ date: `${month}-18`, account_id: account, amount, payee_name: "Shop" })];
  });
  const paid = spending.flatMap((amount, at) => {
    const month = at < 11 ? `2023-${String(at + 2).padStart(2, "0")}` : `2024-0${at - 10}`;
    const row = aTransaction({ date: `${month}-10`, amount, payee_name: "x" });
    return transferRows([row], account);
  });
  const big = aTransaction({ date: "2024-03-12", account_id: account, amount: -900_000 });
  const [, april] = outs({ rows: [...spent, ...paid, big], balances: { [account]: -900_000 } });
  return april ?? 0;
}

Deno.test("forecastInSteps() assumes that a card's debt will be paid in full", () => {
  const april = settledInApril("visa");
  assert(april < -900_000 && april > -1_200_000, `${april}`);
});

Deno.test("forecastInSteps() ignores balance adjustments", () => {
  const payees = [
    "Starting Balance",
    "Manual Balance Adjustment",
    "Reconciliation Balance Adjustment",
    "Balance correction",
  ];
  for (const payee_name of payees) {
    const rows = monthly(20, { payee_name, amount: 900_000, category_id: "inflow" });
    const { months, assumptions } = forecastOf({ rows });
    assertEquals([months.at(-1)?.end, assumptions.monthly_income], [0, 0], payee_name);
  }
});

const draw = randomFrom("shopping");
const shopping = Array.from({ length: 120 }, (_, at) =>
  aTransaction({
    date: addDays("2023-01-02", draw.integer(0, 420)),
    amount: 0 - draw.integer(5_000, 180_000),
    payee_name: `Shop ${at % 30}`,
    category_id: "food",
  }));

Deno.test("forecastInSteps() spreads irregular spending over the days of each month", () => {
  const { months, assumptions } = forecastOf({ rows: shopping, today: "2024-02-29" });
  const { variable_monthly: monthlySpending, recurring } = assumptions;
  assertEquals(recurring, []);
  assert(monthlySpending > 200_000, `${monthlySpending}`);
  assertEquals(months.map(({ out }) => 0 - out), [
    0,
    monthlySpending,
    monthlySpending,
    monthlySpending,
  ]);
});

Deno.test("forecastInSteps() adds only one-time income to the given income", () => {
  const scheduled = aSchedule({ amount: 800_000, payee_name: "Second job", category_id: "inflow" });
  const gift = aSchedule({
    amount: 50_000,
    frequency: "never",
    date_first: "2024-04-02",
    date_next: "2024-04-02",
    payee_name: "Tax office",
  });
  const rows = [...pay, ...rent];
  const world = { rows, schedules: [scheduled, gift], monthlyIncome: 2_000_000 };
  const { months, assumptions } = forecastOf(world);
  assertEquals(months.map((month) => month.in), [2_000_000, 2_050_000, 2_000_000]);
  assertEquals(assumptions.monthly_income, 2_000_000);
  assertEquals(assumptions.recurring.map(({ payee }) => payee), ["Landlord"]);
  assertEquals(assumptions.scheduled.map(({ payee }) => payee), ["Tax office"]);
  assertEquals(ins({ rows: pay, monthlyIncome: 0 }), [0, 0, 0]);
});

Deno.test("forecastInSteps() ignores irregular wages if income is given, even if scheduled wages have a different category than past wages", () => {
  const job = { payee_name: "Job", category_id: "inflow" };
  // The dates vary too much for the wages to count as regular income.
  const wages = monthly(20, job, { from: "2023-10-01" }).map((row, at) => ({
    ...row,
    date: addDays(row.date, at * 5 % 12 - 6),
    amount: 800_000 + at * at % 7 * 100_000,
  }));
  const schedule = scheduled("2024-03-20", {
    amount: 1_000_000,
    payee_name: "Job",
    category_id: "food",
  });
  const world = { rows: [...rent, ...wages], schedules: [schedule], monthlyIncome: 300_000 };
  const { months } = forecastOf(world);
  assertEquals(months[1]?.p10, months[1]?.p90);
});

Deno.test("forecastInSteps() counts irregular income, unless income is given", () => {
  const jobs = Array.from({ length: 40 }, (_, at) =>
    aTransaction({
      date: addDays("2023-01-02", draw.integer(0, 420)),
      amount: draw.integer(200_000, 900_000),
      payee_name: `Client ${at % 9}`,
      category_id: "inflow",
    }));
  const guessed = forecastOf({ rows: jobs });
  assert(guessed.assumptions.monthly_income > 500_000);
  assertEquals(guessed.months[1]?.in, guessed.assumptions.monthly_income);
  assertEquals(guessed.assumptions.variable_monthly, 0);
  const given = forecastOf({ rows: jobs, monthlyIncome: 300_000 });
  assertEquals(given.months.map(({ in: income }) => income).slice(1), [300_000, 300_000]);
  assertEquals(given.months[1]?.p10, given.months[1]?.p90);
});

Deno.test("forecastInSteps() doesn't expect a one-time gift or wages from a former job", () => {
  const gift = aTransaction({ date: "2023-11-05", amount: 9_000_000, category_id: "inflow" });
  const former = monthly(25, { payee_name: "Former", amount: 2_000_000, category_id: "inflow" }, {
    until: "2023-12-01",
  });
  const { months, assumptions } = forecastOf({ rows: [...rent, ...former, gift] });
  assertEquals([assumptions.monthly_income, months.map((month) => month.in)], [0, [0, 0, 0]]);
});

Deno.test("with a short history, forecastInSteps() expects only recurring income", () => {
  const food = monthly(3, { amount: -100_000 }, { from: "2023-12-01" });
  const income = (...dates: readonly string[]): number => {
    const rows = dates.map((date) =>
      aTransaction({ date, amount: 5_000_000, category_id: "inflow" })
    );
    return forecastOf({ rows: [...food, ...rows] }).assumptions.monthly_income;
  };
  assertEquals([income("2023-12-10"), income("2024-01-10"), income("2024-02-10")], [0, 0, 0]);
  assert(income("2024-01-10", "2024-02-12") > 3_000_000);
  assert(income("2024-02-10", "2024-03-12") > 1_500_000);
});

Deno.test("forecastInSteps() is reproducible, and a longer forecast starts like a shorter one", () => {
  const rows = [...shopping, ...rent, ...pay];
  const short = forecastOf({ rows });
  assertEquals(forecastOf({ rows }), short);
  const long = forecastOf({ rows, until: "2024-09-01" });
  assertEquals(long.months.slice(0, 3), short.months);
  const [march, april] = long.months;
  assertNotEquals(march?.p10, march?.p90);
  assert((april?.p90 ?? 0) - (april?.p10 ?? 0) > (march?.p90 ?? 0) - (march?.p10 ?? 0));
});

Deno.test("forecastInSteps() keeps the balance of an empty plan unchanged", () => {
  const { months, assumptions } = forecastOf({ balances: { checking: 5 } });
  assertEquals(months.map(({ end, p10, p90 }) => [end, p10, p90]), Array(3).fill([5, 5, 5]));
  assertEquals([assumptions.variable_monthly, assumptions.monthly_income], [0, 0]);
});

Deno.test("forecastInSteps() extrapolates from the first weeks if there is no whole month of data", () => {
  const rows = ["2024-02-20", "2024-03-01", "2024-03-09"].map((date, at) =>
    aTransaction({ date, amount: -100_000, payee_name: `Shop ${at}`, category_id: "food" })
  );
  const { assumptions, months } = forecastOf({ rows });
  assertEquals(assumptions.variable_monthly, -Math.round(-300_000 / 25 * 365.2425 / 12));
  assertEquals(months[1]?.out, 0 - assumptions.variable_monthly);
});

Deno.test("forecastInSteps() expects the mean amount for a bill that is much larger in some months than in others", () => {
  const usual = [70_000, 92_000, 74_000, 88_000, 71_000, 94_000, 79_000];
  const large = new Set([4, 9, 15, 18, 23]);
  const rows = monthly(5, { payee_name: "Garage" }, { from: "2022-01-01" })
    .map((row, at) => ({ ...row, amount: 0 - (large.has(at) ? 176_000 : usual[at % 7] ?? 0) }));
  const { assumptions } = forecastOf({ rows });
  const [amount = 0] = assumptions.recurring.map((one) => one.amount);
  assert(amount < -90_000 && amount > -110_000, `${amount}`);
});

Deno.test("forecastInSteps() rounds payments to the currency's smallest unit", () => {
  const sizes = [81_170, 94_330, 77_510, 103_020, 88_870, 92_250, 79_990];
  const uneven = [...rent, ...pay].map((row, at) => ({
    ...row,
    amount: row.amount - (sizes[at % 7] ?? 0),
  }));
  const shops = monthly(9, { payee_name: "Shop" }).map((row, at) => ({
    ...row,
    payee_name: `Shop ${at}`,
    amount: 0 - (sizes[at % 7] ?? 0),
  }));
  for (const [decimals, step] of [[2, 10], [0, 1_000]] as const) {
    const rows = [...uneven, ...shops].map((row) => ({
      ...row,
      amount: Math.round(row.amount / step) * step,
    }));
    const { months, assumptions } = forecastOf({ rows, decimals, balances: { checking: 500_000 } });
    assert(assumptions.recurring.length > 0 && assumptions.variable_monthly > 0);
    for (const month of months) {
      assertEquals(month.start + month.in + month.out, month.end);
      for (const amount of [month.in, month.out, month.lowest]) assertEquals(amount % step + 0, 0);
    }
  }
});
