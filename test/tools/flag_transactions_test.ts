import { assertEquals, assertMatch } from "@std/assert";
import { apply, rowOf } from "./_confirm.ts";
import { aRow, idOf, withRows } from "./_plan.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

const args = {
  flags: [
    { transaction_id: "00000073", color: null },
    { transaction_id: idOf("74"), color: "blue" },
  ],
};

Deno.test("flag_transactions changes only the previewed flags", async () => {
  await using world = await aWorld({ write: true });
  const before = world.upstream.snapshot();
  await apply(world, "flag_transactions", args);
  assertEquals(rowOf(world, idOf("73"))?.flag_color, null);
  assertEquals(rowOf(world, idOf("74"))?.flag_color, "blue");
  for (const row of before[0]?.transactions ?? []) {
    const { flag_color: _, knowledge: __, ...rest } = row;
    const { flag_color: ___, knowledge: ____, ...after } = rowOf(world, row.id) ?? row;
    assertEquals(after, rest);
  }
});

Deno.test("flag_transactions reports all validation errors at once", async () => {
  const flags = [
    { transaction_id: "ffffffff", color: "red" },
    { transaction_id: "00000073", color: "red" },
    { transaction_id: "00000073", color: "blue" },
  ];
  const { text } = await callIn(aWorld({ write: true }), "flag_transactions", { flags });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 2 rows were refused: " +
    "correct the following and call again",
    '"ffffffff": this plan has no transaction "ffffffff": see find_transactions',
    '"00000073": it is listed twice: list it once',
  ]);
});

Deno.test("a flag color that YNAB no longer accepts counts as no flag", async () => {
  const pink = aRow({ id: idOf("61"), amount: -4_000, memo: "pink", flag_color: "pink" });
  await using world = await aWorld({
    ...{ write: true, profile: "complete" },
    plans: [withRows(pink)],
  });
  const found = await world.call("find_transactions", { text: "pink", group_by: "flag" });
  assertEquals(rowsOf(found, "groups").map(({ name }) => name), ["No flag"]);
  const listed = await world.call("find_transactions", { text: "pink" });
  assertEquals(rowsOf(listed, "transactions").map(({ flag }) => flag), [undefined]);
  // Undo doesn't send the color, because YNAB would reject it.
  await apply(world, "delete_transactions", { transaction_ids: ["00000061"] });
  await apply(world, "undo_operation");
});

const removals: readonly (readonly [tool: string, args: object, undo: RegExp])[] = [
  [
    "flag_transactions",
    { flags: [{ transaction_id: "00000061", color: null }] },
    /no longer accepts/,
  ],
  ["edit_transaction", { transaction_id: "00000061", flag: null, memo: "plain" }, /plain\|pink$/],
];
for (const [tool, args, undo] of removals) {
  Deno.test(`${tool} removes a flag color that YNAB no longer accepts`, async () => {
    const pink = aRow({ id: idOf("61"), amount: -4_000, memo: "pink", flag_color: "pink" });
    await using world = await aWorld({
      ...{ write: true, profile: "complete" },
      plans: [withRows(pink)],
    });
    const { preview } = await apply(world, tool, args);
    assertMatch(preview.text, /\|flag\|pink\|\(none\)$/);
    assertEquals(rowOf(world, pink.id)?.flag_color, null);
    assertMatch((await world.call("undo_operation")).text, undo);
  });
}
