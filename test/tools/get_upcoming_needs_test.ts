import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { addMonths } from "../../domain/base/month.ts";
import type { PlanRecords, StoredScheduled } from "../../demo/model/records.ts";
import { runs } from "../_runs.ts";
import { aCategory, aLine, aPayee, aSchedule, aTarget } from "../demo/_tiny_plan.ts";
import { aRow, aTransfer, household, householdSchedules, idOf, ids, withRows } from "./_plan.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

const gym = idOf("d9");

function schedule(
  id: string,
  date_next: string,
  change: Partial<StoredScheduled>,
): StoredScheduled {
  return aSchedule({
    id: idOf(id),
    date_first: date_next,
    date_next,
    frequency: "monthly",
    account_id: ids.checking,
    ...change,
  });
}

/** A scheduled bill, a split, a card payment, a transfer, and an unscheduled bill. */
function withBills(power: Readonly<Record<string, unknown>> = {}): PlanRecords {
  const plan = household();
  return {
    ...plan,
    payees: [...plan.payees, aPayee({ id: gym, name: "Gym" })],
    categories: plan.categories.map((one) =>
      one.id === ids.power && one.target ? { ...one, target: { ...one.target, ...power } } : one
    ),
    scheduled: [
      ...householdSchedules,
      schedule("93", "2026-03-20", { amount: -70_000, category_id: ids.power }),
      schedule("94", "2026-03-28", {
        amount: 2_000_000,
        payee_id: ids.employer,
        category_id: ids.inflow,
      }),
      schedule("95", "2026-04-10", {
        amount: -60_000,
        payee_id: ids.amazon,
        lines: [
          aLine({ id: idOf("96"), amount: -40_000, category_id: ids.gifts }),
          aLine({ id: idOf("97"), amount: -20_000, category_id: ids.dining }),
        ],
      }),
      schedule("98", "2026-04-12", {
        amount: -150_000,
        payee_id: ids.toVisa,
        transfer_account_id: ids.visa,
      }),
    ],
    transactions: [
      ...plan.transactions,
      ...["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"].map((month, at) =>
        aRow({
          id: idOf(`e${at}`),
          date: `${month}-03`,
          amount: -25_000,
          payee_id: gym,
          category_id: ids.otherGifts,
        })
      ),
    ],
  };
}

async function answerFor(args: Args, plan: PlanRecords = withBills()): Promise<Answer> {
  return await callIn(aWorld({ profile: "complete", plans: [plan] }), "get_upcoming_needs", args);
}

Deno.test("get_upcoming_needs adds up what next month's bills and targets need", async () => {
  const { text } = await answerFor({});
  // Ready to Assign is the income, 3,000, minus the 1,110 assigned, the 132 overspent before March,
  // and the 100.50 overspent in March.
  // Power has 50 available, all of which is needed for this month's bill.
  assertEquals(text.split("\n"), [
    "month: 2026-04 | ready_to_assign: $1657.50 | expected_income.before: $2000.00 | " +
    "expected_income.in_month: $2000.00 | left: $2302.50 | totals.coming: $1305.00 | " +
    "totals.targets: $120.00 | totals.short: $1355.00",
    "all.available: 0.00 | all.free: 0.00",
    "categories ($): name|group|coming|target|short|category_id",
    ...["Rent|Bills|1000.00|0.00|1000.00", "Visa|Credit Card Payments|150.00|0.00|150.00"],
    ...["Power|Bills|70.00|120.00|120.00", "Gifts|Fun|40.00|0.00|40.00|000000c3"],
    ...["Gifts|Bills|25.00|0.00|25.00|000000c5", "Dining|Fun|20.00|0.00|20.00"],
    "bills ($): date|payee|amount|category",
    ...["2026-04-01|Landlord|1000.00|Rent", "2026-04-03|Gym|25.00|Bills/Gifts"],
    ...["2026-04-10|Amazon|40.00|Fun/Gifts", "2026-04-10|Amazon|20.00|Dining"],
    ...["2026-04-12|Transfer : Visa|150.00|Visa", "2026-04-20|No payee|70.00|Power"],
  ]);
});

