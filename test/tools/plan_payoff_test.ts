import { assertEquals, assertMatch } from "@std/assert";
import { anAccount } from "../demo/_tiny_plan.ts";
import { aRow, aTransfer, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf } from "./_world.ts";

const loan = idOf("acc6");
const mortgage = idOf("acc8");

/**
 * Debts: 500 on Visa (100 set aside), a mortgage, and 1,200 on a car loan (paid from the Power
 * category).
 */
function withDebts(): ReturnType<typeof household> {
  const plan = household();
  const owed = (id: string, account_id: string, amount: number): ReturnType<typeof aRow> =>
    aRow({ id: idOf(id), account_id, amount, date: "2026-02-01" });
  return {
    ...plan,
    accounts: [
      ...plan.accounts,
      anAccount({
        id: loan,
        name: "Car loan",
        type: "autoLoan",
        on_budget: false,
        debt_interest_rates: { "2025-01-01": 6_000 },
        debt_minimum_payments: { "2025-01-01": 110_000 },
        debt_escrow_amounts: { "2025-01-01": 10_000 },
      }),
      anAccount({ id: mortgage, name: "Mortgage", type: "mortgage", on_budget: false }),
    ],
    assignments: new Map([["2026-03-01", new Map([[ids.visaPayment, 100_000]])]]),
    transactions: [
      ...plan.transactions,
      owed("e1", ids.visa, -500_000),
      owed("e2", loan, -1_300_000),
      owed("e3", mortgage, -90_000_000),
      ...aTransfer(["e4", "e5"], loan, {
        ...{ date: "2026-02-20", amount: -100_000, category_id: ids.power },
      }),
    ],
  };
}

async function answerFor(args: Args): Promise<Answer> {
  return await callIn(aWorld({ profile: "complete", plans: [withDebts()] }), "plan_payoff", args);
}

const visa = { account_id: "Visa", rate: 12, minimum: 50 };

Deno.test("plan_payoff requires a card's rate and minimum instead of guessing", async () => {
  const { text, isError } = await answerFor({});
  assertEquals(isError, true);
  assertMatch(
    text,
    /^invalid_input: YNAB doesn't know the interest rate .*\nVisa: rate and minimum$/,
  );
});

Deno.test("plan_payoff compares minimum payments, avalanche and snowball", async () => {
  const { structured } = await answerFor({
    extra: 150,
    debts: [visa, { account_id: "Car loan" }],
  });
  const card = { account_id: "0000acc3", name: "Visa", owed: 500, set_aside: 100 };
  const car = { account_id: "0000acc6", name: "Car loan", owed: 1_200 };
  assertEquals(structured?.["debts"], [
    { ...card, debt: 400, rate: 12, minimum: 50 },
    { ...car, debt: 1_200, rate: 6, minimum: 100 },
  ]);
  assertEquals(structured?.["monthly"], 300);
  const plans = rowsOf({ structured }, "plans");
  // The avalanche plan pays Visa first. In the first month, it pays 200 of the 404 owed on Visa. In
  // the second month, it pays 200 of the 206.04 owed by then. In the third month, it pays the last
  // 6.10. The rest of the third month's money, 293.90, goes to the car loan.
  const order = (visa: string, car: string): readonly object[] => [
    { name: "Visa", month: visa },
    { name: "Car loan", month: car },
  ];
  assertEquals(plans.map(({ name, months, order }) => [name, months, order]), [
    ["minimums", 13, order("2026-12", "2027-04")],
    ["avalanche", 6, order("2026-06", "2026-09")],
    ["snowball", 6, order("2026-06", "2026-09")],
  ]);
  assertEquals(structured?.["next"], [
    { account_id: "0000acc3", name: "Visa", amount: 200 },
    { account_id: "0000acc6", name: "Car loan", amount: 110 },
  ]);
  assertEquals(structured?.["assign"], [
    { category_id: "000000c6", category: "Visa", amount: 200 },
    { category_id: "000000c2", category: "Power", amount: 110 },
  ]);
  assertEquals(structured?.["notes"], [
    "The payment to Car loan includes $10.00 of escrow.",
    "New spending on cards is assumed to be funded.",
  ]);
});

Deno.test("when debts would never be paid off, plan_payoff reports the required payment", async () => {
  const { structured } = await answerFor({ debts: [{ ...visa, rate: 60, minimum: 20 }] });
  const plans = rowsOf({ structured }, "plans");
  assertEquals(plans.map(({ months }) => months), [undefined, undefined, undefined]);
  const notes = structured?.["notes"] as readonly string[];
  assertEquals(notes[0], "The minimums alone will never pay off these debts.");
  assertMatch(
    notes[1] ?? "",
    /^Without an extra payment, .* at least \$0\.01 a month on top of the minimums\.$/,
  );
});

