import { assertEquals, assertObjectMatch } from "@std/assert";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { addMonths } from "../../domain/base/month.ts";
import { aPayee, aSchedule } from "../demo/_tiny_plan.ts";
import { confirm } from "./_confirm.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, aWorld, rowsOf, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

type Item = Readonly<Record<string, unknown>>;

const gym = idOf("d9");
const plan = { plan_id: ids.plan };

/** The household without anything that a digest reports. */
function quietPlan(): PlanRecords {
  const all = household();
  return {
    ...all,
    payees: [...all.payees, aPayee({ id: gym, name: "Gym" })],
    accounts: all.accounts.map((one) => ({ ...one, direct_import_in_error: false })),
    assignments: new Map([
      ["2026-03-01", new Map([[ids.rent, 1_000_000], [ids.power, 50_000], [ids.dining, 200_000]])],
    ]),
    transactions: all.transactions.filter(({ id }) =>
      !["74", "75"].some((one) => id === idOf(one))
    ),
  };
}

/** One payment on each given date. */
function monthly(
  months: readonly string[],
  change: Partial<StoredTransaction>,
): readonly StoredTransaction[] {
  return months.map((day, at) =>
    aRow({ id: idOf(`e${at}0`), payee_id: gym, date: day, ...change })
  );
}

const DAYS = [
  "2025-07",
  "2025-08",
  "2025-09",
  "2025-10",
  "2025-11",
  "2025-12",
  "2026-01",
  "2026-02",
];

function daysOf(day: string): readonly string[] {
  return DAYS.map((month) => `${month}-${day}`);
}

function withRows(...rows: readonly StoredTransaction[]): PlanRecords {
  const own = quietPlan();
  return { ...own, transactions: [...own.transactions, ...rows] };
}

async function answerIn(
  records: PlanRecords,
  { args = {}, ...options }: { readonly args?: Args } & Parameters<typeof aWorld>[0] = {},
): Promise<Answer> {
  await using world = await aWorld({
    profile: "complete",
    write: true,
    plans: [records],
    ...options,
  });
  return await world.call("get_digest", { ...plan, ...args });
}

function itemsOf({ structured }: Answer): readonly Item[] {
  return rowsOf({ structured }, "items");
}

Deno.test("get_digest returns no items when nothing needs attention", async () => {
  const { structured } = await answerIn(quietPlan());
  assertEquals(structured, {
    since: "2026-03-08",
    quiet: true,
    waiting: { unapproved: 2, uncategorized: 2 },
  });
});

Deno.test("get_digest lists overspending before broken bank links, each with a next step", async () => {
  const answer = await answerIn(household());
  assertEquals(itemsOf(answer), [
    {
      kind: "overspent",
      what: "Dining is overspent by $35.50",
      amount: 35.5,
      ids: ["000000c4"],
      next: {
        tool: "assign_month",
        arguments: { month: "current", mode: "cover_overspending" },
      },
    },
    {
      kind: "overspent",
      what: "Gifts is overspent by $20.00",
      amount: 20,
      ids: ["000000c3"],
      next: {
        tool: "assign_month",
        arguments: { month: "current", mode: "cover_overspending" },
      },
    },
    {
      kind: "bank_link_broken",
      what: "Visa: reconnect it to the bank in the YNAB app",
      ids: ["0000acc3"],
      next: { tool: "list_accounts" },
    },
  ]);
  assertEquals(answer.structured?.["quiet"], undefined);
});

function scheduled(
  date_next: string,
  change: Partial<PlanRecords["scheduled"][number]>,
): PlanRecords {
  const own = quietPlan();
  const one = aSchedule({
    id: idOf("93"),
    date_first: date_next,
    date_next,
    frequency: "monthly",
    account_id: ids.checking,
    payee_id: ids.landlord,
    ...change,
  });
  return { ...own, scheduled: [one] };
}

const spent = aRow({
  id: idOf("e1"),
  account_id: ids.visa,
  date: "2026-03-09",
  amount: -500_000,
  payee_id: ids.amazon,
});