Deno.test("get_upcoming_needs lists a monthly transfer to a tracking account once", async () => {
  const days = ["2025-11-09", "2025-12-09", "2026-01-09", "2026-02-09", "2026-03-09"];
  const saved = { amount: -300_000, payee_id: ids.toHouse, category_id: ids.gifts };
  const transfers = days.flatMap((date, at) =>
    aTransfer([`5${at}`, `6${at}`], ids.house, { ...saved, date })
  );
  const plan = withRows(...transfers);
  const bill = { date: "2026-04-09", amount: 300, category: "Fun/Gifts" };
  const answer = await answerFor({}, plan);
  assertEquals(rowsOf(answer, "bills"), [{ ...bill, payee: "Transfer : House" }]);
  const scheduled = schedule("9a", "2026-04-09", {
    ...{ account_id: ids.house, payee_id: ids.toChecking, transfer_account_id: ids.checking },
    ...{ amount: 300_000, category_id: ids.gifts },
  });
  const other = await answerFor({}, { ...plan, scheduled: [scheduled] });
  assertEquals(rowsOf(other, "bills"), [{ ...bill, payee: "Transfer : Checking" }]);
});

Deno.test("get_upcoming_needs shows what the rest of this month needs", async () => {
  const answer = await answerFor({ month: "current" });
  assertEquals(rowsOf(answer, "bills"), [
    { date: "2026-03-20", payee: "No payee", amount: 70, category: "Power" },
  ]);
  const [power] = rowsOf(answer, "categories");
  assertEquals(power, {
    category_id: "000000c2",
    name: "Power",
    group: "Bills",
    available: 50,
    coming: 70,
    target: 70,
    short: 70,
    free: 0,
    // The bill by itself exceeds the available amount. The chance isn't 1, because the estimate
    // adds one hypothetical case with a 50% chance to the roughly 20 known cases.
    chance_over: 0.98,
  });
  const { structured } = answer;
  assertEquals(structured?.["expected_income"], { before: 0, in_month: 2_000 });
});

Deno.test("get_upcoming_needs counts nothing for a snoozed target", async () => {
  const snoozed = { goal_needs_whole_amount: false, goal_snoozed_at: "2026-03-01T08:00:00Z" };
  const answer = await answerFor({}, withBills(snoozed));
  const row = rowsOf(answer, "categories").find(({ name }) => name === "Power");
  assertEquals(row?.["target"], 0);
});

/** The target's interval in weeks, its date, and the Wednesdays in April when it is due. */
const weekly: readonly (readonly [every: number, date: string | null, days: string])[] = [
  [1, null, "1 8 15 22 29"],
  [1, "2026-03-04", "1 8 15 22 29"],
  [2, "2026-03-04", "1 15 29"],
  [2, "2026-03-11", "8 22"],
  // The target's date may be in this month or the next, and doesn't have to be a Wednesday.
  [2, "2026-04-06", "8 22"],
  [3, "2026-03-04", "15"],
  [3, "2026-03-09", "1 22"],
  [3, "2026-03-18", "8 29"],
];
Deno.test("get_upcoming_needs counts the due dates of a target that refills every few weeks", async () => {
  for (const [goal_cadence_frequency, goal_target_date, days] of weekly) {
    const target = {
      ...{ goal_cadence: 2, goal_cadence_frequency, goal_target_date, goal_day: 3 },
      ...{ goal_needs_whole_amount: false, goal_target: 100_000 },
    };
    const [power] = rowsOf(await answerFor({}, withBills(target)), "categories")
      .filter(({ name }) => name === "Power");
    // The 50 available in the Power category is spent on the power bill in March.
    const wanted = 100 * days.split(" ").length;
    assertEquals(power?.["target"], wanted, `every ${goal_cadence_frequency}, ${days}`);
  }
});

