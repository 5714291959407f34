import { assertEquals } from "@std/assert";
import { DEMO_TOKEN, demoFetch } from "../../demo/demo_fetch.ts";
import type { MonthCategoryRecord } from "../../domain/base/plan_records.ts";
import { anAccount } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

const loan = idOf("acc6");

/**
 * The household with a loan, on which 150 is paid, including 20 of interest, and a fund that gains
 * value.
 */
function withLoan(): ReturnType<typeof household> {
  const plan = household();
  const rows = [
    aRow({ id: idOf("b1"), date: "2026-02-01", account_id: loan, amount: -900_000 }),
    aRow({
      id: idOf("b2"),
      date: "2026-03-03",
      amount: -150_000,
      category_id: ids.power,
      transfer_account_id: loan,
      transfer_transaction_id: idOf("b3"),
    }),
    aRow({
      id: idOf("b3"),
      date: "2026-03-03",
      account_id: loan,
      amount: 150_000,
      transfer_account_id: ids.checking,
      transfer_transaction_id: idOf("b2"),
    }),
    aRow({
      id: idOf("b4"),
      date: "2026-03-03",
      account_id: loan,
      amount: -20_000,
      debt_transaction_type: "interest",
    }),
  ];
  return {
    ...plan,
    accounts: [
      ...plan.accounts,
      anAccount({ id: loan, name: "Car loan", type: "autoLoan", on_budget: false }),
    ],
    transactions: [...plan.transactions, ...rows],
  };
}

async function answerFor(args: Args): Promise<Awaited<ReturnType<World["call"]>>> {
  await using world = await aWorld({ profile: "complete", plans: [withLoan()] });
  return await world.call("get_money_history", { plan_id: ids.plan, ...args });
}

Deno.test("get_money_history shows net worth by month and why it changed", async () => {
  const { structured } = await answerFor({ since: "2026-02" });
  // On budget: 3,000 - 1,000 - 80.50 - 45 + 10 - 20 - 150 - 7 (2024) = 1,707.50 of cash.
  assertEquals(structured?.["months"], [
    {
      month: "2026-02",
      net_worth: -907,
      assets: 0,
      debts: 907,
      income: 0,
      spending: 0,
      saved: 0,
    },
    {
      month: "2026-03",
      net_worth: 250_937.5,
      assets: 251_707.5,
      debts: 770,
      income: 3_000,
      spending: 1_135.5,
      saved: 1_844.5,
      unfinished: true,
    },
  ]);
  // The loan's first transaction only corrects its balance; it is neither a payment nor a cost.
  assertEquals(structured?.["change"], {
    from: "2026-01-31",
    to: "2026-03-15",
    net_worth: 250_944.5,
    saved: 1_844.5,
    gains: 250_000,
    opened: 0,
    corrections: -900,
  });
  assertEquals(structured?.["totals"], {
    income: 3_000,
    spending: 1_135.5,
    loan_costs: 20,
    saved: 1_844.5,
    invested: 0,
    debt_paid: 150,
  });
  assertEquals(structured?.["kinds"], [
    { kind: "cash", start: -7, end: 1_707.5 },
    { kind: "cards", start: 0, end: 0 },
    { kind: "loans", start: 0, end: -770 },
    { kind: "assets", start: 0, end: 250_000, contributed: 0, gained: 250_000 },
  ]);
  assertEquals(structured?.["largest"], [
    { category: "Rent", group: "Bills", spending: 1_000 },
    { category: "Dining", group: "Fun", spending: 95.5 },
    { category: "Gifts", group: "Fun", spending: 20 },
    { category: "Uncategorized", spending: 20 },
  ]);
  // There are no estimates, because too few days had spending, and no finished month of the last
  // year had any.
  assertEquals(structured?.["lasts"], {});
  assertEquals(structured?.["notes"], ["The current month isn't finished; rates exclude it."]);
});

interface PlanList {
  readonly plans: readonly { readonly id: string }[];
}

interface Detail {
  readonly month: { readonly categories: readonly MonthCategoryRecord[] };
}

Deno.test("get_money_history agrees with list_accounts and with YNAB's activity", async () => {
  const fetch = demoFetch();
  const today = new Date().toISOString().slice(0, 10);
  await using world = await aWorld({
    profile: "complete",
    token: DEMO_TOKEN,
    fetch,
    now: () => Date.now(),
    today,
  });
  const { structured: history } = await world.call("get_money_history");
  const { structured: listed } = await world.call("list_accounts", { include_closed: true });
  const accounts = listed?.["accounts"] as readonly { readonly balance: number }[];
  const months = history?.["months"] as readonly {
    readonly month: string;
    readonly net_worth: number;
  }[];
  const cents = (amount: number): number => Math.round(amount * 1000);
  assertEquals(
    cents(months.at(-1)?.net_worth ?? 0),
    accounts.reduce((sum, { balance }) => sum + cents(balance), 0),
  );
  const ask = async <Data>(path: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${DEMO_TOKEN}` };
    return (await (await fetch(`https://api.ynab.com/v1/plans${path}`, { headers })).json()).data;
  };
  const { plans: [plan] } = await ask<PlanList>("");
  let activity = 0;
  for (const { month } of months) {
    const { month: detail } = await ask<Detail>(`/${plan?.id}/months/${month}-01`);
    for (const { name, category_group_name: group, activity: moved } of detail.categories) {
      if (group !== "Credit Card Payments" && !name.startsWith("Inflow")) activity += moved;
    }
  }
  const totals = history?.["totals"] as Readonly<Record<string, number>>;
  const outflow = ["spending", "invested", "debt_paid"].reduce(
    (sum, name) => sum + cents(totals[name] ?? 0),
    0,
  );
  assertEquals(outflow, 0 - activity);
});

testRefusals("get_money_history", {
  world: () => aWorld({ profile: "complete", plans: [withLoan()] }),
}, [
  ["a month in the future", { until: "2026-04" }, /^invalid_input: .*future/],
  ["months in the wrong order", { since: "2026-03", until: "2026-01" }, /^invalid_input: .*after/],
  ["more than ten years", { since: "2016-01" }, /^invalid_input: .*120 months/],
  [
    "months before the plan",
    { since: "2020-01", until: "2020-12" },
    /^not_found: until \(2020-12\) is before the plan's first transactions, in 20\d\d-\d\d/,
  ],
  ["an unknown category", { leave_out: ["Yachts"] }, /^not_found: .*Yachts/],
]);
