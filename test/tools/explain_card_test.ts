import { assertEquals, assertMatch } from "@std/assert";
import { aCategory, anAccount } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

const amex = idOf("acc7");

/** 60 was spent on Visa in February, 40 of it in Gifts, which has no money. Amex is paid off. */
function withCards(): ReturnType<typeof household> {
  const plan = household();
  const visa = (id: string, change: object): ReturnType<typeof aRow> =>
    aRow({ id: idOf(id), account_id: ids.visa, date: "2026-02-10", ...change });
  return {
    ...plan,
    accounts: [
      ...plan.accounts,
      anAccount({
        id: amex,
        name: "Amex",
        type: "creditCard",
        transfer_payee_id: idOf("dd"),
        payment_category_id: idOf("ca"),
      }),
    ],
    categories: [
      ...plan.categories,
      aCategory({ id: idOf("ca"), name: "Amex", category_group_id: ids.cards }),
    ],
    assignments: new Map([
      ["2026-02-01", new Map([[ids.power, 20_000]])],
      ["2026-03-01", new Map([[ids.visaPayment, 5_000]])],
    ]),
    transactions: [
      ...plan.transactions,
      visa("e1", { amount: -20_000, category_id: ids.power }),
      visa("e2", { amount: -40_000, category_id: ids.gifts, cleared: "uncleared" }),
      visa("e3", { amount: -8_000, category_id: ids.hidden, date: "2026-03-05" }),
    ],
  };
}

async function answerFor(args: Args): Promise<Awaited<ReturnType<World["call"]>>> {
  await using world = await aWorld({ profile: "complete", plans: [withCards()] });
  return await world.call("explain_card", { plan_id: ids.plan, ...args });
}

Deno.test("explain_card explains the only card with a gap", async () => {
  const { structured } = await answerFor({});
  assertEquals(structured, {
    cards: [
      {
        account_id: "0000acc3",
        name: "Visa",
        owed: 68,
        owed_cleared: 28,
        set_aside: 25,
        gap: 43,
      },
      { account_id: "0000acc7", name: "Amex", owed: 0, owed_cleared: 0, set_aside: 0, gap: 0 },
    ],
    explained: "Visa",
    covered_until: "2026-01",
    causes: [
      { kind: "overspent", category: "Gifts", amount: 40, first: "2026-02", last: "2026-02" },
      { kind: "overspent", category: "Old hobby", amount: 8, first: "2026-03", last: "2026-03" },
      { kind: "assigned", amount: -5, first: "2026-03", last: "2026-03" },
    ],
    events: [
      { month: "2026-03", kind: "overspent", category: "Old hobby", amount: 8 },
      { month: "2026-03", kind: "assigned", amount: -5 },
      { month: "2026-02", kind: "overspent", category: "Gifts", amount: 40 },
    ],
    close: [
      { do: "cover", category_id: "000000c9", category: "Old hobby", amount: 8 },
      { do: "assign", category_id: "000000c6", category: "Visa", amount: 35 },
    ],
  });
});

Deno.test("explain_card reads month by month, back to the latest month in which the card was covered", async () => {
  await using world = await aWorld({ profile: "complete", plans: [withCards()] });
  await world.call("explain_card", { plan_id: ids.plan });
  assertEquals(world.sent().map((line) => line.split(" ")[0]).toSorted(), [
    "getAccounts",
    "getPlanMonth",
    "getPlanMonth",
    "getPlanMonth",
    "getPlanMonths",
    "getTransactions",
  ]);
});

Deno.test("explain_card reports a gap from before the requested months", async () => {
  const { structured } = await answerFor({ months: 1 });
  assertEquals(structured?.["before"], { month: "2026-02", gap: 40 });
  assertEquals(structured?.["covered_until"], undefined);
});

Deno.test("explain_card lists the cards without an explanation when several have a gap", async () => {
  const plan = withCards();
  const more = aRow({
    id: idOf("e9"),
    account_id: amex,
    date: "2026-03-02",
    amount: -9_000,
    category_id: ids.gifts,
  });
  await using world = await aWorld({
    profile: "complete",
    plans: [{ ...plan, transactions: [...plan.transactions, more] }],
  });
  const { structured } = await world.call("explain_card", { plan_id: ids.plan });
  assertEquals(Object.keys(structured ?? {}), ["cards"]);
  const named = await world.call("explain_card", { plan_id: ids.plan, account_id: "Amex" });
  assertEquals(named.structured?.["explained"], "Amex");
});

Deno.test("explain_card distinguishes cards whose names differ only in case", async () => {
  const plan = withCards();
  const alike = <One extends { readonly name: string }>(records: readonly One[]): One[] =>
    records.map((one) => one.name === "Amex" ? { ...one, name: "VISA" } : one);
  const plans = [{
    ...plan,
    accounts: alike(plan.accounts),
    categories: alike(plan.categories),
  }];
  await using world = await aWorld({ profile: "complete", plans });
  const { structured } = await world.call("explain_card", { plan_id: ids.plan });
  const cards = structured?.["cards"] as readonly Args[];
  assertEquals(cards.map((card) => [card["name"], card["gap"]]), [["Visa", 43], ["VISA", 0]]);
  assertEquals(structured?.["explained"], "Visa");
});

testRefusals(
  "explain_card",
  { world: () => aWorld({ profile: "complete", plans: [withCards()] }) },
  [
    [
      "an account that isn't a card",
      { account_id: "Checking" },
      /^invalid_input: Checking is not an open/,
    ],
    ["an unknown account", { account_id: "Diners" }, /^not_found: .*Diners/],
    ["too many months", { months: 61 }, /^invalid_input: .*60/],
  ],
);

Deno.test("explain_card rejects a card whose payment category doesn't have the card's name", async () => {
  const plan = withCards();
  const categories = plan.categories.map((one) =>
    one.id === ids.visaPayment ? { ...one, name: "Plastic" } : one
  );
  await using world = await aWorld({ profile: "complete", plans: [{ ...plan, categories }] });
  const answer = await world.call("explain_card", { plan_id: ids.plan, account_id: "Visa" });
  assertMatch(
    answer.text,
    /^conflict: Credit Card Payments doesn't have exactly one category named Visa/,
  );
});