const cases: readonly (readonly [what: string, records: PlanRecords, item: Item])[] = [
  // 50 are assigned and available. The bill needs 70, so a total of 70 must be assigned.
  [
    "a bill within a week that its category can't pay",
    scheduled("2026-03-20", { amount: -70_000, category_id: ids.power }),
    {
      kind: "bill_short",
      what: "Power needs $20.00 more for Landlord",
      amount: 20,
      date: "2026-03-20",
      next: {
        tool: "set_category_budget",
        arguments: { month: "2026-03", category_id: "000000c2", amount: 70 },
      },
    },
  ],
  [
    "cash that may fall below zero within 60 days",
    scheduled("2026-04-10", { amount: -9_000_000, category_id: ids.rent, frequency: "never" }),
    {
      kind: "cash_short",
      date: "2026-04-10",
      next: { tool: "forecast_balance", arguments: { until: "2026-05" } },
    },
  ],
  [
    "a card whose gap has grown",
    withRows(spent),
    {
      kind: "card_gap",
      what: "Visa is short by $500.00, up $500.00 since the end of 2026-02",
      amount: 500,
      next: { tool: "explain_card", arguments: { account_id: "0000acc3" } },
    },
  ],
  [
    "more assigned than there is",
    { ...quietPlan(), assignments: new Map([["2026-03-01", new Map([[ids.rent, 4_000_000]])]]) },
    { kind: "overassigned", next: { tool: "get_upcoming_needs", arguments: { month: "current" } } },
  ],
  [
    "a category that will probably be overspent",
    // Different payees, so that the payments aren't a recurring charge.
    withRows(
      ...Array.from({ length: 20 }, (_, at) => addMonths("2026-02-25", -at))
        .map((date, at) =>
          aRow({
            id: idOf(`e${at}1`),
            date,
            amount: -60_000 - at * 9_000,
            payee_id: at % 2 === 0 ? ids.cafe : ids.amazon,
            category_id: ids.power,
          })
        ),
    ),
    { kind: "likely_overspent", ids: ["000000c2"] },
  ],
  [
    "a bill that didn't come",
    withRows(...monthly(daysOf("03"), { amount: -25_000, category_id: ids.dining })),
    { kind: "missing_bill", amount: 25, date: "2026-03-03" },
  ],
  [
    "income that didn't come",
    withRows(...monthly(daysOf("04"), { amount: 500_000, category_id: ids.inflow })),
    { kind: "missing_income", amount: 500, date: "2026-03-04" },
  ],
  [
    "a higher price",
    withRows(
      ...monthly(daysOf("10"), { amount: -10_000, category_id: ids.dining }),
      aRow({
        id: idOf("e9"),
        date: "2026-03-10",
        payee_id: gym,
        amount: -12_000,
        category_id: ids.dining,
      }),
    ),
    {
      kind: "price_rise",
      what: "Gym $12.00: $10.00 before, now $12.00",
      amount: 12,
      date: "2026-03-10",
      ids: ["000000e9"],
      next: { tool: "find_recurring_charges" },
    },
  ],
  [
    "a payment entered twice",
    withRows(
      aRow({ id: idOf("e1"), date: "2026-03-12", payee_id: ids.cafe, amount: -33_000 }),
      aRow({ id: idOf("e2"), date: "2026-03-12", payee_id: ids.cafe, amount: -33_000 }),
    ),
    {
      kind: "duplicate",
      amount: 33,
      date: "2026-03-12",
      next: { tool: "find_transactions", arguments: { payee: "Caf\u00e9 M\u00fcller" } },
    },
  ],
  [
    "an unusual amount, in a whole sentence",
    {
      ...withRows(
        ...["07-04", "07-19", "08-09", "09-01", "09-28", "10-30", "11-11", "12-24"].map((day, at) =>
          aRow({
            id: idOf(`e${at}2`),
            date: `2025-${day}`,
            payee_id: ids.amazon,
            amount: -19_000 - at * 500,
            category_id: ids.dining,
          })
        ),
        aRow({ id: idOf("ea"), date: "2026-03-12", payee_id: ids.amazon, amount: -200_000 }),
      ),
      payees: quietPlan().payees.map((one) =>
        one.id === ids.amazon ? { ...one, name: "Amazon Services" } : one
      ),
    },
    {
      kind: "unusual",
      what: "Amazon Services $200.00: more than any of 10 other payments (usually about $20.25)",
      amount: 200,
      ids: ["000000ea"],
    },
  ],
  [
    "money that isn't repaid after 30 days",
    {
      ...withRows(
        aRow({
          id: idOf("e1"),
          date: "2026-02-10",
          payee_id: ids.cafe,
          amount: -90_000,
          category_id: ids.gifts,
        }),
      ),
      categories: quietPlan().categories.map((one) =>
        one.id === ids.gifts ? { ...one, name: "Reimbursements" } : one
      ),
    },
    {
      kind: "reimbursement_due",
      what: "$90.00 in Reimbursements hasn't been repaid after 30 days",
      amount: 90,
      ids: ["000000e1"],
      next: { tool: "list_reimbursements", arguments: { mark: "000000c3" } },
    },
  ],
];

for (const [what, records, item] of cases) {
  Deno.test(`get_digest reports ${what}`, async () => {
    const answer = await answerIn(records);
    const found = itemsOf(answer).find(({ kind }) => kind === item["kind"]);
    assertObjectMatch(found ?? { none: answer.text }, { ...item });
  });
}