const units = (max: number, min = 0): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * 10_000);
const anyTarget = fc.record({
  goal_type: fc.constantFrom("NEED", "NEED", "TBD", "MF"),
  goal_needs_whole_amount: fc.boolean(),
  goal_target: fc.integer({ min: 1, max: 40 }).map((count) => count * 10_000),
  goal_cadence: fc.constantFrom(0, 1, 2, 4, 13),
  goal_cadence_frequency: fc.constantFrom(1, 2, 3),
  goal_day: fc.constantFrom(null, 3, 6),
  goal_target_date: fc.constantFrom(null, "2026-06-30", "2026-03-31", "2026-12-31"),
  goal_creation_month: fc.constantFrom("2026-01-01", "2026-02-01", "2026-03-01"),
})
  .map((one) => one.goal_type === "NEED" ? one : { ...one, goal_cadence: null })
  // If a target repeats every few weeks and has no date, the weeks in which it is due are unknown.
  .filter(({ goal_cadence, goal_cadence_frequency, goal_target_date }) =>
    goal_cadence !== 2 || goal_cadence_frequency === 1 || goal_target_date !== null
  );

Deno.test("get_upcoming_needs predicts how much YNAB will ask for after this month's bill is paid", async () => {
  const anyCase = fc.tuple(anyTarget, units(40), fc.tuple(units(30), units(50), units(30, -10)));
  // Each case is a category in the same plan.
  const cases = fc.sample(anyCase, runs(40, 5))
    .map(([target, bill, assigned], at) => ({ id: idOf(`f${at}`), target, bill, assigned }));
  const plan = household({
    categories: [
      ...household().categories,
      ...cases.map(({ id, target }) =>
        aCategory({ id, name: id, category_group_id: ids.fun, target: aTarget(target) })
      ),
    ],
    assignments: new Map(
      ["2026-02-01", "2026-03-01", "2026-04-01"].map((month, at) =>
        [month, new Map(cases.map(({ id, assigned }) => [id, assigned[at] ?? 0]))] as const
      ),
    ),
  });
  const billed = cases.filter(({ bill }) => bill > 0);
  const bills = billed.map(({ id, bill }, at) =>
    schedule(`e${at}`, "2026-03-20", { amount: -bill, category_id: id })
  );
  const needs = rowsOf(await answerFor({}, { ...plan, scheduled: bills }), "categories");
  const paid = billed.map(({ id, bill }, at) =>
    aRow({ id: idOf(`a${at}`), date: "2026-03-20", amount: -bill, category_id: id })
  );
  await using later = await aWorld({
    plans: [{ ...plan, transactions: [...plan.transactions, ...paid] }],
  });
  const balances = await later.call("get_category_balances", {
    month: "2026-04",
    category_ids: cases.map(({ id }) => id),
  });
  const asked = rowsOf(balances, "categories");
  assertEquals(asked.length, cases.length);
  for (const { name, underfunded = 0 } of asked) {
    const { target = 0 } = needs.find((one) => one["name"] === name) ?? {};
    assertEquals(target, underfunded, JSON.stringify(cases.find(({ id }) => id === name)));
  }
});

Deno.test("get_upcoming_needs counts amounts already assigned in the next month", async () => {
  const plan = withBills();
  plan.assignments.set("2026-04-01", new Map([[ids.rent, 900_000]]));
  const rent = rowsOf(await answerFor({}, plan), "categories").find(({ name }) => name === "Rent");
  assertEquals([rent?.["assigned"], rent?.["short"], rent?.["free"]], [900, 100, 0]);
});

Deno.test("get_upcoming_needs counts a bill in a hidden category", async () => {
  const plan = withBills();
  const hidden = schedule("99", "2026-04-15", { amount: -9_000, category_id: ids.hidden });
  const answer = await answerFor({}, { ...plan, scheduled: [...plan.scheduled, hidden] });
  const needs = rowsOf(answer, "categories");
  assertEquals(needs.find(({ name }) => name === "Old hobby")?.["short"], 9);
  const bills = rowsOf(answer, "bills").map(({ amount }) => Number(amount));
  const { coming } = answer.structured?.["totals"] as Args;
  assertEquals(coming, bills.reduce((sum, amount) => sum + amount, 0));
});

Deno.test("get_upcoming_needs lists bills without a category and excludes them from totals", async () => {
  const plan = withBills();
  const nameless = schedule("99", "2026-04-15", { amount: -9_000, payee_id: ids.cafe });
  const answer = await answerFor({}, { ...plan, scheduled: [...plan.scheduled, nameless] });
  assertEquals(
    rowsOf(answer, "bills").find(({ date }) => date === "2026-04-15"),
    { date: "2026-04-15", payee: "Caf\u00e9 M\u00fcller", amount: 9 },
  );
  assertEquals(answer.structured?.["totals"], { coming: 1_305, targets: 120, short: 1_355 });
  assertEquals(answer.structured?.["notes"], ["Bills without a category aren't in any total."]);
});

