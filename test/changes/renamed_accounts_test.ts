import { assertEquals, assertMatch } from "@std/assert";
import { withTexts } from "../../domain/base/clean_text.ts";
import { asksFirst } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { confirm, editRecord, stateOf } from "../tools/_confirm.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import { aWorld, type World } from "../tools/_world.ts";
import { faultCases, faultPlan } from "./faults/_fault_cases.ts";

/** New names: one contains the old name, the other is too long for a label. */
const RENAMED = [
  [ids.checking, "Checking account"],
  [ids.savings, "Rainy days & the roof, someday"],
] as const;

/** Matches a label that contains an account's old name. */
const NAMED_BEFORE = /\$[\d.]+ (?:Savings|Checking)(?! account)/u;

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

for (const { name, tool, ...one } of asking) {
  const args = withIds(one.args);
  Deno.test(`${name} is applied when accounts are renamed before the preview`, async () => {
    await using world = await aFullWorld();
    await world.call("find_transactions");
    renameAccounts(world);
    // These tools don't read accounts themselves.
    if (["flag_transactions", "merge_payees"].includes(tool)) {
      world.pass(61);
      await world.call("list_accounts");
    }
    const { applied, preview } = await confirm(world, tool, args);
    assertEquals(applied.structured?.["status"], "applied", `${preview.text}\n${applied.text}`);
    assertEquals(NAMED_BEFORE.exec(`${preview.text}\n${applied.text}`), null);
  });

  Deno.test(`${name} is applied or reports a conflict when accounts are renamed after the preview`, async () => {
    await using world = await aFullWorld();
    await world.call("find_transactions");
    const preview = await world.call(tool, args);
    const confirmation = preview.structured?.["confirmation"];
    renameAccounts(world);
    const before = stateOf(world);
    world.pass(61);
    await world.call("list_accounts");
    const { text, structured } = await world.call(tool, { ...args, confirmation });
    if (structured?.["status"] === "applied") {
      return assertEquals(NAMED_BEFORE.exec(text), null);
    }
    assertMatch(text, /^conflict: the plan has changed since the preview, so nothing was written/);
    assertEquals(stateOf(world), before);
    const lines = text.split("\n").filter((line) => !line.startsWith("only in the preview: "));
    assertEquals(NAMED_BEFORE.exec(lines.join("\n")), null);
  });
}

Deno.test("create_transfer writes nothing if two accounts have swapped names since the preview", async () => {
  await using world = await aFullWorld();
  const args = {
    from_account_id: ids.checking,
    to_account_id: ids.savings,
    amount: 35,
    date: TODAY,
  };
  const { structured } = await world.call("create_transfer", args);
  editRecord(world, "accounts", ids.checking, { name: "Savings" });
  editRecord(world, "accounts", ids.savings, { name: "Checking" });
  const before = stateOf(world);
  const confirmation = structured?.["confirmation"];
  const { text } = await world.call("create_transfer", { ...args, confirmation });
  assertMatch(text, /^conflict: the plan has changed since the preview, so nothing was written/);
  assertEquals(stateOf(world), before);
});