const APRIL = { month: "2026-04", category_id: "000000c1", amount: 900 };
const rentBill = scheduled("2026-04-01", { amount: -900_000, category_id: ids.rent }).scheduled;
const powerBill = aSchedule({
  ...{ id: idOf("94"), date_first: "2026-04-04", date_next: "2026-04-04", amount: -150_000 },
  ...{ account_id: ids.checking, category_id: ids.power },
});
const nextBills: readonly (readonly [PlanRecords["scheduled"], Item])[] = [
  [rentBill, {
    what: "Rent needs $900.00 more for Landlord",
    amount: 900,
    next: { tool: "set_category_budget", arguments: APRIL },
  }],
  [[...rentBill, powerBill], {
    what: "2 categories need $1000.00 more for bills from 2026-04-01 to 2026-04-04",
    amount: 1_000,
    ids: ["000000c1", "000000c2"],
    next: { tool: "get_upcoming_needs", arguments: { month: "next" } },
  }],
];
for (const [bills, item] of nextBills) {
  Deno.test(`get_digest reports next week's bills in the next month: ${item["what"]}`, async () => {
    const answer = await answerIn({ ...quietPlan(), scheduled: [...bills] }, {
      today: "2026-03-28",
    });
    const found = itemsOf(answer).filter(({ kind }) => kind === "bill_short");
    assertEquals(found.length, 1, answer.text);
    assertObjectMatch({ ...found[0] }, { ...item, date: "2026-04-01" });
  });
}

async function kindsIn(world: World): Promise<readonly unknown[]> {
  return itemsOf(await world.call("get_digest", plan)).map(({ kind }) => kind);
}

Deno.test("get_digest reports money moved by other clients", async () => {
  const records = quietPlan();
  const move = {
    id: idOf("f1"),
    month: "2026-03-01",
    moved_at: "2026-03-12T08:00:00Z",
    amount: 5_000,
    from_category_id: ids.dining,
    to_category_id: ids.power,
  };
  await using world = await aWorld({ profile: "complete", write: true, plans: [records] });
  const budget = { ...plan, month: "current", category_id: "Power", amount: 55 };
  const { applied } = await confirm(world, "set_category_budget", budget);
  assertEquals(applied.structured?.["status"], "applied");
  assertEquals(await kindsIn(world), []);
  const elsewhere = itemsOf(await answerIn({ ...records, money_movements: [move] }));
  assertEquals(elsewhere, [{
    kind: "changed_elsewhere",
    what: "1 money move made outside this server, $5.00 in all",
    amount: 5,
    next: { tool: "list_money_movements", arguments: { month: "current" } },
  }]);
  const later = await answerIn({ ...records, money_movements: [move] }, {
    args: { since: "2026-03-13" },
  });
  assertEquals(itemsOf(later), []);
});

Deno.test("get_digest reports a change with an unknown outcome first", async () => {
  await using world = await aWorld({ profile: "complete", write: true, plans: [household()] });
  world.upstream.setFaults([{ method: "POST", times: 99, then: { cut: "after" } }]);
  const { structured } = await world.call("import_transactions", plan);
  assertEquals(structured?.["status"], "uncertain");
  world.upstream.setFaults([]);
  const items = itemsOf(await world.call("get_digest", plan));
  assertObjectMatch({ ...items[0] }, {
    kind: "uncertain_change",
    next: { tool: "list_changes" },
  });
});

Deno.test("get_digest names only tools that a read-only server offers", async () => {
  await using world = await aWorld({ profile: "complete", plans: [household()] });
  const { tools } = await world.client.listTools();
  const offered = new Set(tools.map(({ name }) => name));
  for (const { next } of itemsOf(await world.call("get_digest", plan))) {
    assertEquals(offered.has((next as { readonly tool: string }).tool), true);
  }
});

Deno.test("get_digest shows the twelve most urgent items and counts the rest", async () => {
  const rows = Array.from({ length: 14 }, (_, at) => {
    const payee_id = at % 2 === 0 ? ids.cafe : ids.landlord;
    const row = { date: "2026-03-12", payee_id, amount: -1_000 - Math.floor(at / 2) * 1_000 };
    return [
      aRow({ ...row, id: idOf(`e${at.toString(16)}a`) }),
      aRow({ ...row, id: idOf(`e${at.toString(16)}b`) }),
    ];
  }).flat();
  const answer = await answerIn(withRows(...rows));
  assertEquals(itemsOf(answer).length, 12);
  assertEquals(answer.structured?.["more"], 2);
});

testRefusals("get_digest", { world: () => aWorld({ profile: "complete", plans: [quietPlan()] }) }, [
  ["a future day", { since: "2026-03-16" }, /^invalid_input: since \(2026-03-16\) is after today/],
]);
