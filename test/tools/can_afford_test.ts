import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import { aCategory, aSchedule, aTarget } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids, monthly } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";
import { runs } from "../_runs.ts";

const trip = idOf("ca");

/**
 * Creates a plan with monthly pay of 1,100 on the 1st and rent of 1,000 on the 3rd. Its cash grows
 * by 100 a month and, after the default 15 months, is 1,500 on March 15. That amount consists of
 * 400 in Dining, 300 in Gifts, 50 in Power (whose target needs 120), 200 in Trip (whose target is
 * 600 by August) and 550 in Ready to Assign.
 */
function evenLife(change: Partial<PlanRecords> = {}, months = 15): PlanRecords {
  const pay = { id: "a1", amount: 1_100_000, payee_id: ids.employer, category_id: ids.inflow };
  const rent = { id: "a2", amount: -1_000_000, payee_id: ids.landlord, category_id: ids.rent };
  const first = addMonths("2026-03-01", 1 - months);
  const rents = monthly(first, months, rent)
    .map(({ date }) => [date, new Map([[ids.rent, 1_000_000]])] as const);
  const assignments = new Map(rents);
  const march = [[ids.dining, 400_000], [ids.gifts, 300_000], [ids.power, 50_000], [trip, 200_000]];
  for (const [id, amount] of march) assignments.get("2026-03-01")?.set(String(id), Number(amount));
  return household({
    categories: [
      ...household().categories,
      aCategory({
        id: trip,
        name: "Trip",
        category_group_id: ids.fun,
        target: aTarget({
          goal_type: "TBD",
          goal_needs_whole_amount: null,
          goal_cadence: 0,
          goal_cadence_frequency: null,
          goal_target: 600_000,
          goal_target_date: "2026-08-01",
          goal_creation_month: "2026-03-01",
        }),
      }),
    ],
    assignments,
    transactions: [
      ...monthly(first, months, pay),
      ...monthly(addDays(first, 2), months, rent),
    ],
    ...change,
  });
}

async function answerFor(
  args: Args,
  plan = evenLife(),
): Promise<Answer> {
  return await callIn(aWorld({ profile: "complete", plans: [plan] }), "can_afford", args);
}

Deno.test("can_afford returns 'yes' if there is enough cash and the category has enough money", async () => {
  const { structured } = await answerFor({ amount: 200, category_id: "Trip" });
  assertEquals(structured, {
    verdict: "yes",
    chance_below: { without: 0.05, with: 0.05 },
    limit: 0,
    safe_amount: 1500,
    earliest_date: "2026-03-15",
    lowest: { date: "2026-03-15", balance: 1500, balance_with: 1300 },
    category: { name: "Trip", available: 200, coming: 0, free: 200 },
    // Trip's target needs 100 a month, so spending 200 from Trip delays the target by two months.
    delays: [{ category: "Trip", months: 2 }],
    basis: { finished_months: 14, until: "2026-06-15" },
  });
});

const ready = { category_id: "000000c7", category: "Ready to Assign", free: 550 };
const dining = { category_id: "000000c4", category: "Dining", free: 400 };
const gifts = { category_id: "000000c3", category: "Fun/Gifts", free: 300 };

/**
 * Questions about a plan whose cash is 1,500 on March 15 and 1,600 from April 3 on, with the
 * expected answers.
 */