Deno.test("get_upcoming_needs lists the bills for a month that doesn't exist in YNAB yet", async () => {
  await using other = await aWorld({ plans: [withBills()] });
  const notFound = { error: { id: "404.2", name: "resource_not_found", detail: "Not found" } };
  await using world = await aWorld({
    profile: "complete",
    fetch: async (input, init) =>
      String(input).includes("/months/2026-04-01")
        ? new Response(JSON.stringify(notFound), { status: 404 })
        : await other.upstream.fetch(input, init),
  });
  const answer = await world.call("get_upcoming_needs");
  assertEquals(Object.keys(answer.structured ?? {}).sort(), ["bills", "month", "notes"]);
  assertEquals(rowsOf(answer, "bills").length, 6);
  assertMatch(answer.text, /YNAB has no data for 2026-04 yet/);
});

Deno.test("get_upcoming_needs counts the full amount that a target with 0 months left still needs", async () => {
  const balance = { goal_type: "TBD", goal_target: 300_000, goal_target_date: "2026-03-31" };
  await using other = await aWorld({ plans: [withBills({ ...balance, goal_cadence: 0 })] });
  await using world = await aWorld({
    profile: "complete",
    fetch: async (input, init) => {
      const response = await other.upstream.fetch(input, init);
      if (!String(input).includes("/months/2026-04-01")) return response;
      const text = await response.text();
      const changed = text.replaceAll(
        /"goal_months_to_budget":\d+/gu,
        '"goal_months_to_budget":0',
      );
      return new Response(changed, { status: response.status });
    },
  });
  const answer = await world.call("get_upcoming_needs");
  const power = rowsOf(answer, "categories").find(({ name }) => name === "Power");
  // The 50 available in Power is spent on its bill in March.
  assertEquals(power?.["target"], 300);
});

/** Bills on the 8th of each month, through March. */
function monthlyBills(sizes: readonly number[]): ReturnType<typeof aRow>[] {
  return sizes.map((size, at) =>
    aRow({
      id: idOf(`b${at}`),
      date: addMonths("2026-03-08", at + 1 - sizes.length),
      amount: -1_000 * size,
      payee_id: ids.cafe,
      category_id: ids.power,
    })
  );
}

Deno.test("after a bill rises, get_upcoming_needs expects the same amount as find_recurring_charges", async () => {
  const steady = [78, 84, 75, 81, 86, 79, 74, 83, 80, 77, 82, 81];
  const varied = [69, 93, 74, 88, 95, 71, 83, 66, 90, 78, 86, 70];
  const gas = [70, 40, 30, 30, 30, 40, 70, 110, 140, 150, 130, 110];
  const cases = [
    { sizes: [...steady, 119, 124, 113, 122], expected: 119, yearly: 1_428, after: 119 },
    // The median of the last three bills. The rise may be seasonal, so the cost per year doesn't
    // include it yet.
    { sizes: [...varied, 109, 125, 107, 131], expected: 125, yearly: 1_032 },
    { sizes: gas, expected: 130, yearly: 840 },
    // A new contract has a fixed price.
    { sizes: [...steady, 120, 120], expected: 120, yearly: 1_440, after: 120 },
    { sizes: [...steady, 110, 110], expected: 110, yearly: 972 },
    { sizes: [...steady, 240], expected: 81, yearly: 972 },
  ];
  for (const { sizes, expected, yearly, after } of cases) {
    const plans = [household({ transactions: monthlyBills(sizes) })];
    await using world = await aWorld({ profile: "complete", plans });
    const needs = await world.call("get_upcoming_needs");
    const { structured } = await world.call("find_recurring_charges");
    const [charge] = structured?.["charges"] as Args[];
    const change = charge?.["price_change"] as Args | undefined;
    assertEquals(
      {
        needs: rowsOf(needs, "bills").map(({ amount }) => amount),
        ...{ charge: charge?.["amount"], yearly: charge?.["yearly_amount"] },
        after: change?.["after"],
      },
      { needs: [expected], charge: expected, yearly, after },
      sizes.join(" "),
    );
  }
});

