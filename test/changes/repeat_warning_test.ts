import { assertEquals, assertMatch } from "@std/assert";
import { Journal, type JournalEntry, repeatWarning } from "../../changes/journal.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { confirm } from "../tools/_confirm.ts";
import { ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";
import { anEntry } from "./_journal_entry.ts";

const args = {
  plan_id: ids.plan,
  account_id: "Checking",
  transactions: [{ date: "2026-03-14", amount: -12.5, payee_name: "Bakery" }],
};

/** Returns the warnings for a change requested 600,000 ms after 1970, given an earlier entry. */
async function warningsAfter(entry: Partial<JournalEntry>): Promise<readonly string[]> {
  const store = createMemoryStore(Date.now).changes;
  await new Journal(store).save(anEntry({ asked: "asked", ...entry }));
  const request = { kind: "flag_transactions", planId: "p", asked: "asked" };
  return await repeatWarning(request, { store, now: () => 600_000 });
}

Deno.test("a repeated change is previewed with a warning that names the earlier operation", async () => {
  await using world = await aWorld({ write: true });
  const { applied } = await confirm(world, "create_transactions", args);
  world.pass(40);
  const { structured, text } = await world.call("create_transactions", args);
  assertEquals(structured?.["status"], "confirmation_required");
  const [first] = structured?.["warnings"] as readonly string[];
  const operationId = String(applied.structured?.["operation_id"]);
  assertMatch(
    first ?? "",
    new RegExp(`^the same change was applied 40 seconds ago as operation ${operationId}: agree`),
  );
  assertMatch(text, /the same change was applied/);
});

Deno.test("a change with other arguments, or one repeated after ten minutes, is previewed without the warning", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "create_transactions", args);
  const other = { ...args, account_id: ids.checking };
  const warnings = async (asked: object): Promise<readonly string[]> =>
    (await world.call("create_transactions", { ...asked })).structured
      ?.["warnings"] as readonly string[] ?? [];
  assertEquals((await warnings(other)).some((one) => one.startsWith("the same")), false);
  world.pass(601);
  assertEquals((await warnings(args)).some((one) => one.startsWith("the same")), false);
});

for (const state of ["partly", "uncertain", "intended"] as const) {
  Deno.test(`repeatWarning() warns about a change that is ${state}`, async () => {
    const [warning] = await warningsAfter({ state });
    assertMatch(warning ?? "", /^the same change .* 10 minutes ago as operation o1: agree only/);
  });
}

for (const state of ["failed", "undone"] as const) {
  Deno.test(`repeatWarning() ignores a change that is ${state}`, async () => {
    assertEquals(await warningsAfter({ state }), []);
  });
}