Deno.test("plan_payoff applies each loan figure starting on its effective date", async () => {
  const plan = withDebts();
  const dated = {
    debt_minimum_payments: { "2025-01-01": 110_000, "2026-05-01": 130_000 },
    debt_escrow_amounts: { "2025-01-01": 10_000, "2026-01-01": 30_000, "2026-06-01": 25_000 },
  };
  const accounts = plan.accounts.map((one) => one.id === loan ? { ...one, ...dated } : one);
  await using world = await aWorld({ profile: "complete", plans: [{ ...plan, accounts }] });
  const args = { debts: [{ account_id: "Car loan", rate: 0 }] };
  const { structured } = await world.call("plan_payoff", args);
  // Payments without escrow: 80 in April (110 less 30), 100 in May (130 less 30), then 105 a month
  // (130 less 25).
  assertEquals(rowsOf({ structured }, "debts").map(({ minimum }) => minimum), [80]);
  const [minimums] = rowsOf({ structured }, "plans");
  assertEquals([minimums?.["months"], minimums?.["free_month"]], [12, "2027-03"]);
  assertEquals(rowsOf({ structured }, "next").map(({ amount }) => amount), [110]);
});

Deno.test("plan_payoff adds up the payments from one category to several debts", async () => {
  const plan = withDebts();
  const other = idOf("acc9");
  await using world = await aWorld({
    profile: "complete",
    plans: [{
      ...plan,
      accounts: [
        ...plan.accounts,
        anAccount({ id: other, name: "Van loan", type: "autoLoan", on_budget: false }),
      ],
      transactions: [
        ...plan.transactions,
        aRow({ id: idOf("e6"), account_id: other, amount: -1_000_000, date: "2026-02-01" }),
        ...aTransfer(["e7", "e8"], other, {
          ...{ date: "2026-02-21", amount: -100_000, category_id: ids.power },
        }),
      ],
    }],
  });
  const { structured } = await world.call("plan_payoff", {
    debts: [{ account_id: "Car loan" }, { account_id: "Van loan", rate: 5, minimum: 70 }],
  });
  assertEquals(rowsOf({ structured }, "assign"), [
    { category_id: "000000c2", category: "Power", amount: 180 },
  ]);
});

/** The expected result in words, the amount paid to Visa, and the expected list of debts. */
const overpaid: readonly (readonly [what: string, visa: number, debts: readonly unknown[]])[] = [
  ["no debt on a card with nothing owed", 500_000, []],
  ["no more debt than is owed", 300_000, [["0000acc3", 200, -120, 200]]],
];
for (const [what, paid, debts] of overpaid) {
  Deno.test(`plan_payoff lists ${what}, regardless of the amount set aside`, async () => {
    const plan = withDebts();
    const named = { id: idOf("acc9"), name: "Visa", type: "autoLoan", on_budget: false } as const;
    await using world = await aWorld({
      profile: "complete",
      plans: [{
        ...plan,
        accounts: [...plan.accounts, anAccount(named)],
        assignments: new Map([["2026-03-01", new Map([[ids.visaPayment, -120_000]])]]),
        transactions: [
          ...plan.transactions,
          aRow({ id: idOf("e6"), account_id: named.id, amount: -80_000 }),
          aRow({ id: idOf("e7"), account_id: ids.visa, amount: paid, category_id: ids.inflow }),
        ],
      }],
    });
    const { structured, text } = await world.call("plan_payoff", {
      debts: ["0000acc3", "0000acc9"].map((account_id) => ({ ...visa, account_id })),
    });
    assertEquals(
      rowsOf({ structured }, "debts")
        .map((one) => ["account_id", "owed", "set_aside", "debt"].map((key) => one[key])),
      [...debts, ["0000acc9", 80, undefined, 80]],
      text,
    );
  });
}

Deno.test("plan_payoff explains why a chosen account is left out", async () => {
  const { structured } = await answerFor({ debts: [visa, { account_id: "Savings" }] });
  const [note] = structured?.["notes"] as readonly string[];
  assertEquals(note, "Savings is left out: it owes nothing.");
});

Deno.test("plan_payoff omits the chance of running out of cash if the plan has no open cash account", async () => {
  const plan = withDebts();
  const accounts = plan.accounts.map((one) => one.id === ids.visa ? one : { ...one, closed: true });
  const world = aWorld({ profile: "complete", plans: [{ ...plan, accounts }] });
  const { structured } = await callIn(world, "plan_payoff", { debts: [visa] });
  assertEquals(rowsOf({ structured }, "plans").length, 3);
  assertEquals(structured?.["cash"], undefined);
});

testRefusals(
  "plan_payoff",
  { world: () => aWorld({ profile: "complete", plans: [withDebts()] }) },
  [
    ["an unknown account", { debts: [{ ...visa, account_id: "Diners" }] }, /^not_found: .*Diners/],
    ["a negative extra", { extra: -1 }, /^invalid_input: .*at least 0/],
    [
      "an account with nothing owed",
      { debts: [{ account_id: "House", rate: 1, minimum: 1 }] },
      /^not_found: nothing is owed on any of these accounts\nHouse is left out: it owes nothing/,
    ],
    [
      "an account given twice",
      { debts: [visa, { ...visa, account_id: "0000acc3", rate: 20 }] },
      /^invalid_input: .*Visa.*more than once/,
    ],
    [
      "a minimum with a fraction of a cent",
      { debts: [{ ...visa, minimum: 50.005 }] },
      /^invalid_input: an amount has more decimals[^]*Visa: 50\.005/,
    ],
  ],
);
