import { assert, assertEquals } from "@std/assert";
import { KnownNames, notingNames } from "../../../server/rendering/known_names.ts";
import type { Reads } from "../../../sync/plan/reads.ts";
import { household, ids } from "../../tools/_plan.ts";
import { aWorld } from "../../tools/_world.ts";

Deno.test("KnownNames tells a name that one record has from one that several have", () => {
  const names = new KnownNames();
  names.note("category", [{ id: "c1", name: "Gifts" }, { id: "c2", name: "\uff27ifts" }]);
  names.note("category", [{ id: "c3", name: "Rent" }]);
  assertEquals(["c1", "c2", "c3"].map((id) => names.nameIdentifies("gifts", id)), [
    false,
    false,
    false,
  ]);
  assertEquals([names.nameIdentifies("Rent", "c3"), names.nameIdentifies("Rent", "c1")], [
    true,
    false,
  ]);
});

Deno.test("KnownNames keeps accounts, categories and groups apart", () => {
  const names = new KnownNames();
  names.note("account", [{ id: "a1", name: "Visa" }]);
  names.note("category", [{ id: "c1", name: "Visa" }]);
  assertEquals([names.nameIdentifies("Visa", "a1"), names.nameIdentifies("Visa", "c1")], [
    true,
    true,
  ]);
});

Deno.test("KnownNames counts the same record once, however often it was read", () => {
  const names = new KnownNames();
  for (let read = 0; read < 2; read++) names.note("group", [{ id: "g1", name: "Bills" }]);
  assert(names.nameIdentifies("Bills", "g1"));
});

Deno.test("notingNames() takes note of what every read names, each by its kind", async () => {
  const group = { category_group_id: "g1", category_group_name: "Visa" };
  const read = {
    getAccounts: { live: [{ id: "a1", name: "Visa" }] },
    getCategories: {
      live: [{ id: "c1", name: "Visa" }, { id: "c2", name: "Rent" }],
      groups: [{ id: "g1", name: "Visa" }, { id: "g2", name: "Bills" }],
    },
    getPayees: { live: [{ id: "p1", name: "Visa" }] },
    getPlanMonth: {
      categories: [
        { id: "c1", name: "Visa", ...group },
        { id: "c3", name: "Rent", ...group },
        { id: "c4", name: "Fuel", category_group_id: "g3", category_group_name: "Bills" },
        { id: "c5", name: "Loose", category_group_id: "g4" },
      ],
    },
  };
  const names = new KnownNames();
  const reads = Object.fromEntries(
    Object.entries(read).map(([name, result]) => [name, () => Promise.resolve(result)]),
  );
  const noting = notingNames(reads as unknown as Reads, names);
  const means = (name: string, ...ids: readonly string[]): readonly boolean[] =>
    ids.map((id) => names.nameIdentifies(name, id));
  const of = { planId: "p", month: "2026-03-01" };
  assertEquals(await noting.getAccounts(of) as unknown, read.getAccounts);
  assertEquals(await noting.getCategories(of) as unknown, read.getCategories);
  assertEquals(await noting.getPayees(of) as unknown, read.getPayees);
  assertEquals([means("Visa", "a1", "c1", "g1", "p1"), means("Rent", "c2"), means("Bills", "g2")], [
    [true, true, true, true],
    [true],
    [true],
  ]);
  assertEquals(await noting.getPlanMonth(of) as unknown, read.getPlanMonth);
  // A category and a group that share their names with others are not told by them any more.
  assertEquals([means("Visa", "a1", "c1", "g1", "p1"), means("Rent", "c2"), means("Bills", "g2")], [
    [true, true, true, true],
    [false],
    [false],
  ]);
  assertEquals([means("Fuel", "c4"), means("", "g4")], [[true], [true]]);
});

Deno.test("KnownNames knows no more than was read", () => {
  assert(!new KnownNames().nameIdentifies("Visa", "a1"));
});

Deno.test("a name that a hidden row shares is not enough in the text", async () => {
  await using world = await aWorld();
  const { text } = await world.call("get_category_balances", { plan_id: ids.plan });
  assert(!text.includes("\nRent|Bills|000000c1"), text);
  assert(/\nGifts\|.*\|000000c3$/mu.test(text), text);
});

Deno.test("ids that only changes need are in the text where changes are offered", async () => {
  const args = { plan_id: ids.plan, uncategorized: true };
  for (
    const [options, isShown] of [[{}, false], [{ write: true }, true], [{ fullIds: true }, true]]
  ) {
    await using world = await aWorld({ plans: [household()], ...options as object });
    const { text, structured } = await world.call("find_transactions", args);
    assertEquals(text.includes("00000078"), isShown, text);
    assert(JSON.stringify(structured).includes("00000078"));
  }
});

Deno.test("whole ids are in the text where they are asked for", async () => {
  await using world = await aWorld({ fullIds: true });
  const { text } = await world.call("list_accounts", { plan_id: ids.plan });
  assert(text.includes(ids.checking), text);
});
