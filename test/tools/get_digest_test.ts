import { assertEquals, assertObjectMatch } from "@std/assert";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { addMonths } from "../../domain/base/month.ts";
import { aPayee, aSchedule } from "../demo/_tiny_plan.ts";
import { confirm } from "./_confirm.ts";
import { aRow, household, idOf, ids, monthly } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, rowsOf, type World } from "./_world.ts";

type Item = Readonly<Record<string, unknown>>;

const gym = idOf("d9");

/** Returns the tests' household plan, changed so that get_digest has nothing to report. */
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

/** One payment a month from July 2025 to February 2026, on the given day. */
function untilMarch(day: string, change: Partial<StoredTransaction>): readonly StoredTransaction[] {
  return monthly(`2025-07-${day}`, 8, { id: "e9", payee_id: gym, ...change });
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
  return await world.call("get_digest", args);
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

Deno.test("get_digest gives every item a next step, and lists overspending before broken bank links", async () => {
  const answer = await answerIn(household());
  const cover = {
    tool: "assign_month",
    arguments: { month: "current", mode: "cover_overspending" },
  };
  assertEquals(itemsOf(answer), [
    {
      ...{ kind: "overspent", what: "Dining is overspent by $35.50" },
      ...{ amount: 35.5, ids: ["000000c4"], next: cover },
    },
    {
      ...{ kind: "overspent", what: "Fun/Gifts is overspent by $20.00" },
      ...{ amount: 20, ids: ["000000c3"], next: cover },
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

/**
 * Monthly payments that alternate between two payees and vary in amount, so none counts as a
 * recurring charge.
 */
const irregular = Array.from({ length: 20 }, (_, at) =>
  aRow({
    ...{ id: idOf(`e${at}1`), date: addMonths("2026-02-25", -at), amount: -60_000 - at * 9_000 },
    ...{ payee_id: at % 2 === 0 ? ids.cafe : ids.amazon, category_id: ids.power },
  }));

const atAmazon = ["07-04", "07-19", "08-09", "09-01", "09-28", "10-30", "11-11", "12-24"]
  .map((day, at) =>
    aRow({
      ...{ id: idOf(`e${at}2`), date: `2025-${day}`, amount: -19_000 - at * 500 },
      ...{ payee_id: ids.amazon, category_id: ids.dining },
    })
  );

/** Returns the plan's records with one payee or category renamed. */
function renamed(records: PlanRecords, id: string, name: string): PlanRecords {
  const rename = <One extends { readonly id: string }>(all: readonly One[]): One[] =>
    all.map((one) => one.id === id ? { ...one, name } : one);
  const { payees, categories } = records;
  return { ...records, payees: rename(payees), categories: rename(categories) };
}

const twice = { date: "2026-03-12", payee_id: ids.cafe, amount: -33_000 };

/** Plans that need attention, each with the digest row that should report why. */
const cases: readonly (readonly [records: PlanRecords, row: string])[] = [
  // The assigned and available amounts are both 50. The bill needs 70, so assign 70 in total.
  [
    scheduled("2026-03-20", { amount: -70_000, category_id: ids.power }),
    "bill_short|Power needs $20.00 more for Landlord|20.00|2026-03-20||000000c2|" +
    "set_category_budget|2026-03|70.00|000000c2",
  ],
  [
    scheduled("2026-04-10", { amount: -9_000_000, category_id: ids.rent, frequency: "never" }),
    "cash_short|Cash may fall below zero by the end of 2026-05|2026-04-10|1|" +
    "forecast_balance|2026-05",
  ],
  [
    withRows(aRow({ id: idOf("f0"), amount: -9_000_000, category_id: ids.rent })),
    "cash_short|Cash is below zero||2026-03-15|1||forecast_balance|||2026-05",
  ],
  [
    withRows(spent),
    "card_gap|Visa is short by $500.00 ($500.00 more than at the end of 2026-02)|500.00|0000acc3|" +
    "explain_card|0000acc3",
  ],
  [
    { ...quietPlan(), assignments: new Map([["2026-03-01", new Map([[ids.rent, 4_000_000]])]]) },
    "overassigned|You assigned $1007.00 more than you have|1007.00||get_upcoming_needs|current",
  ],
  [
    withRows(...irregular),
    "likely_overspent|Power has $50.00 and will probably be overspent this month|||0.82|000000c2|" +
    "get_upcoming_needs|current",
  ],
  [
    withRows(...untilMarch("03", { amount: -25_000, category_id: ids.dining })),
    "missing_bill|Gym $25.00: 8 previous payments were on time, but this one is overdue|25.00|" +
    "2026-03-03|00000e97|find_transactions|Gym",
  ],
  [
    withRows(...untilMarch("04", { amount: 500_000, category_id: ids.inflow })),
    "missing_income|Gym $500.00: 8 previous payments were on time, but this one is overdue|" +
    "500.00|2026-03-04|00000e97|find_transactions|Gym",
  ],
  [
    withRows(
      ...untilMarch("10", { amount: -10_000, category_id: ids.dining }),
      aRow({
        ...{ id: idOf("e9"), date: "2026-03-10", payee_id: gym },
        ...{ amount: -12_000, category_id: ids.dining },
      }),
    ),
    "price_rise|Gym $12.00: $10.00 before, now $12.00|12.00|2026-03-10|000000e9|" +
    "find_recurring_charges",
  ],
  [
    withRows(aRow({ ...twice, id: idOf("e1") }), aRow({ ...twice, id: idOf("e2") })),
    "duplicate|Caf\u00e9 M\u00fcller $33.00: same amount, payee and account as 000000e1 on " +
    "2026-03-12|33.00|2026-03-12|000000e2|find_transactions|Caf\u00e9 M\u00fcller",
  ],
  [
    renamed(
      withRows(
        ...atAmazon,
        aRow({ id: idOf("ea"), date: "2026-03-12", payee_id: ids.amazon, amount: -200_000 }),
      ),
      ids.amazon,
      "Amazon Services",
    ),
    "unusual|Amazon Services $200.00: much more than the 10 other payments (usually about " +
    "$20.25)|200.00|2026-03-12|000000ea|find_transactions|Amazon Services",
  ],
  [
    renamed(
      withRows(
        aRow({ id: idOf("e1"), date: "2026-02-10", amount: -90_000, category_id: ids.gifts }),
      ),
      ids.gifts,
      "Reimbursements",
    ),
    "reimbursement_due|$90.00 of spending in Reimbursements hasn't been reimbursed after 30 days|" +
    "90.00|2026-02-10|000000e1|list_reimbursements|000000c3",
  ],
];

for (const [records, row] of cases) {
  Deno.test(`get_digest reports ${row}`, async () => {
    const { text } = await answerIn(records);
    const [kind = ""] = row.split("|", 1);
    assertEquals(text.split("\n").find((line) => line.startsWith(`${kind}|`)), row, text);
  });
}

const rentBill = scheduled("2026-04-01", { amount: -900_000, category_id: ids.rent }).scheduled;
const powerBill = aSchedule({
  ...{ id: idOf("94"), date_first: "2026-04-04", date_next: "2026-04-04", amount: -150_000 },
  ...{ account_id: ids.checking, category_id: ids.power },
});
const nextBills: readonly (readonly [PlanRecords["scheduled"], row: string])[] = [
  [
    rentBill,
    "bill_short|Rent needs $900.00 more for Landlord|900.00|2026-04-01|000000c1|" +
    "set_category_budget|2026-04|000000c1|900.00",
  ],
  [
    [...rentBill, powerBill],
    "bill_short|2 categories need $1000.00 more for bills from 2026-04-01 to 2026-04-04|" +
    "1000.00|2026-04-01||000000c1,000000c2|get_upcoming_needs|next",
  ],
];
for (const [bills, row] of nextBills) {
  Deno.test(`get_digest reports next week's bills even if they are due in the next month: ${row}`, async () => {
    const records = { ...quietPlan(), scheduled: [...bills] };
    const { text } = await answerIn(records, { today: "2026-03-28" });
    const shown = text.split("\n").filter((line) => line.startsWith("bill_short|"));
    assertEquals(shown, [row], text);
  });
}

async function kindsIn(world: World): Promise<readonly unknown[]> {
  return itemsOf(await world.call("get_digest")).map(({ kind }) => kind);
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
  const budget = { month: "current", category_id: "Power", amount: 55 };
  const { applied } = await confirm(world, "set_category_budget", budget);
  assertEquals(applied.structured?.["status"], "applied");
  assertEquals(await kindsIn(world), []);
  const elsewhere = itemsOf(await answerIn({ ...records, money_movements: [move] }));
  assertEquals(elsewhere, [{
    kind: "changed_elsewhere",
    what: "1 money movement made outside this server, $5.00 in all",
    amount: 5,
    next: { tool: "list_money_movements", arguments: { month: "current" } },
  }]);
  const later = await answerIn({ ...records, money_movements: [move] }, {
    args: { since: "2026-03-13" },
  });
  assertEquals(itemsOf(later), []);
});

Deno.test("get_digest lists a change with an unknown outcome before all other items", async () => {
  await using world = await aWorld({ profile: "complete", write: true, plans: [household()] });
  world.upstream.setFaults([{ method: "POST", times: 99, then: { cut: "after" } }]);
  const { structured } = await world.call("import_transactions");
  assertEquals(structured?.["status"], "uncertain");
  world.upstream.setFaults([]);
  const items = itemsOf(await world.call("get_digest"));
  assertObjectMatch({ ...items[0] }, {
    kind: "uncertain_change",
    next: { tool: "list_changes" },
  });
});

Deno.test("on a read-only server, get_digest suggests only tools that the server offers", async () => {
  await using world = await aWorld({ profile: "complete", plans: [household()] });
  const { tools } = await world.client.listTools();
  const offered = new Set(tools.map(({ name }) => name));
  for (const { next } of itemsOf(await world.call("get_digest"))) {
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

Deno.test("get_digest accepts 0000-01-01 as the start date", async () => {
  const answer = await answerIn(withRows(spent), { args: { since: "0000-01-01" } });
  assertEquals(itemsOf(answer).map(({ kind }) => kind), ["card_gap"]);
});

testRefusals("get_digest", { world: () => aWorld({ profile: "complete", plans: [quietPlan()] }) }, [
  [
    "a future day",
    { since: "2026-03-16" },
    /^invalid_input: `since` \(2026-03-16\) is after today/,
  ],
]);
