import { assert, assertEquals, assertMatch } from "@std/assert";
import { aPayee } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

const MORE = [
  aPayee({ id: idOf("e1"), name: "AMZN Mktp US*2K4LM8QX3" }),
  aPayee({ id: idOf("e2"), name: "Amazon Prime" }),
  aPayee({ id: idOf("e3"), name: "Starting Balance" }),
];

function aPayeeWorld(): Promise<World> {
  const plan = household();
  return aWorld({ profile: "complete", plans: [{ ...plan, payees: [...plan.payees, ...MORE] }] });
}

Deno.test("list_payees returns each payee's use count, last use, usual category and spellings, and omits transfer payees", async () => {
  const { text } = await callIn(aPayeeWorld(), "list_payees", { sort: "name" });
  assertEquals(text.split("\n"), [
    "count: 7",
    "payees: name|uses|last_used|category|like",
    "Amazon|4|2026-03-10|Fun/Gifts|AMZN Mktp US*2K4LM8QX3",
    "Amazon Prime|0",
    "AMZN Mktp US*2K4LM8QX3|0|||Amazon",
    "Caf\u00e9 M\u00fcller|1|2026-03-05|Dining",
    "Employer|1|2026-03-01",
    "Landlord|1|2026-03-02|Rent",
    "Starting Balance|0",
  ]);
});

const orders: readonly (readonly [what: string, args: object, names: readonly string[]])[] = [
  ["by uses", { limit: 2 }, ["Amazon", "Caf\u00e9 M\u00fcller"]],
  ["by last use, with unused payees last", { sort: "last_used" }, [
    ...["Amazon", "Caf\u00e9 M\u00fcller", "Landlord", "Employer"],
    ...["Amazon Prime", "AMZN Mktp US*2K4LM8QX3", "Starting Balance"],
  ]],
  ["matching text regardless of accents", { text: "cafe mu" }, ["Caf\u00e9 M\u00fcller"]],
  ["matching a word's end and a letter", { text: "fe m" }, ["Caf\u00e9 M\u00fcller"]],
  ["matching a spelled-out umlaut", { text: "mueller" }, ["Caf\u00e9 M\u00fcller"]],
  ["not matching only the spelling of an umlaut", { text: "ue" }, []],
  ["unused", { unused: true, sort: "name" }, [
    "Amazon Prime",
    "AMZN Mktp US*2K4LM8QX3",
    "Starting Balance",
  ]],
];

Deno.test("list_payees sorts and filters payees", async () => {
  await using world = await aPayeeWorld();
  for (const [what, args, names] of orders) {
    const payees = rowsOf(await world.call("list_payees", args), "payees");
    assertEquals(payees.map(({ name }) => name), names, what);
  }
});

Deno.test("list_payees rejects text without visible characters", async () => {
  await using world = await aPayeeWorld();
  const { text } = await world.call("list_payees", { text: "\u200b" });
  assertMatch(text, /^invalid_input: text has no visible characters/);
  const accent = await world.call("list_payees", { text: "\u00b4" });
  assertEquals(accent.structured?.["count"], 0, accent.text);
});

type Used = readonly [day: string, categoryId: string | null, times: number];

const USUAL: readonly (readonly [what: string, category: string | undefined, ...Used[]])[] = [
  ["the most frequent one in the latest twenty uses", "Dining", ["01", ids.rent, 30], [
    "02",
    ids.dining,
    10,
  ]],
  ["the latest one in a tie", "Dining", ["01", ids.rent, 2], ["02", ids.dining, 2]],
  ["an older one while the newer one is less frequent", "Rent", ["01", ids.rent, 30], [
    "02",
    ids.dining,
    9,
  ]],
  ["never one of YNAB's own categories", "Rent", ["01", ids.rent, 1], [
    "02",
    ids.uncategorized,
    25,
  ]],
  ["none if no use has a category", undefined, ["01", null, 3]],
];

for (const [what, category, ...used] of USUAL) {
  Deno.test(`list_payees finds the usual category: ${what}`, async () => {
    const transactions = used.flatMap(([day, category_id, times]) =>
      Array.from({ length: times }, (_, at) =>
        aRow({
          ...{ id: idOf(`e${day}${at}`), date: `2026-02-${day}`, amount: -1_000 },
          ...{ payee_id: ids.cafe, category_id },
        }))
    );
    await using world = await aWorld({
      profile: "complete",
      plans: [household({ transactions })],
    });
    const { structured } = await world.call("list_payees", { limit: 1 });
    const [payee] = rowsOf({ structured }, "payees");
    assertEquals([payee?.["uses"], payee?.["category"]], [transactions.length, category]);
  });
}

Deno.test("list_payees counts split lines, except deleted ones, under their own payee and category", async () => {
  const part = { memo: null, transfer_account_id: null, transfer_transaction_id: null };
  const live = { ...part, deleted: false, amount: -1_000 };
  const lines = [
    { ...live, id: idOf("f1"), payee_id: ids.cafe, category_id: ids.dining },
    { ...live, id: idOf("f2"), payee_id: ids.cafe, category_id: ids.rent, deleted: true },
    { ...live, id: idOf("f3"), payee_id: null, category_id: ids.rent },
  ];
  const split = aRow({ id: idOf("e9"), amount: -2_000, payee_id: ids.cafe, lines });
  await using world = await aWorld({
    profile: "complete",
    plans: [household({ transactions: [split] })],
  });
  const { structured } = await world.call("list_payees", { limit: 1 });
  const [payee] = rowsOf({ structured }, "payees");
  assertEquals([payee?.["uses"], payee?.["category"]], [2, "Dining"]);
});

Deno.test("list_payees shows three of the 300 spellings of a merchant's name, and says that there are 300", async () => {
  const payees = Array.from({ length: 300 }, (_, at) => {
    const day =
      `${24 + Math.floor(at / 336)}${String(1 + Math.floor(at / 28) % 12).padStart(2, "0")}` +
      String(1 + at % 28).padStart(2, "0");
    return aPayee({ id: idOf(`f${at}`), name: `KORTK\u00d6P ${day} MATBODEN` });
  });
  const used = { ...aRow({ id: idOf("e9"), amount: -1_000 }), payee_id: payees[123]?.id ?? "" };
  await using world = await aWorld({
    profile: "complete",
    plans: [{ ...household({ transactions: [used] }), payees }],
  });
  const { structured, text } = await world.call("list_payees", { sort: "name" });
  const rows = rowsOf<{ readonly like: readonly string[]; readonly like_count: number }>({
    structured,
  }, "payees");
  assertEquals([rows.length, structured?.["note"]], [25, undefined]);
  for (const { like, like_count } of rows) {
    assertEquals([like.length, like[0], like_count], [3, payees[123]?.name, 299]);
  }
  assert(text.length < 6_000, `${text.length}`);
  const most = await world.call("list_payees", { limit: 200 });
  assertEquals(rowsOf(most, "payees").length, 200);
});
