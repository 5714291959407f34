import { assert, assertEquals, assertMatch } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { aCategory } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { type Args, aWorld, rowsOf } from "./_world.ts";

const rows: readonly StoredTransaction[] = [
  aRow({ id: idOf("e1"), amount: -9_000, payee_id: ids.cafe, category_id: ids.otherGifts }),
  aRow({ id: idOf("e2"), date: "2026-03-03", amount: -8_000, payee_id: ids.cafe }),
];

const march = "2026-03";
const amount = -8;
/** Tool calls that pass a category name that occurs in two groups. */
const calls: readonly (readonly [tool: string, argsFor: (category: string) => Args])[] = [
  ["find_transactions", (name) => ({ category_ids: [name] })],
  ["get_category_balances", (name) => ({ category_ids: [name] })],
  ["get_spending_trends", (name) => ({ category_ids: [name] })],
  ["list_money_movements", (name) => ({ category_id: name })],
  ["apply_categories", (name) => ({
    assignments: [{ transaction_id: idOf("e2"), category_id: name }],
  })],
  ["assign_month", (name) => ({ month: march, assignments: [{ category_id: name, amount: 5 }] })],
  ["create_scheduled_transaction", (name) => ({
    ...{ account_id: "Checking", date: "2026-04-01", amount, frequency: "monthly" },
    category_id: name,
  })],
  ["create_transactions", (name) => ({
    account_id: "Checking",
    transactions: [{ date: "2026-03-04", amount, category_id: name }],
  })],
  ["create_transfer", (name) => ({
    ...{ from_account_id: "Checking", to_account_id: "House", amount: 5, date: "2026-03-04" },
    category_id: name,
  })],
  ["edit_transaction", (name) => ({ transaction_id: idOf("e2"), category_id: name })],
  ["move_money", (name) => ({
    ...{ month: march, from_category_id: "Rent", amount: 5 },
    to_category_id: name,
  })],
  ["set_category_budget", (name) => ({ month: march, category_id: name, amount: 5 })],
  ["set_category_target", (name) => ({ category_id: name, amount: 5 })],
  ["split_transaction", (name) => ({
    transaction_id: idOf("e2"),
    lines: [{ amount: -3, category_id: name }, { amount: -5, category_id: "Rent" }],
  })],
  ["update_category", (name) => ({ category_id: name, name: "Presents" })],
];
Deno.test("tools accept the qualified name that responses use for an ambiguous category", async () => {
  await using world = await aWorld({
    profile: "complete",
    write: true,
    plans: [household({ transactions: [...rows] })],
    planId: ids.plan,
  });
  const [{ category } = {}] = rowsOf(await world.call("list_payees", { text: "caf" }), "payees");
  assertEquals(category, "Bills/Gifts");
  for (const [tool, argsFor] of calls) {
    const { text, isError } = await world.call(tool, argsFor("Bills/Gifts"));
    assert(!isError, text);
    const { text: refusal } = await world.call(tool, argsFor("Gifts"));
    assert(refusal.startsWith("invalid_input: "), refusal);
    assert(refusal.includes("Bills/Gifts") && refusal.includes("Fun/Gifts"), refusal);
  }
});

Deno.test("if a group is passed instead of a category, tools list the group's categories", async () => {
  await using world = await aWorld({ write: true });
  const rows = ["000000c3 Fun/Gifts", "000000c4 Fun/Dining"];
  const words = '"fun" is a group, not a category: pass its categories';
  const found = await world.call("find_transactions", { category_ids: ["fun"] });
  assertEquals(found.text.split("\n"), [`not_found: ${words}`, ...rows]);
  const lines = [{ amount: -5, category_id: "fun" }, { amount: -15, category_id: "Rent" }];
  const split = await world.call("split_transaction", { transaction_id: "00000078", lines });
  assertEquals(split.text.split("\n").slice(1), [`line 1: ${words}; ${rows.join("; ")}`]);
});

Deno.test("if several rows name a group instead of a category, the error lists at most 10 of the group's usable categories, and lists them only once", async () => {
  const many = Array.from(
    { length: 30 },
    (_, at) =>
      aCategory({ id: idOf(`${at + 100}`), name: `Fun ${at}`, category_group_id: ids.fun }),
  );
  const { categories } = household();
  await using world = await aWorld({
    write: true,
    plans: [household({ categories: [...categories, ...many] })],
  });
  const row = { date: "2026-03-04", amount: -1 };
  const create = async (names: readonly string[]): Promise<readonly string[]> => {
    const transactions = names.map((category_id) => ({ ...row, category_id }));
    const args = { account_id: "Checking", transactions };
    const { text } = await world.call("create_transactions", args);
    return text.split("\n").slice(1);
  };
  const [first = "", ...others] = await create(["fun", "fun", "fun"]);
  assertEquals(first.split("; ").length, 12);
  assertMatch(first, /; see list_category_groups$/);
  assertEquals(others.map((line) => line.split("; ").length), [1, 1]);
  const internal = await create(["Internal Master Category", "Credit Card Payments"]);
  for (const line of internal) assertMatch(line, /^row \d: this plan has no category "[^"]+": see/);
  const cards = await world.call("get_category_balances", {
    category_ids: ["Credit Card Payments"],
  });
  assertMatch(cards.text, /pass its categories\n\w+ Credit Card Payments\/Visa$/);
});

