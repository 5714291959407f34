import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aSchedule } from "../demo/_tiny_plan.ts";
import { household, idOf, ids, monthly } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

/** A salary on the 1st, rent on the 3rd, a card payment on the 10th, a scheduled power bill. */
function regularLife(): PlanRecords {
  const toVisa = { payee_id: ids.toVisa, transfer_account_id: ids.visa };
  const payments = monthly("2025-01-10", 15, { id: "a3", amount: -250_000, ...toVisa });
  const pay = { id: "a1", amount: 3_000_000, payee_id: ids.employer, category_id: ids.inflow };
  const rent = { id: "a2", amount: -1_000_000, payee_id: ids.landlord, category_id: ids.rent };
  const meals = { id: "a4", amount: -250_000, payee_id: ids.cafe, category_id: ids.dining };
  return household({
    transactions: [
      ...monthly("2025-01-01", 15, pay),
      ...monthly("2025-01-03", 15, rent),
      ...monthly("2025-01-05", 15, { ...meals, account_id: ids.visa }),
      ...payments.map((row) => ({ ...row, transfer_transaction_id: `${row.id.slice(0, -1)}f` })),
      ...payments.map((row) => ({
        ...row,
        id: `${row.id.slice(0, -1)}f`,
        account_id: ids.visa,
        amount: 250_000,
        payee_id: ids.toChecking,
        transfer_account_id: ids.checking,
        transfer_transaction_id: row.id,
      })),
    ],
    scheduled: [
      aSchedule({
        ...{ id: idOf("e1"), account_id: ids.checking, amount: -80_500 },
        ...{ date_first: "2026-03-20", date_next: "2026-03-20" },
        ...{ payee_id: ids.amazon, category_id: ids.power },
      }),
    ],
  });
}

async function answerFor(args: Args): Promise<Answer> {
  return await callIn(aWorld({ plans: [regularLife()] }), "forecast_balance", args);
}

Deno.test("forecast_balance projects the balance of cash accounts from spending habits and schedules", async () => {
  const { text } = await answerFor({ until: "2026-04" });
  assertEquals(text.split("\n"), [
    "start_balance: $26250.00 | chance_below_zero: 0.05 | " +
    "assumptions.monthly_income: $3000.00 | assumptions.variable_monthly: $0.00",
    "accounts ($): name|balance",
    "Checking|26250.00",
    "Savings|0.00",
    "months ($): month|start|in|out|end|lowest|lowest_date|lowest_p10|p10|p90",
    "2026-03|26250.00|0.00|-80.50|26169.50|26169.50|2026-03-20|26169.50|26169.50|26169.50",
    "2026-04|26169.50|3000.00|-1330.50|27839.00|27839.00|2026-04-20|27839.00|27839.00|27839.00",
    "all.cadence: monthly",
    "assumptions.recurring ($): payee|amount|next_date",
    "Employer|3000.00|2026-04-01",
    "Landlord|-1000.00|2026-04-03",
    "Transfer : Visa|-250.00|2026-04-10",
    "assumptions.scheduled ($): payee|amount|frequency|next_date|times",
    "Amazon|-80.50|monthly|2026-03-20|2",
  ]);
});

Deno.test("forecast_balance uses given assumptions instead of estimates", async () => {
  const { structured } = await answerFor({
    until: "current",
    monthly_income: 0,
    variable_monthly: 620,
    one_offs: [{ date: "2026-03-31", amount: -26_000, label: "Car" }],
  });
  assertEquals(structured?.["first_shortfall"], { date: "2026-03-31", balance: -150.5 });
  assertEquals(structured?.["chance_below_zero"], 1);
  assertEquals((structured?.["assumptions"] as Args)["one_offs"], [
    { date: "2026-03-31", amount: -26_000, label: "Car" },
  ]);
});

Deno.test("forecast_balance includes only requested accounts", async () => {
  const { structured } = await answerFor({ until: "2026-04", account_ids: ["Visa", "0000acc1"] });
  const [, april] = rowsOf({ structured }, "months");
  // A payment to the card doesn't change the accounts' total, but spending on the card does.
  assertEquals([structured?.["start_balance"], april?.["out"]], [26_250, -1330.5]);
});

testRefusals("forecast_balance", {}, [
  [{}, /^invalid_input: .*until is missing \(a month, such as 2026-11, or "current"\)$/],
  [{ until: "2026-02" }, /^invalid_input: `until` \(2026-02\) is in the past/],
  [{ until: "2028-04" }, /^invalid_input: `until` \(2028-04\) is more than 24 months ahead/],
  [
    { until: "2026-04", monthly_income: -1 },
    /^invalid_input: monthly_income must be at least 0: pass the monthly total without a minus sign$/,
  ],
  [
    { until: "2026-04", variable_monthly: -1 },
    /^invalid_input: variable_monthly must be at least 0: pass the monthly total without a minus sign$/,
  ],
  [
    {
      until: "2026-04",
      one_offs: [
        { date: "2026-03-14", amount: -1, label: "Past" },
        { date: "2026-05-01", amount: -1, label: "Later" },
        { date: "2026-04-30", amount: -1, label: "Fine" },
      ],
    },
    /^invalid_input: the dates in one_offs must be between today \(2026-03-15\) and .*\(2026-04-30\)\n2026-03-14 Past\n2026-05-01 Later$/,
  ],
  [
    { until: "2026-04", one_offs: [{ date: "2026-04-01", amount: 0.0001, label: "x" }] },
    /one_offs\.0\.amount must have at most 3 decimal places$/,
  ],
]);

Deno.test("forecast_balance sends no request when an amount has too many decimals for the currency", async () => {
  await using world = await aWorld({ plans: [regularLife()] });
  const args = {
    until: "2026-04",
    one_offs: [{ date: "2026-04-01", amount: -0.005, label: "Car" }],
  };
  const says =
    /^invalid_input: an amount has more decimals than the plan's currency allows: use at most 2 decimals\nCar: -0\.005$/;
  // The plan's currency is unknown until the plan has been read.
  assertMatch((await world.call("forecast_balance", args)).text, says);
  world.sent();
  // The cache has expired, so a read would request a delta.
  world.pass(31);
  assertMatch((await world.call("forecast_balance", args)).text, says);
  assertEquals(world.sent(), []);
});

Deno.test("forecast_balance forecasts up to 24 months", async () => {
  const { structured } = await answerFor({ until: "2028-03" });
  assertEquals(rowsOf({ structured }, "months").length, 25);
});

Deno.test("forecast_balance rejects a plan without cash accounts unless the call names accounts", async () => {
  const plan = household();
  const accounts = plan.accounts.map((account) => ({ ...account, closed: true }));
  await using world = await aWorld({ plans: [{ ...plan, accounts }] });
  const args = { until: "2026-04" };
  const { text } = await world.call("forecast_balance", args);
  assertMatch(text, /^not_found: the plan has no open on-budget cash account/);
  const named = await world.call("forecast_balance", { ...args, account_ids: ["House"] });
  assertEquals(named.isError, false);
});
