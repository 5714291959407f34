import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { aCategory, anAccount } from "../demo/_tiny_plan.ts";
import { editRecord } from "./_confirm.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { type Answer, type Args, aWorld, callIn, rowsOf, type World } from "./_world.ts";

const amex = idOf("acc7");

/**
 * In February, 60 was spent on Visa, 40 of it in the category Gifts, which had no money. Nothing is
 * owed on Amex.
 */
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

async function answerFor(args: Args): Promise<Answer> {
  return await callIn(aWorld({ profile: "complete", plans: [withCards()] }), "explain_card", args);
}

Deno.test("without arguments, explain_card explains the only card with a gap", async () => {
  const { text } = await answerFor({});
  assertEquals(text.split("\n"), [
    "explained: Visa | covered_until: 2026-01",
    "cards ($): name|owed|owed_cleared|set_aside|gap",
    "Visa|68.00|28.00|25.00|43.00",
    "Amex|0.00|0.00|0.00|0.00",
    "causes ($): kind|category|amount|first|last",
    "overspent|Fun/Gifts|40.00|2026-02|2026-02",
    "overspent|Old hobby|8.00|2026-03|2026-03",
    "assigned||-5.00|2026-03|2026-03",
    "events ($): month|kind|category|amount",
    "2026-03|overspent|Old hobby|8.00",
    "2026-03|assigned||-5.00",
    "2026-02|overspent|Fun/Gifts|40.00",
    "close ($): do|category|amount",
    "cover|Old hobby|8.00",
    "assign|Visa|35.00",
  ]);
});

Deno.test("explain_card distinguishes two categories that have the same name", async () => {
  const plan = withCards();
  const other = { amount: -7_000, account_id: ids.visa, category_id: ids.otherGifts };
  const rows = [...plan.transactions, aRow({ id: idOf("e4"), date: "2026-02-11", ...other })];
  const plans = [{ ...plan, transactions: rows }];
  const answer = await callIn(aWorld({ profile: "complete", plans }), "explain_card");
  assertEquals(
    rowsOf(answer, "causes").slice(0, 3).map(({ category, amount }) => [category, amount]),
    [["Fun/Gifts", 40], ["Old hobby", 8], ["Bills/Gifts", 7]],
  );
});

Deno.test("explain_card lists a category once, even if another category with the same name is missing from one month", async () => {
  const plan = withCards();
  const other = { amount: -7_000, account_id: ids.visa, category_id: ids.gifts };
  const rows = [...plan.transactions, aRow({ id: idOf("e4"), date: "2026-03-11", ...other })];
  const world: World = await aWorld({
    profile: "complete",
    plans: [{ ...plan, transactions: rows }],
    fetch: async (...request) => {
      const response = await world.upstream.fetch(...request);
      if (!String(request[0]).includes("/months/2026-03")) return response;
      const { data } = await response.json();
      const categories = data.month.categories.filter(({ id }: { id: string }) =>
        id !== ids.otherGifts
      );
      return Response.json({ data: { month: { ...data.month, categories } } });
    },
  });
  await using _ = world;
  const causes = rowsOf(await world.call("explain_card"), "causes");
  assertEquals(causes.map(({ category }) => category), ["Fun/Gifts", "Old hobby", undefined]);
});

Deno.test("explain_card goes back month by month and stops at a month in which the card had no gap", async () => {
  await using world = await aWorld({ profile: "complete", plans: [withCards()] });
  await world.call("explain_card");
  assertEquals(world.sent().map((line) => line.split(" ")[0]).toSorted(), [
    "getAccounts",
    "getPlanMonth",
    "getPlanMonth",
    "getPlanMonth",
    "getPlanMonths",
    "getTransactions",
  ]);
});

Deno.test("explain_card reports a gap that arose before the requested months", async () => {
  const { structured } = await answerFor({ months: 1 });
  assertEquals(structured?.["before"], { month: "2026-02", gap: 40 });
  assertEquals(structured?.["covered_until"], undefined);
});

Deno.test("if several cards have a gap, explain_card lists the cards without explaining the gaps", async () => {
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
  const { structured } = await world.call("explain_card");
  assertEquals(Object.keys(structured ?? {}), ["cards"]);
  const named = await world.call("explain_card", { account_id: "Amex" });
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
  const { structured } = await callIn(aWorld({ profile: "complete", plans }), "explain_card");
  const cards = rowsOf({ structured }, "cards");
  assertEquals(cards.map((card) => [card["name"], card["gap"]]), [["Visa", 43], ["VISA", 0]]);
  assertEquals(structured?.["explained"], "Visa");
});

testRefusals(
  "explain_card",
  { world: () => aWorld({ profile: "complete", plans: [withCards()] }) },
  [
    [{ account_id: "Checking" }, /^invalid_input: Checking is not an open/],
    ["an unknown account", { account_id: "Diners" }, /^not_found: .*Diners/],
  ],
);

Deno.test("explain_card shows long account names in full in its errors", async () => {
  const name = "Joint household current account at Northline Bank (bills)";
  await using world = await aWorld({ profile: "complete", plans: [withCards()] });
  editRecord(world, "accounts", ids.checking, { name });
  const { text } = await world.call("explain_card", { account_id: ids.checking });
  assertStringIncludes(text, `: ${name} is not`);
});

Deno.test("explain_card rejects a card whose payment category doesn't have the card's name", async () => {
  const plan = withCards();
  const categories = plan.categories.map((one) =>
    one.id === ids.visaPayment ? { ...one, name: "Plastic" } : one
  );
  await using world = await aWorld({ profile: "complete", plans: [{ ...plan, categories }] });
  const answer = await world.call("explain_card", { account_id: "Visa" });
  assertMatch(
    answer.text,
    /^conflict: the Credit Card Payments group doesn't have exactly one category named Visa/,
  );
});