Deno.test("get_upcoming_needs and forecast_balance count a scheduled bill only once", async () => {
  const rising = [80, 80, 80, 120, 120, 120];
  const cases = [
    // The actual amount of April's bill.
    { sizes: [78, 84, 80, 82], date_next: "2026-04-10", amount: -115_000, needed: 115 },
    // The usual amount, but on another day.
    { sizes: [80, 80, 80, 80], date_next: "2026-04-20", amount: -80_000, needed: 80 },
    // A schedule that wasn't updated when the bill rose.
    {
      sizes: rising,
      frequency: "monthly",
      date_first: "2026-01-08",
      date_next: "2026-04-08",
      amount: -70_000,
      needed: 70,
    },
    // Another purchase from the same payee.
    { sizes: [80, 80, 80, 80], date_next: "2026-04-20", amount: -120_000, needed: 200 },
    { sizes: [80, 80, 80, 80], date_next: "2026-04-10", amount: -170_000, needed: 250 },
    { sizes: [80, 80, 80, 80], date_next: "2026-04-10", amount: -120_000, needed: 200 },
    { sizes: [80, 80, 80, 80], date_next: "2026-04-10", amount: -45_000, needed: 125 },
  ];
  for (const { sizes, needed, ...change } of cases) {
    const entry = { frequency: "never", payee_id: ids.cafe, category_id: ids.power, ...change };
    const scheduled = [schedule("9a", change.date_next, entry)];
    const plans = [household({ transactions: monthlyBills(sizes), scheduled })];
    await using world = await aWorld({ profile: "complete", plans });
    const { structured } = await world.call("get_upcoming_needs");
    const args = { until: "2026-04", variable_monthly: 0 };
    const months = rowsOf(await world.call("forecast_balance", args), "months");
    const { coming } = structured?.["totals"] as Args;
    assertEquals([coming, months.at(-1)?.["out"]], [needed, -needed], JSON.stringify(change));
  }
});

Deno.test("if a payee has two recurring bills, get_upcoming_needs and forecast_balance treat a one-time scheduled transaction as the payment for only one of them", async () => {
  for (const [other, day] of [[55, "14"], [80, "12"]] as const) {
    const contracts = [
      ...monthlyBills([50, 50, 50, 50]),
      ...monthlyBills([other, other, other, other]).map((bill, at) => ({
        ...{ ...bill, id: idOf(`c${at}`) },
        date: `${bill.date.slice(0, 8)}${day}`,
      })),
    ];
    const amount = -1_000 * other;
    const entry = { frequency: "never", payee_id: ids.cafe, category_id: ids.power, amount };
    const scheduled = [schedule("9a", `2026-04-${day}`, entry)];
    const plans = [household({ transactions: contracts, scheduled })];
    await using world = await aWorld({ profile: "complete", plans });
    const { structured } = await world.call("get_upcoming_needs");
    const args = { until: "2026-04", variable_monthly: 0 };
    const months = rowsOf(await world.call("forecast_balance", args), "months");
    const { coming } = structured?.["totals"] as Args;
    assertEquals([coming, months.at(-1)?.["out"]], [50 + other, -50 - other]);
  }
});

Deno.test("get_upcoming_needs expects a scheduled bonus as well as the usual pay", async () => {
  for (const pay of [[3_000, 3_000, 3_000, 3_000], [3_010, 2_990, 3_020, 2_980]]) {
    const income = { payee_id: ids.employer, category_id: ids.inflow };
    const transactions = monthlyBills(pay).map((one) => ({
      ...one,
      ...income,
      amount: -one.amount,
    }));
    const scheduled = [
      schedule("9a", "2026-04-09", { ...income, frequency: "never", amount: 2_000_000 }),
    ];
    const plans = [household({ transactions, scheduled })];
    await using world = await aWorld({ profile: "complete", plans });
    const { structured } = await world.call("get_upcoming_needs");
    const { in_month: inMonth } = structured?.["expected_income"] as { in_month: number };
    assertEquals(Math.round(inMonth / 100), 50);
  }
});
