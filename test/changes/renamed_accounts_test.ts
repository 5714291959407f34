import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { withTexts } from "../../domain/base/clean_text.ts";
import { asksFirst } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { editRecord, rowOf } from "../tools/_confirm.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aWorld, type World } from "../tools/_world.ts";
import { faultCases, faultPlan } from "./faults/_fault_cases.ts";

/** New names: one contains the old name, the other is too long for a label. */
const RENAMED = [
  [ids.checking, "Checking account"],
  [ids.savings, "Rainy days & the roof, someday"],
] as const;

function renameAccounts(world: World): void {
  for (const [id, name] of RENAMED) editRecord(world, "accounts", id, { name });
}

function aFullWorld(): Promise<World> {
  return aWorld({ write: true, profile: "complete", plans: [faultPlan()] });
}

const asking = faultCases.filter(({ tool, isUndo }) =>
  isUndo !== true && tools.some((one) => one.name === tool && asksFirst(one))
);

/** Arguments with ids instead of the old names. */
function withIds(args: object): object {
  const byName = new Map([["Checking", ids.checking], ["Savings", ids.savings]]);
  return withTexts(args, (text) => byName.get(text) ?? text) as object;
}

/** When the accounts are renamed, and when the server reads their new names. */
const ORDERS = {
  "between preview and confirmation": (world: World) => ({
    before: () => {},
    between: () => renameAccounts(world),
  }),
  "before the preview, and read after it": (world: World) => ({
    before: () => renameAccounts(world),
    between: () => {},
  }),
};

for (const [order, steps] of Object.entries(ORDERS)) {
  for (const { name, tool, ...one } of asking) {
    const args = withIds(one.args);
    Deno.test(`${name} is applied when accounts are renamed ${order}`, async () => {
      await using world = await aFullWorld();
      await world.call("find_transactions");
      const { before, between } = steps(world);
      before();
      const preview = await world.call(tool, args);
      const confirmation = preview.structured?.["confirmation"];
      between();
      world.pass(61);
      await world.call("list_accounts");
      const applied = await world.call(tool, { ...args, confirmation });
      assertEquals(applied.structured?.["status"], "applied", `${preview.text}\n${applied.text}`);
    });
  }
}

Deno.test("a conflict names only what changed besides the name of an account", async () => {
  await using world = await aFullWorld();
  await world.call("list_accounts");
  const flags = ["73", "74"].map((one) => ({ transaction_id: idOf(one), color: "purple" }));
  const preview = await world.call("flag_transactions", { flags });
  assertMatch(preview.text, /Checking\|/);
  renameAccounts(world);
  editRecord(world, "transactions", idOf("73"), { amount: -81_000 });
  world.pass(61);
  await world.call("list_accounts");
  const confirmation = preview.structured?.["confirmation"];
  const { text } = await world.call("flag_transactions", { flags, confirmation });
  const [first = "", ...lines] = text.split("\n");
  assertMatch(first, /^conflict: the plan has changed since the preview, so nothing was written/);
  assertEquals(lines.map((line) => line.slice(-10)), ["(00000073)", "(00000073)"], text);
  assertNotEquals(rowOf(world, idOf("74"))?.flag_color, "purple");
});
