import { assertEquals } from "@std/assert";
import { apply, rowOf } from "./_confirm.ts";
import { idOf } from "./_plan.ts";
import { aWorld, callIn } from "./_world.ts";

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
    '"00000073": it is listed twice: keep one',
  ]);
});
