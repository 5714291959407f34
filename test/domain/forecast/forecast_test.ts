import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { aSchedule, aSplitLine, aTransaction } from "../../_builders.ts";
import { type CashWorld, forecastOf, monthly, TODAY, transferRows } from "./_cash_world.ts";

const rent = monthly(1, { payee_name: "Landlord", amount: -1_000_000 });
const pay = monthly(25, { payee_name: "Employer", amount: 3_000_000, category_id: "inflow" });

const outs = (world: CashWorld): readonly number[] =>
  forecastOf(world).months.map(({ out }) => out);
const ins = (world: CashWorld): readonly number[] =>
  forecastOf(world).months.map((month) => month.in);

Deno.test("forecastBalance() begins this month with today's balances, and chains the months", () => {
  const { accounts, start_balance, months } = forecastOf({
    balances: { checking: 500_000, savings: 250_000, visa: -90_000, brokerage: 7 },
    rows: [...rent, ...pay],
  });
  assertEquals(accounts, [
    { account_id: "checking", name: "checking", balance: 500_000 },
    { account_id: "savings", name: "savings", balance: 250_000 },
  ]);
  assertEquals(start_balance, 750_000);
  assertEquals(
    months.map((month) => [month.month, month.start, month.in, month.out, month.end]),
    [
      ["2024-03", 750_000, 3_000_000, 0, 3_750_000],
      ["2024-04", 3_750_000, 3_000_000, -1_000_000, 5_750_000],
      ["2024-05", 5_750_000, 3_000_000, -1_000_000, 7_750_000],
    ],
  );
});

Deno.test("forecastBalance() tells the lowest evening of each month and the first shortfall", () => {
  const { months, first_shortfall } = forecastOf({
    balances: { checking: 300_000 },
    schedules: [
      aSchedule({ date_next: "2024-03-20", date_first: "2024-03-20", amount: -400_000 }),
      aSchedule({ date_next: "2024-03-28", date_first: "2024-03-28", amount: 600_000 }),
    ],
  });
  assertEquals(months.map(({ lowest, lowest_date }) => [lowest, lowest_date]), [
    [-100_000, "2024-03-20"],
    [100_000, "2024-04-20"],
    [300_000, "2024-05-20"],
  ]);
  assertEquals(first_shortfall, { date: "2024-03-20", balance: -100_000 });
});

Deno.test("forecastBalance() does not count a scheduled transfer on top of the sweeps that stand for it", () => {
  const sizes = [900_000, 500_000, 1_300_000, 700_000];
  const sweeps = monthly(28, { amount: -1 }).map((row, at) => ({
    ...row,
    id: `sweep ${at}`,
    amount: 0 - (sizes[at % 4] ?? 0),
  }));
  const schedule = aSchedule({
    date_first: "2024-03-28",
    date_next: "2024-03-28",
    amount: -200_000,
    payee_name: "Transfer : savings",
    transfer_account_id: "savings",
  });
  const world = { rows: transferRows(sweeps, "savings"), accountIds: new Set(["checking"]) };
  const [, april = 0, may = 0] = outs({ ...world, schedules: [schedule] });
  for (const out of [april, may]) assert(out < -750_000 && out > -950_000, `${out}`);
});

Deno.test("forecastBalance() lets a schedule take the place of the habit of its payee", () => {
  const schedule = aSchedule({
    date_first: "2024-04-01",
    date_next: "2024-04-01",
    amount: -1_100_000,
    payee_name: "LANDLORD",
  });
  assertEquals(outs({ rows: rent, schedules: [schedule] }), [0, -1_100_000, -1_100_000]);
  const { assumptions } = forecastOf({ rows: rent, schedules: [schedule] });
  assertEquals(assumptions.recurring, []);
  assertEquals(
    assumptions.scheduled.map(({ next_date, times }) => [next_date, times]),
    [["2024-04-01", 2]],
  );
});

