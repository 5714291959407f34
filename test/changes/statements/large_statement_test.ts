import { assertEquals, assertMatch } from "@std/assert";
import { addDays } from "../../../domain/base/day.ts";
import { apply } from "../../tools/_confirm.ts";
import { household, ids } from "../../tools/_plan.ts";
import { rowsOf } from "../../tools/_world.ts";
import { aStatementWorld } from "./_statement_world.ts";

const COUNT = 200;

Deno.test("if an import is too large to undo within an hour, the response says how many parts the undo will be split into", async () => {
  await using world = await aStatementWorld({ plan: household() });
  const rows = Array.from({ length: COUNT }, (_, at) => ({
    date: addDays("2025-06-01", at),
    amount: -1 - at,
    payee: `SHOP ${at}`,
    memo: "m".repeat(201),
  }));
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  const asked = { plan_id: ids.plan, account_id: "Savings", rows };
  const { preview } = await apply(world, "import_statement", {
    ...asked,
    opening_balance: 0,
    closing_balance: total,
  });
  assertMatch(preview.text, /undoing this takes 201 requests.*undo it in 2 parts/);
  const { new_count: count } = preview.structured ?? {};
  assertEquals([count, rowsOf(preview, "new").length], [COUNT, 20]);
  const memos = new Set(world.created().map(({ memo }) => memo));
  assertEquals([...memos], ["m".repeat(199) + "\u2026"]);
  const whole = await world.call("undo_operation", { plan_id: ids.plan });
  assertMatch(whole.text, /^rate_limited: undo needs more requests \(200\).*only/);
  for (const [from, to] of [[0, 100], [100, COUNT]]) {
    world.pass(3_601);
    const only = world.created().slice(0, Number(to) - Number(from)).map(({ id }) => id);
    await apply(world, "undo_operation", { plan_id: ids.plan, only });
  }
  assertEquals(world.created(), []);
});

/** Returns a CSV file with the given number of new rows. */
function textOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `${addDays("2024-06-01", at)},-${1 + at}.25,Shop ${at}`,
  );
  return ["Date,Amount,Payee", ...lines].join("\n");
}

Deno.test("import_statement enters 500 rows in one request without duplicates, but rejects 501", async () => {
  await using world = await aStatementWorld({ plan: household() });
  const savings = { plan_id: ids.plan, account_id: "Savings" };
  const { text } = await world.call("import_statement", { ...savings, text: textOf(501) });
  assertMatch(text, /^invalid_input: 501 rows are new, but one import can add at most 500/);
  world.sent();
  const asked = { ...savings, text: textOf(500) };
  await apply(world, "import_statement", asked);
  assertEquals(world.sent().filter((line) => line === "createTransaction").length, 1);
  const again = await world.call("import_statement", asked);
  assertEquals(again.structured?.["status"], "nothing_to_do");
});