/**
 * Confirmation questions that must say which of two categories with the same name will be changed.
 */
const questions: readonly (readonly [tool: string, args: Args, question: RegExp])[] = [
  ["move_money", {
    ...{ month: march, from_category_id: "Fun/Gifts", to_category_id: "Bills/Gifts", amount: 5 },
  }, /Move \$5\.00 from Fun\/Gifts to Bills\/Gifts in 2026-03\?.*\n.*Fun\/Gifts will have -/],
  [
    "set_category_budget",
    { month: march, category_id: "Bills/Gifts", amount: 5 },
    /to Bills\/Gifts in/,
  ],
  ["assign_month", {
    ...{ month: march, assignments: [{ category_id: "Bills/Gifts", amount: 5 }] },
  }, /to Bills\/Gifts in/],
  ["set_category_target", { category_id: "Bills/Gifts", amount: 5 }, /target of Bills\/Gifts\?/],
  ["update_category", { category_id: "Bills/Gifts", name: "Presents" }, /name of Bills\/Gifts\?/],
];
for (const [tool, args, question] of questions) {
  Deno.test(`${tool} includes the group when it asks about a category whose name is ambiguous`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    assertMatch((await world.call(tool, args)).text, question);
  });
}

const month = { month: "2026-02" };
const rent = { category_ids: [ids.rent] };
/**
 * Tool calls whose responses contain the name of the Rent category. Some tools read this name from
 * a month's data.
 */
const naming: readonly (readonly [tool: string, args: Args])[] = [
  ["find_transactions", rent],
  ["get_budget_vs_actual", month],
  ["get_category_balances", { ...month, ...rent }],
  ["get_money_history", {}],
  ["get_spending_trends", { months: 2, include_current: true }],
  ["list_category_groups", {}],
  ["list_payees", {}],
];
for (const [name, args] of naming) {
  Deno.test(`${name} shows the new name of a category that was renamed in the app`, async () => {
    const old = aRow({ id: idOf("e1"), date: "2026-02-03", amount: -9_000, category_id: ids.rent });
    const plan = household();
    const plans = [{ ...plan, transactions: [...plan.transactions, old] }];
    await using world = await aWorld({ profile: "complete", plans });
    // Read the month list, which is needed to show that February hasn't changed.
    if ("month" in args) await world.call("get_spending_trends");
    assertMatch((await world.call(name, args)).text, /\bRent\b/);
    world.upstream.edit(({ categories }) => {
      for (const one of categories) if (one.id === ids.rent) one.name = "Home";
    });
    world.pass(3600);
    const { text } = await world.call(name, args);
    assertMatch(text, /\bHome\b/);
    assert(!/\bRent\b/.test(text), text);
  });
}

Deno.test("a month shows a category's new name as soon as another tool has read that name, even if the cached month is still fresh", async () => {
  await using world = await aWorld({ profile: "complete" });
  const march = { month: "2026-03" };
  assertMatch((await world.call("get_budget_vs_actual", march)).text, /\bRent\b/);
  world.upstream.edit(({ categories }) => {
    for (const one of categories) if (one.id === ids.rent) one.name = "Home";
  });
  assertMatch((await world.call("list_category_groups")).text, /\bHome\b/);
  world.sent();
  assertMatch((await world.call("get_budget_vs_actual", march)).text, /\bHome\b/);
  assertEquals(world.sent(), []);
});

Deno.test("get_money_history shows a deleted category's name, as find_transactions does", async () => {
  await using world = await aWorld({ profile: "complete" });
  world.upstream.edit(({ categories }) => {
    for (const one of categories) if (one.id === ids.rent) one.deleted = true;
  });
  const { structured } = await world.call("get_money_history");
  const names = rowsOf({ structured }, "largest").map(({ category }) => category);
  const found = await world.call("find_transactions");
  assertMatch(found.text, /\bRent\b/);
  assert(names.includes("Rent") && !names.includes("(deleted category)"), names.join());
});
