import { assertEquals, assertMatch } from "@std/assert";
import { confirm, rowOf, stateOf } from "./_confirm.ts";
import { idOf, ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const args = {
  plan_id: ids.plan,
  flags: [
    { transaction_id: "00000073", color: null },
    { transaction_id: idOf("74"), color: "blue" },
  ],
};

Deno.test("flag_transactions previews old and new flags and writes nothing", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { structured, isError } = await world.call("flag_transactions", args);
  const { confirmation, message, ...rest } = structured ?? {};
  assertMatch(String(confirmation), /^[0-9a-z]{12}$/);
  assertMatch(String(message), /^Change the flag of 2 transactions\? Nothing is written yet/);
  assertEquals([rest, isError], [{
    status: "confirmation_required",
    changes: [
      {
        id: "00000073",
        label: "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking",
        field: "flag",
        before: "red",
      },
      {
        id: "00000074",
        label: "2026-03-06 Amazon -$45.00 Checking",
        field: "flag",
        after: "blue",
      },
    ],
  }, false]);
  assertEquals(stateOf(world), before);
});

Deno.test("flag_transactions changes only the previewed flags", async () => {
  await using world = await aWorld({ write: true });
  const before = world.upstream.snapshot();
  const { applied } = await confirm(world, "flag_transactions", args);
  assertEquals(applied.structured?.["status"], "applied");
  assertEquals(rowOf(world, idOf("73"))?.flag_color, null);
  assertEquals(rowOf(world, idOf("74"))?.flag_color, "blue");
  for (const row of before[0]?.transactions ?? []) {
    const { flag_color: _, knowledge: __, ...rest } = row;
    const { flag_color: ___, knowledge: ____, ...after } = rowOf(world, row.id) ?? row;
    assertEquals(after, rest);
  }
});

Deno.test("flag_transactions reports all validation errors at once", async () => {
  await using world = await aWorld({ write: true });
  const flags = [
    { transaction_id: "ffffffff", color: "red" },
    { transaction_id: "00000073", color: "red" },
    { transaction_id: "00000073", color: "blue" },
  ];
  const { text } = await world.call("flag_transactions", { plan_id: ids.plan, flags });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, 2 rows are refused: correct the following and call again",
    '"ffffffff": this plan has no transaction "ffffffff": find_transactions shows them',
    '"00000073": it is listed twice: keep one',
  ]);
});

Deno.test("flag_transactions writes nothing when the flag changed after the preview", async () => {
  await using world = await aWorld({ write: true });
  const preview = await world.call("flag_transactions", args);
  world.upstream.edit((plan) => {
    for (const row of plan.transactions) if (row.id === idOf("73")) row.flag_color = "green";
  });
  const confirmation = preview.structured?.["confirmation"];
  const { text } = await world.call("flag_transactions", { ...args, confirmation });
  assertEquals(text.split("\n"), [
    "conflict: the plan has changed since the preview, nothing was written: " +
    "call again without confirmation for a new preview",
    "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking (00000073)",
  ]);
  assertEquals(rowOf(world, idOf("74"))?.flag_color, null);
});

Deno.test("flag_transactions is unavailable without --write", async () => {
  await using world = await aWorld();
  const { tools } = await world.client.listTools();
  assertEquals(tools.some(({ name }) => name === "flag_transactions"), false);
});