const verdicts: readonly (readonly [what: string, args: Args, answer: Args])[] = [
  ["Ready to Assign", { amount: 550 }, {
    verdict: "yes",
    category: { name: "Ready to Assign", available: 550, coming: 0, free: 550 },
  }],
  ["surpluses, the largest first", { amount: 1000 }, {
    verdict: "yes_if_moved",
    from: [{ ...dining, take: 400 }, { ...gifts, take: 50 }],
  }],
  ["Ready to Assign before surpluses", { amount: 900, category_id: "Fun/Gifts" }, {
    verdict: "yes_if_moved",
    category: { name: "Fun/Gifts", available: 300, coming: 0, free: 300 },
    from: [{ ...ready, take: 550 }, { ...dining, take: 50 }],
  }],
  ["only money that targets don't need", { amount: 1400 }, {
    verdict: "no",
    chance_below: { without: 0.05, with: 0.05 },
    from: [{ ...dining, take: 400 }, { ...gifts, take: 300 }],
    delays: [{ category: "Trip", months: 2 }],
    earliest_date: undefined,
  }],
  ["cash to the last cent", { amount: 1500 }, { chance_below: { without: 0.05, with: 0.05 } }],
  ["cash that arrives later", { amount: 1500.01 }, {
    verdict: "later",
    chance_below: { without: 0.05, with: 1 },
    safe_amount: 1500,
    earliest_date: "2026-04-01",
    lowest: { date: "2026-03-15", balance: 1500, balance_with: -0.01 },
  }],
  ["a later purchase", { amount: 550, date: "2026-04-03" }, { verdict: "yes", safe_amount: 1600 }],
  ["cash that never suffices", { amount: 50_000 }, { verdict: "no", earliest_date: undefined }],
  ["a minimum to keep", { amount: 1000.01, keep_at_least: 500 }, {
    verdict: "later",
    limit: 500,
    safe_amount: 1000,
    earliest_date: "2026-04-01",
  }],
  // Three payments from March 15 to May 15 can be 566.66 each, because without them, cash would be
  // 1,700 on May 15. Three payments from April 1 to June 1 can be 600 each, because without them,
  // cash would drop to 1,800 on June 3, its lowest point after the last payment.
  ["monthly payments", { amount: 600, monthly_times: 3 }, {
    verdict: "later",
    safe_amount: 566.66,
    earliest_date: "2026-04-01",
    lowest: { date: "2026-05-15", balance: 1700, balance_with: -100 },
    basis: { finished_months: 14, until: "2026-08-15" },
  }],
  ["cash in the named accounts only", { amount: 10, account_ids: ["Savings"] }, {
    verdict: "unknown",
  }],
];

Deno.test("can_afford considers both cash and the money that the plan doesn't need elsewhere", async () => {
  await using world = await aWorld({ profile: "complete", plans: [evenLife()] });
  for (const [what, args, answer] of verdicts) {
    const { structured } = await world.call("can_afford", args);
    const got = Object.fromEntries(Object.keys(answer).map((key) => [key, structured?.[key]]));
    assertEquals(got, answer, what);
  }
});

Deno.test("can_afford reserves money for a category's remaining bills this month", async () => {
  const bill = aSchedule({
    ...{ id: idOf("e1"), account_id: ids.checking, frequency: "monthly", amount: -150_000 },
    ...{ date_first: "2026-03-20", date_next: "2026-03-20" },
    ...{ payee_id: ids.cafe, category_id: ids.dining },
  });
  const plan = evenLife({ scheduled: [bill] });
  const own = await answerFor({ amount: 100, category_id: "Dining" }, plan);
  const amounts = { available: 400, coming: 150, free: 250 };
  assertEquals(own.structured?.["category"], { name: "Dining", ...amounts });
  const other = await answerFor({ amount: 800 }, plan);
  assertEquals(other.structured?.["from"], [{ ...gifts, take: 250 }]);
});

Deno.test("can_afford reserves money for a recurring charge that has no schedule", async () => {
  const plan = evenLife();
  const charge = { id: "a3", amount: -30_000, payee_id: ids.cafe, category_id: ids.dining };
  const charges = monthly("2025-01-20", 14, charge);
  const { structured } = await answerFor(
    { amount: 10, category_id: "Dining" },
    { ...plan, transactions: [...plan.transactions, ...charges] },
  );
  assertEquals((structured?.["category"] as Args)["coming"], 30);
});

Deno.test("can_afford omits probabilities if there are fewer than 12 finished months", async () => {
  const { structured } = await answerFor({ amount: 100 }, evenLife({}, 12));
  assertEquals(structured, {
    verdict: "unknown",
    chance_below: {},
    limit: 0,
    lowest: { date: "2026-03-15", balance: 1200, balance_with: 1100 },
    category: { name: "Ready to Assign", available: 250, coming: 0, free: 250 },
    basis: { finished_months: 11, until: "2026-06-15" },
  });
  const enough = await answerFor({ amount: 100 }, evenLife({}, 13));
  assertEquals(enough.structured?.["verdict"], "yes");
});

