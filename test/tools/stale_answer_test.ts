import { assertEquals, assertStringIncludes } from "@std/assert";
import { confirm, stateOf } from "./_confirm.ts";
import { type Held, otherUpstream, type SentWrite } from "./_other_upstream.ts";
import { household, householdSchedules, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const plan_id = ids.plan;

async function aWorldThat(
  answer: (write: SentWrite) => Promise<Held>,
  options: { readonly maxAgeMs?: number } = {},
): Promise<World> {
  const world: World = await aWorld({
    write: true,
    profile: "complete",
    plans: [household({ scheduled: [...householdSchedules] })],
    fetch: otherUpstream(() => world, answer),
    ...options,
  });
  return world;
}

const changes = [
  ["edit_transaction", { transaction_id: "00000075", memo: "new" }],
  ["flag_transactions", { flags: [{ transaction_id: "00000075", color: "blue" }] }],
  ["apply_categories", { assignments: [{ transaction_id: "00000075", category_id: "Dining" }] }],
  ["merge_payees", { into_payee_id: "Landlord", payee_ids: ["Employer"] }],
  ["set_category_budget", { category_id: "Rent", month: "2026-03", amount: 900 }],
  ["rename_payees", { renames: [{ payee_id: "Landlord", name: "Owner" }] }],
  ["edit_scheduled_transaction", { scheduled_id: "00000091", amount: -900 }],
  ["update_category", { category_id: "Rent", name: "Housing" }],
  ["rename_category_group", { group_id: "Fun", name: "Joy" }],
] as const;

/** Kinds of records that these tests read as whole lists. */
const LISTS: readonly string[] = ["payees", "category_groups"];

/** Applies the write, but responds with the record as it was before. */
async function beforeIt({ path, read, carryOut }: SentWrite): Promise<Held> {
  const [, list = ""] = path.split("/");
  const was = LISTS.includes(list) ? null : await read(path);
  const groups = list === "category_groups" ? await read("/categories") : await read("/payees");
  const data = await carryOut();
  const all: readonly Held[] = [
    ...was?.["transactions"] ?? [],
    ...groups["payees"] ?? [],
    ...groups["category_groups"] ?? [],
  ];
  const former = (record: Held): Held => all.find(({ id }) => id === record["id"]) ?? record;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === "server_knowledge" || name === "transaction_ids") return [name, value];
      if (Array.isArray(value)) return [name, value.map(former)];
      return [name, was?.[name] ?? former(value)];
    }),
  );
}

for (const [name, args] of changes) {
  Deno.test(`${name} reports the stored state when YNAB's response shows the old one`, async () => {
    let isStale = true;
    await using world = await aWorldThat((write) => isStale ? beforeIt(write) : write.carryOut());
    const before = stateOf(world);
    const { applied } = await confirm(world, name, { plan_id, ...args });
    assertEquals([applied.structured?.["status"], applied.isError], ["applied", false]);
    isStale = false;
    const { operation_id } = applied.structured ?? {};
    const undo = await confirm(world, "undo_operation", { plan_id, operation_id });
    assertEquals(undo.applied.structured?.["status"], "applied");
    assertEquals(stateOf(world), before);
  });
}

Deno.test("split_transaction reports the stored state when YNAB's response shows the old state", async () => {
  await using world = await aWorldThat(beforeIt);
  const lines = [{ amount: -12, category_id: "Dining" }, { amount: -8, category_id: "Rent" }];
  const { applied } = await confirm(world, "split_transaction", {
    plan_id,
    transaction_id: "00000078",
    lines,
  });
  assertEquals([applied.structured?.["status"], applied.isError], ["applied", false]);
});

Deno.test("a change reports the stored state when YNAB's response is empty", async () => {
  await using world = await aWorldThat(async ({ carryOut }) => ({
    ...await carryOut(),
    transactions: [],
    transaction_ids: [],
  }));
  const [, [name, args]] = changes;
  const { applied } = await confirm(world, name, { plan_id, ...args });
  assertEquals(applied.structured?.["status"], "applied");
});

Deno.test("if YNAB keeps a schedule that it reports as deleted, the response says so and the list still has it", async () => {
  await using world = await aWorldThat(async ({ method, carryOut }) => {
    if (method !== "DELETE") return await carryOut();
    const data = await carryOut({ method: "GET" });
    data["scheduled_transaction"].deleted = true;
    return data;
  });
  const before = stateOf(world);
  const scheduled_id = "00000091";
  await world.call("list_scheduled_transactions", { plan_id });
  const { applied } = await confirm(world, "delete_scheduled_transaction", {
    plan_id,
    scheduled_id,
  });
  assertStringIncludes(applied.text, "YNAB did not delete it");
  const list = await world.call("list_scheduled_transactions", { plan_id });
  assertStringIncludes(list.text, "Landlord");
  const undo = await world.call("undo_operation", { plan_id });
  assertStringIncludes(undo.text, "nothing to undo");
  assertEquals(stateOf(world), before);
});

Deno.test("a rollback is reported even if YNAB's response shows the state before the rollback", async () => {
  let writes = 0;
  await using world = await aWorldThat(async (write) => {
    writes += 1;
    // YNAB applies the first write but not the second; the next two writes restore both categories.
    if (writes === 1) return await write.carryOut();
    const untaken = { category: { budgeted: 60_000 } };
    return writes === 2 ? await write.carryOut({ body: untaken }) : await beforeIt(write);
  });
  const before = stateOf(world);
  const { applied } = await confirm(world, "move_money", {
    plan_id,
    month: "2026-03",
    from_category_id: "Rent",
    to_category_id: "Dining",
    amount: 50,
  });
  assertEquals([writes, stateOf(world)], [4, before]);
  assertEquals(applied.text.includes("could not be put back"), false);
  const { text } = await world.call("list_changes", { plan_id });
  assertStringIncludes(text, "not applied");
});

Deno.test("the re-read after a contradictory response counts as a request and may use reserved requests", async () => {
  let isStale = false;
  await using world = await aWorldThat(
    (write) => isStale ? beforeIt(write) : write.carryOut(),
    { maxAgeMs: 0 },
  );
  const flags = ["blue", "green"].map((color) => ({
    plan_id,
    flags: [{ transaction_id: "00000075", color }],
  }));
  const counts: unknown[] = [];
  for (const [at, args] of flags.entries()) {
    const { structured } = await world.call("flag_transactions", args);
    isStale = at === 1;
    // Use up the requests that are available for reads.
    for (let count = 0, text = ""; isStale && !text.startsWith("rate_limited"); count += 1) {
      if (count > 200) throw new Error("Reads never reached the rate limit");
      ({ text } = await world.call("list_accounts", { plan_id }));
    }
    const { structuredContent, _meta: meta } = await world.client.callTool({
      name: "flag_transactions",
      arguments: { ...args, confirmation: structured?.["confirmation"] },
    });
    assertEquals((structuredContent as Held)["status"], "applied");
    counts.push(meta?.["budget-tool-server/ynab-requests"]);
  }
  assertEquals(counts, [2, 3]);
});
