import { assertEquals } from "@std/assert";
import { anAccount, aPayee } from "../demo/_tiny_plan.ts";
import { aRow, aTransfer, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

const loan = idOf("acc6");

/**
 * The household with a fund that gains value and a loan with a payment of 150, of which 20 is
 * interest.
 */
function withLoan(): ReturnType<typeof household> {
  const plan = household();
  const rows = [
    aRow({ id: idOf("b1"), date: "2026-02-01", account_id: loan, amount: -900_000 }),
    ...aTransfer(["b2", "b3"], loan, {
      ...{ date: "2026-03-03", amount: -150_000, category_id: ids.power },
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

async function answerFor(args: Args): Promise<Answer> {
  await using world = await aWorld({ profile: "complete", plans: [withLoan()] });
  return await world.call("get_money_history", args);
}

Deno.test("get_money_history shows net worth by month and why it changed", async () => {
  const { text } = await answerFor({ since: "2026-02" });
  // On budget: 3,000 - 1,000 - 80.50 - 45 + 10 - 20 - 150 - 7 (the 7 was spent in 2024) = 1,707.50
  // in cash. The loan's first transaction only corrects its balance; it is neither a payment nor a
  // cost. The answer has no estimates, because no finished month in the last year has any spending.
  assertEquals(text.split("\n"), [
    "change.from: 2026-01-31 | change.to: 2026-03-15 | change.net_worth: $250944.50 | " +
    "change.saved: $1844.50 | change.gains: $250000.00 | change.opened: $0.00 | " +
    "change.corrections: -$900.00 | totals.income: $3000.00 | totals.spending: $1135.50 | " +
    "totals.loan_costs: $20.00 | totals.saved: $1844.50 | totals.invested: $0.00 | " +
    "totals.debt_paid: $150.00",
    "notes: The current month isn't finished, so rates exclude it.",
    "months ($): month|net_worth|assets|debts|income|spending|saved|unfinished",
    "2026-02|-907.00|0.00|907.00|0.00|0.00|0.00",
    "2026-03|250937.50|251707.50|770.00|3000.00|1135.50|1844.50|yes",
    ...["kinds ($): kind|start|end|contributed|gained", "cash|-7.00|1707.50", "cards|0.00|0.00"],
    ...["loans|0.00|-770.00", "assets|0.00|250000.00|0.00|250000.00"],
    ...["largest ($): category|group|spending", "Rent|Bills|1000.00", "Dining|Fun|95.50"],
    ...["Gifts|Fun|20.00", "Uncategorized||20.00"],
  ]);
});

Deno.test("get_money_history counts rows without a category together with rows in Uncategorized", async () => {
  await using world = await aWorld({ profile: "complete" });
  const { structured } = await world.call("get_money_history", { since: "2024-01" });
  // Of the 27 spent, 20 is in rows without a category, and 7 is in YNAB's Uncategorized category.
  const own = { category: "Uncategorized", spending: 27 };
  const largest = rowsOf({ structured }, "largest");
  assertEquals(largest.filter(({ category }) => category === own.category), [own]);
  const found = await world.call("find_transactions", { category_ids: [own.category] });
  assertEquals(found.structured?.["sum_out"], -own.spending);
});

Deno.test("get_money_history counts starting balances and adjustments as neither income nor spending", async () => {
  const own = [
    ["Starting Balance", 700_000, ids.inflow],
    ["Reconciliation Balance Adjustment", 30_000, ids.inflow],
    ["Manual Balance Adjustment", -4_000, ids.dining],
    ["Balance correction", -5_000, ids.dining],
  ] as const;
  const payees = own.map(([name], at) => aPayee({ id: idOf(`d${10 + at}`), name }));
  const transactions = own.map(([, amount, category_id], at) =>
    aRow({ id: idOf(`e${at}`), amount, category_id, payee_id: payees[at]?.id ?? null })
  );
  await using world = await aWorld({
    profile: "complete",
    plans: [household({ payees, transactions })],
  });
  const { structured } = await world.call("get_money_history");
  const { net_worth, saved, opened, corrections } = structured?.["change"] as Args;
  assertEquals([net_worth, saved, opened, corrections], [721, 0, 700, 21]);
  const { income, spending } = structured?.["totals"] as Args;
  assertEquals([income, spending], [0, 0]);
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
    /^not_found: `until` \(2020-12\) is before the plan's first transactions, in 20\d\d-\d\d/,
  ],
  ["an unknown category", { leave_out: ["Yachts"] }, /^not_found: .*Yachts/],
]);

Deno.test("get_money_history notes that a plan has no transactions", async () => {
  const plans = [household({ transactions: [] })];
  const { structured } = await callIn(aWorld({ profile: "complete", plans }), "get_money_history");
  assertEquals(structured?.["notes"], ["The plan has no transactions."]);
});