testRefusals("can_afford", { world: () => aWorld({ profile: "complete", plans: [evenLife()] }) }, [
  ["a fraction of a cent", { amount: 1.005 }, /^invalid_input: .*amount/],
  ["a date in the past", { amount: 5, date: "2026-03-14" }, /^invalid_input: date .*in the past/],
  ["a date too far ahead", { amount: 5, date: "2027-03-16" }, /^invalid_input: date .*too far/],
  ["an unknown category", { amount: 5, category_id: "Boat" }, /^not_found: .*"Boat"/],
]);

const units = (most: number): fc.Arbitrary<number> => fc.nat(most).map((count) => count * 10_000);
const anyTarget = fc.record({
  goal_type: fc.constantFrom("NEED", "NEED", "NEED", "NEED", "TB", "TBD", "MF"),
  goal_needs_whole_amount: fc.boolean(),
  goal_target: fc.integer({ min: 1, max: 10 }).map((count) => count * 10_000),
  goal_cadence: fc.constantFrom(0, 1, 2, 2, 4, 13),
  goal_day: fc.constantFrom(null, 3, 6),
  goal_target_date: fc.constantFrom(null, null, null, "2026-06-30", "2026-03-31"),
  goal_creation_month: fc.constantFrom("2026-01-01", "2026-02-01"),
}).map((target) => ({
  ...aTarget(target),
  ...(target.goal_type === "NEED" ? {} : { goal_needs_whole_amount: null, goal_cadence: 0 }),
}));

Deno.test("can_afford sends no request when an amount has too many decimals for the currency", async () => {
  await using world = await aWorld({ profile: "complete", plans: [evenLife()] });
  // A plan's currency is unknown before its first read.
  await world.call("can_afford", { amount: 1 });
  world.sent();
  // The cache has expired, so a read would request a delta.
  world.pass(31);
  const { text } = await world.call("can_afford", { amount: 1, keep_at_least: 0.005 });
  assertMatch(text, /^invalid_input: an amount has more decimals .*\nkeep_at_least/);
  assertEquals(world.sent(), []);
});

Deno.test("can_afford doesn't count money that a category's target needs", async () => {
  const anyCase = fc.record({
    target: anyTarget,
    before: units(40),
    assigned: units(80),
    spent: units(20),
  });
  // Each case is a category in the same plan.
  const cases = fc.sample(anyCase, runs(40, 7)).map((one, at) => ({ ...one, id: idOf(`f${at}`) }));
  const planWith = (takenFrom: ReadonlyMap<unknown, number>): PlanRecords =>
    household({
      categories: [
        ...household().categories,
        ...cases.map(({ id, target }) =>
          aCategory({ id, name: id, category_group_id: ids.fun, target })
        ),
      ],
      assignments: new Map([
        ["2026-02-01", new Map(cases.map(({ id, before }) => [id, before]))],
        [
          "2026-03-01",
          new Map(cases.map(({ id, assigned }) => [id, assigned - (takenFrom.get(id) ?? 0)])),
        ],
      ]),
      transactions: cases.map(({ id, spent }, at) =>
        aRow({ id: idOf(`e${at}`), amount: -spent, category_id: id })
      ),
    });
  const balancesIn = async (plan: PlanRecords): Promise<readonly Args[]> => {
    await using world = await aWorld({ plans: [plan] });
    const args = { category_ids: cases.map(({ id }) => id) };
    return rowsOf(await world.call("get_category_balances", args), "categories");
  };
  const args = { amount: 1_000_000, category_id: "Dining" };
  const from = rowsOf(await answerFor(args, planWith(new Map())), "from");
  const taken = new Map(from.map(({ category, take }) => [category, Number(take) * 1000]));
  assert(taken.size >= 8, `${taken.size}`);
  const [now, then] = [await balancesIn(planWith(new Map())), await balancesIn(planWith(taken))];
  for (const [at, { name, underfunded, available }] of then.entries()) {
    if (!taken.has(name)) continue;
    assertEquals([name, underfunded], [now[at]?.["name"], now[at]?.["underfunded"]]);
    assert(Number(available) >= 0);
  }
});