Deno.test("forecastBalance() takes what was paid by schedule for no irregular spending", () => {
  // The amounts lie too far apart, and too unevenly in time, to pass for a habit.
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

Deno.test("forecastBalance() lets a single schedule stand for the one payment it is near to", () => {
  const schedule = aSchedule({
    date_first: "2024-04-03",
    date_next: "2024-04-03",
    frequency: "never",
    amount: -1_050_000,
    payee_name: "Landlord",
  });
  assertEquals(outs({ rows: rent, schedules: [schedule] }), [0, -1_050_000, -1_000_000]);
});

Deno.test("forecastBalance() still counts what was due this month and has not come", () => {
  const unpaid = monthly(4, { payee_name: "Phone", amount: -30_000 }, { until: "2024-02-01" });
  const { months, assumptions } = forecastOf({ rows: unpaid });
  assertEquals(months.map(({ out }) => out), [-30_000, -30_000, -30_000]);
  assertEquals(assumptions.recurring.map(({ next_date }) => next_date), [TODAY]);
  const schedule = aSchedule({ date_first: "2024-03-04", date_next: "2024-03-04", amount: -7_000 });
  assertEquals(outs({ schedules: [schedule] }), [-7_000, -7_000, -7_000]);
});

Deno.test("forecastBalance() does not wait for what was due last month, but for a few days", () => {
  const unpaid = monthly(24, { payee_name: "Phone", amount: -30_000 }, { until: "2024-01-01" });
  assertEquals(outs({ rows: unpaid }), [-30_000, -30_000, -30_000]);
  const late = monthly(28, { payee_name: "Phone", amount: -30_000 }, { until: "2024-01-01" });
  const world = { rows: late, today: "2024-03-05", until: "2024-03-01" };
  assertEquals(outs(world), [-60_000]);
});

Deno.test("forecastBalance() counts no schedule that has been paid under its payee's name", () => {
  const paid = aTransaction({ date: "2024-03-14", amount: -1_000_000, payee_name: "Landlord" });
  const schedule = aSchedule({
    date_first: "2024-03-16",
    date_next: "2024-03-16",
    amount: -1_000_000,
    payee_name: "Landlord",
  });
  const world = { schedules: [schedule], variableMonthly: 0 };
  assertEquals(outs({ ...world, rows: [paid] }), [0, -1_000_000, -1_000_000]);
  const other = { ...paid, amount: -650_000 };
  assertEquals(outs({ ...world, rows: [other] })[0], -1_000_000);
});

Deno.test("forecastBalance() counts transfers that leave the accounts, habitual or scheduled", () => {
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

Deno.test("forecastBalance() calls a transfer from outside by the account's present name", () => {
  const schedule = aSchedule({
    ...{ account_id: "brokerage", account_name: "As it was called", amount: -50_000 },
    transfer_account_id: "checking",
  });
  const { assumptions } = forecastOf({ schedules: [schedule] });
  assertEquals(assumptions.scheduled.map(({ payee, amount }) => [payee, amount]), [
    ["Transfer : brokerage", 50_000],
  ]);
});

Deno.test("forecastBalance() counts what a split moves within the accounts neither way", () => {
  const lines = [
    aSplitLine({ amount: 2_500_000, category_id: "inflow" }),
    aSplitLine({ amount: 500_000, transfer_account_id: "savings" }),
  ];
  const schedule = { ...aSchedule({ amount: 3_000_000 }), subtransactions: lines };
  assertEquals(ins({ schedules: [schedule], accountIds: new Set(["checking"]) })[1], 3_000_000);
  assertEquals(ins({ schedules: [schedule] })[1], 2_500_000);
});

Deno.test("forecastBalance() counts a card's payment, not what is spent on it", () => {
  const spent = monthly(18, { account_id: "visa", payee_name: "Shop", amount: -300_000 });
  const paid = transferRows(monthly(10, { amount: -300_000 }, { from: "2023-02-01" }), "visa");
  const rows = [...spent, ...paid];
  assertEquals(outs({ rows, balances: { visa: 0 } }), [0, -300_000, -300_000]);
});

/** What is paid in April to an account from which other sums went each month, and a big one now. */
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

Deno.test("forecastBalance() foresees the payment of a card in full from what is owed", () => {
  const april = settledInApril("visa");
  assert(april < -900_000 && april > -1_200_000, `${april}`);
});

Deno.test("forecastBalance() takes no other account for a card that is paid in full", () => {
  const april = settledInApril("brokerage");
  assert(april > -500_000, `${april}`);
});

Deno.test("forecastBalance() takes balances that were set right for no income or spending", () => {
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

Deno.test("forecastBalance() counts a matched pair once", () => {
  const rows = monthly(20, { payee_name: "Phone", amount: -30_000 }).flatMap((row) => {
    const imported = {
      ...row,
      id: `${row.id}-bank`,
      import_id: row.id,
      matched_transaction_id: row.id,
    };
    return [{ ...row, matched_transaction_id: imported.id }, imported];
  });
  assertEquals(outs({ rows }), [-30_000, -30_000, -30_000]);
});

const draw = randomFrom("shopping");
const shopping = Array.from({ length: 120 }, (_, at) =>
  aTransaction({
    date: addDays("2023-01-02", draw.integer(0, 420)),
    amount: 0 - draw.integer(5_000, 180_000),
    payee_name: `Shop ${at % 30}`,
    category_id: "food",
  }));

Deno.test("forecastBalance() spreads irregular spending over the days and loses nothing", () => {
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

Deno.test("forecastBalance() spends the given amount irregularly, or nothing", () => {
  const given = forecastOf({ rows: shopping, variableMonthly: 310_001, today: "2024-02-29" });
  assertEquals(given.assumptions.variable_monthly, 310_001);
  assertEquals(given.months.map(({ out }) => out), [0, -310_001, -310_001, -310_001]);
  const never = forecastOf({ rows: rent, variableMonthly: 310_001, today: "2024-02-29" });
  assertEquals(
    never.months.map(({ end, p10, p90 }) => [p10 - end, p90 - end]),
    Array(4).fill([0, 0]),
  );
  const none = forecastOf({ rows: shopping, variableMonthly: 0 });
  assertEquals(none.months.map(({ out, p10, p90 }) => [out, p10, p90]), [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

Deno.test("forecastBalance() widens and narrows its range with the spending that is given", () => {
  const width = (variableMonthly?: number): number => {
    const { months } = forecastOf({
      ...{ rows: shopping, today: "2024-02-29" },
      ...(variableMonthly === undefined ? {} : { variableMonthly }),
    });
    const last = months.at(-1);
    return (last?.p90 ?? 0) - (last?.p10 ?? 0);
  };
  const usual = forecastOf({ rows: shopping, today: "2024-02-29" }).assumptions.variable_monthly;
  assert(width() > 0);
  assert(Math.abs(width(usual) / width() - 1) < 0.01, "as usual, the same range");
  assert(Math.abs(width(usual * 2) / width() - 2) < 0.1, "twice as much, twice as wide");
});

Deno.test("forecastBalance() puts a given income in the place of every guess", () => {
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

Deno.test("forecastBalance() counts irregular income, unless income is given", () => {
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

Deno.test("forecastBalance() keeps the path within its range where the past only ever went up", () => {
  const rows = pay.map((row, at) => ({ ...row, amount: Math.round(1_000_000 * 1.04 ** at) }));
  const { end = 0, p10 = 0, p90 = 0 } = forecastOf({ rows, until: "2024-09-01" }).months.at(-1) ??
    {};
  const place = (end - p10) / (p90 - p10);
  assert(p90 > p10 && place > 0.25 && place < 0.75, `${place}`);
});

Deno.test("forecastBalance() goes on with what was moved beyond what a schedule says", () => {
  const sizes = [650_000, 400_000, 1_100_000, 300_000, 900_000, 500_000, 750_000, 1_000_000];
  const moved = monthly(20, {}, { from: "2023-07-01", until: "2024-02-01" })
    .map((row, at) => ({ ...row, amount: 0 - (sizes[at] ?? 0) }));
  const schedule = aSchedule({
    amount: -100_000,
    date_first: "2024-03-28",
    date_next: "2024-03-28",
    transfer_account_id: "savings",
    payee_name: "Transfer : savings",
  });
  const { months } = forecastOf({
    rows: transferRows(moved, "savings"),
    schedules: [schedule],
    accountIds: new Set(["checking"]),
  });
  // The 100 that are scheduled, and 700 as in every month before.
  assert((months[1]?.out ?? 0) < -700_000, `${months[1]?.out}`);
});

Deno.test("forecastBalance() tells how low a month goes in nine of ten cases", () => {
  const world = { rows: [...rent, ...pay], balances: { checking: 5_000_000 } };
  const rows = world.rows.map((row, at) => ({ ...row, amount: row.amount + (at % 5) * 40_000 }));
  const { months } = forecastOf({ ...world, rows });
  for (const { lowest, lowest_p10, p10 } of months) assert(lowest_p10 <= Math.min(lowest, p10));
  assert((months[2]?.lowest_p10 ?? 0) < (months[2]?.lowest ?? 0));
});

Deno.test("forecastBalance() gives a given income on the day of the largest", () => {
  const small = monthly(5, { payee_name: "Lodger", amount: 200_000, category_id: "inflow" });
  const { months } = forecastOf({
    rows: [...pay, ...small],
    monthlyIncome: 1_000_000,
    schedules: [aSchedule({ amount: -600_000, date_first: "2024-04-20", date_next: "2024-04-20" })],
    today: "2024-03-31",
  });
  assertEquals(months[1]?.lowest_date, "2024-04-20");
});

Deno.test("forecastBalance() draws a house that was sold into its range by a month's spending only", () => {
  const sale = aTransaction({ date: "2023-10-05", amount: 900_000_000, category_id: "inflow" });
  const { months } = forecastOf({ rows: [...rent, ...pay, sale], until: "2025-03-01" });
  const { end = 0, p90 = 0 } = months.at(-1) ?? {};
  assert(p90 > end && p90 - end < 5_000_000, `${p90 - end}`);
});

Deno.test("forecastBalance() gives the income that it guesses", () => {
  const weekly = aSchedule({ amount: 100_000, frequency: "weekly", payee_name: "Lodger" });
  const { assumptions } = forecastOf({ rows: pay, schedules: [weekly] });
  assertEquals(assumptions.monthly_income, 3_000_000 + Math.round(100_000 * 365.2425 / 7 / 12));
});

Deno.test("forecastBalance() counts on no money that came once, nor on a job that has ended", () => {
  const gift = aTransaction({ date: "2023-11-05", amount: 9_000_000, category_id: "inflow" });
  const former = monthly(25, { payee_name: "Former", amount: 2_000_000, category_id: "inflow" }, {
    until: "2023-12-01",
  });
  const { months, assumptions } = forecastOf({ rows: [...rent, ...former, gift] });
  assertEquals([assumptions.monthly_income, months.map((month) => month.in)], [0, [0, 0, 0]]);
});

Deno.test("forecastBalance() adds single payments on their days", () => {
  const oneOffs = [
    { date: "2024-04-10", amount: -700_000, label: "Roof" },
    { date: TODAY, amount: 20_000, label: "Refund" },
  ];
  const { months, assumptions } = forecastOf({ oneOffs });
  assertEquals(months.map((month) => [month.in, month.out]), [[20_000, 0], [0, -700_000], [0, 0]]);
  assertEquals(assumptions.one_offs, oneOffs);
});

Deno.test("forecastBalance() lists habits with their next payment", () => {
  const { assumptions } = forecastOf({ rows: [...rent, ...pay] });
  assertEquals(assumptions.recurring, [
    { payee: "Employer", cadence: "monthly", amount: 3_000_000, next_date: "2024-03-25" },
    { payee: "Landlord", cadence: "monthly", amount: -1_000_000, next_date: "2024-04-01" },
  ]);
});

Deno.test("forecastBalance() has no chance of a shortfall far from zero, and a certain one below", () => {
  const rows = [...shopping, ...rent, ...pay];
  assertEquals(forecastOf({ rows, balances: { checking: 9e9 } }).chance_below_zero, 0);
  assertEquals(forecastOf({ rows, balances: { checking: -9e9 } }).chance_below_zero, 1);
  const spent = forecastOf({ rows: [...shopping, ...rent] }).months.at(-1)?.end ?? 0;
  const { chance_below_zero: chance } = forecastOf({
    rows: [...shopping, ...rent],
    balances: { checking: 0 - spent },
  });
  assert(chance > 0.2 && chance < 0.8, `${chance}`);
});

Deno.test("forecastBalance() gives the same answer for the same data, and a longer one that begins so", () => {
  const rows = [...shopping, ...rent, ...pay];
  const short = forecastOf({ rows });
  assertEquals(forecastOf({ rows }), short);
  const long = forecastOf({ rows, until: "2024-09-01" });
  assertEquals(long.months.slice(0, 3), short.months);
  const [march, april] = long.months;
  assertNotEquals(march?.p10, march?.p90);
  assert((april?.p90 ?? 0) - (april?.p10 ?? 0) > (march?.p90 ?? 0) - (march?.p10 ?? 0));
});

Deno.test("forecastBalance() knows nothing of an empty plan but its balance", () => {
  const { months, assumptions } = forecastOf({ balances: { checking: 5 } });
  assertEquals(months.map(({ end, p10, p90 }) => [end, p10, p90]), Array(3).fill([5, 5, 5]));
  assertEquals([assumptions.variable_monthly, assumptions.monthly_income], [0, 0]);
});

Deno.test("forecastBalance() goes by the first weeks while no month is whole", () => {
  const rows = ["2024-02-20", "2024-03-01", "2024-03-09"].map((date, at) =>
    aTransaction({ date, amount: -100_000, payee_name: `Shop ${at}`, category_id: "food" })
  );
  const { assumptions, months } = forecastOf({ rows });
  assertEquals(assumptions.variable_monthly, -Math.round(-300_000 / 25 * 365.2425 / 12));
  assertEquals(months[1]?.out, 0 - assumptions.variable_monthly);
});

const row = fc.record({
  date: fc.integer({ min: 0, max: 800 }).map((back) =>
    new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10)
  ),
  amount: fc.integer({ min: -2_000_000, max: 2_000_000 }),
  account_id: fc.constantFrom("checking", "savings", "visa"),
  payee_name: fc.constantFrom("A", "B", "C", "D", null),
  category_id: fc.constantFrom("inflow", "food", null),
  transfer_account_id: fc.constantFrom(null, null, null, "savings", "visa", "brokerage"),
}).map((fields) => aTransaction(fields));

Deno.test("forecastBalance() adds up, whatever the rows: months chain, ranges hold the path", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.constantFrom("2024-03-01", "2024-05-01", "2024-12-01"),
      (rows, balance, until) => {
        const { months, start_balance, chance_below_zero, first_shortfall } = forecastOf({
          rows,
          until,
          balances: { checking: balance },
        });
        let end = start_balance;
        for (const month of months) {
          assertEquals(month.start, end);
          assertEquals(month.end, month.start + month.in + month.out);
          assert(month.in >= 0 && month.out <= 0 && month.lowest <= month.end);
          assert(month.p10 <= month.end && month.end <= month.p90);
          assert([month.in, month.out, month.lowest, month.p10, month.p90].every(Number.isInteger));
          end = month.end;
        }
        assert(chance_below_zero >= 0 && chance_below_zero <= 1);
        assertEquals(first_shortfall !== null, months.some(({ lowest }) => lowest < 0));
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("forecastBalance() expects nothing finer than the currency has, so that months add up", () => {
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
