import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { aLine, aPayee } from "../demo/_tiny_plan.ts";
import { apply, confirm, rowOf, stateOf } from "./_confirm.ts";
import { aRow, household, householdSchedules, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, type World } from "./_world.ts";

const label = idOf("e1");
const lines = [
  { amount: -1_000, payee_id: label, category_id: ids.gifts },
  { amount: -2_000, payee_id: null, category_id: ids.dining },
].map((line, at) => aLine({ id: idOf(`8${at + 5}`), ...line }));

function aWritingWorld(
  count = 3,
  spelling = "AMZN Mktp US*2K4LM8QX3",
  other = "Nobody's",
): Promise<World> {
  const plan = household();
  const spelled = Array.from({ length: count }, (_, at) =>
    aRow({
      id: idOf(`a${at.toString(16).padStart(4, "0")}`),
      payee_id: label,
      amount: -1_000 - at,
      cleared: at === 0 ? "reconciled" : "cleared",
      category_id: ids.gifts,
    }));
  const split = aRow({ id: idOf("7e"), payee_id: ids.cafe, amount: -3_000, lines });
  const [first, ...more] = householdSchedules;
  return aWorld({
    write: true,
    profile: "complete",
    fullIds: true,
    plans: [{
      ...plan,
      payees: [
        ...plan.payees,
        aPayee({ id: label, name: spelling }),
        aPayee({ id: idOf("e2"), name: other }),
        aPayee({ id: idOf("e3"), name: "Starting Balance" }),
      ],
      transactions: [...plan.transactions, ...spelled, split],
      scheduled: first === undefined ? [] : [{ ...first, payee_id: label }, ...more],
    }],
  });
}

const args = { into_payee_id: "Amazon", payee_ids: [label] };

Deno.test("merge_payees moves transactions to the other payee and lists the records that it can't move", async () => {
  await using world = await aWritingWorld();
  const before = stateOf(world);
  const { preview } = await apply(world, "merge_payees", args);
  assertMatch(preview.text, /Move 3 transactions from AMZN Mktp US\*2K4LM8QX3 to Amazon\?/);
  const warnings = (preview.structured?.["warnings"] as readonly string[]).join("\n");
  assertMatch(warnings, /stays in the payee list, without transactions, because YNAB's API/);
  assertMatch(warnings, /1 split line keeps its payee/);
  assertMatch(warnings, /1 scheduled transaction keeps its payee/);
  assertMatch(
    warnings,
    /1 of the transactions is reconciled and stays that way: only the payee changes/,
  );
  const row = rowOf(world, idOf("a0000"));
  assertEquals([row?.payee_id, row?.cleared], [ids.amazon, "reconciled"]);
  assertEquals(world.sent().filter((one) => !one.startsWith("get")), ["updateTransactions"]);
  const undone = await confirm(world, "undo_operation");
  assertMatch(undone.preview.text, /AMZN Mktp/);
  assertEquals(stateOf(world), before);
});

Deno.test("merge_payees moves 500 transactions in one request", async () => {
  await using world = await aWritingWorld(500);
  await apply(world, "merge_payees", args);
  assertEquals(world.sent().filter((one) => !one.startsWith("get")), ["updateTransactions"]);
});

Deno.test("merge_payees shows long payee names in full if they start the same way", async () => {
  const [from, to] = [
    "The Riverside Community Grocery North",
    "The Riverside Community Grocery South",
  ];
  await using world = await aWritingWorld(3, from, to);
  const { text } = await world.call("merge_payees", { ...args, into_payee_id: idOf("e2") });
  assertStringIncludes(text, `from ${from} to ${to}?`);
});

testRefusals("merge_payees", { args, world: aWritingWorld }, [
  ["a transfer payee", { payee_ids: [ids.toVisa] }, /transfer payee/],
  ["a merge into a transfer payee", { into_payee_id: ids.toVisa }, /transfer payee/],
  ["YNAB's own payee", { payee_ids: ["Starting Balance"] }, /is a YNAB system payee/],
  ["a payee into itself", { payee_ids: ["Amazon"] }, /listed twice/],
  ["a payee named twice", { payee_ids: [label, label] }, /listed twice/],
  ["an unknown payee", { payee_ids: ["Nobody"] }, /this plan has no payee "Nobody"/],
]);
