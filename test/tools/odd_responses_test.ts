/** Tests changes for which YNAB returns an outdated, incomplete or wrong response. */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { apply, confirm, editRecord, rowOf, stateOf } from "./_confirm.ts";
import { aWorldThat, type Held, type SentWrite } from "./_other_upstream.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { type Answer, aWorld, rowsOf, type World } from "./_world.ts";

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
  ["split_transaction", {
    transaction_id: "00000078",
    lines: [{ amount: -12, category_id: "Dining" }, { amount: -8, category_id: "Rent" }],
  }],
] as const;

/** Kinds of records that these tests read as a full list instead of one at a time. */
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
  Deno.test(`if YNAB's response shows the old state, ${name} reports the state that YNAB has actually stored`, async () => {
    let isStale = true;
    await using world = await aWorldThat((write) => isStale ? beforeIt(write) : write.carryOut());
    const before = stateOf(world);
    const { applied } = await confirm(world, name, args);
    assertEquals([applied.structured?.["status"], applied.isError], ["applied", false]);
    // A split can't be undone.
    if (name === "split_transaction") return;
    isStale = false;
    const { operation_id } = applied.structured ?? {};
    await apply(world, "undo_operation", { operation_id });
    assertEquals(stateOf(world), before);
  });
}

for (const count of [0, 1]) {
  Deno.test(`after a change to 2 transactions, the tool reports the state stored at YNAB when YNAB's response contains only ${count} of them`, async () => {
    await using world = await aWorldThat(async ({ carryOut }) => {
      const data = await carryOut();
      return { ...data, transactions: data["transactions"].slice(0, count), transaction_ids: [] };
    });
    const flags = ["75", "73"].map((id) => ({ transaction_id: idOf(id), color: "blue" }));
    await apply(world, "flag_transactions", { flags });
  });
}

Deno.test("if YNAB keeps a schedule but reports it as deleted, the response says so, and the list still contains the schedule", async () => {
  await using world = await aWorldThat(async ({ method, carryOut }) => {
    if (method !== "DELETE") return await carryOut();
    const data = await carryOut({ method: "GET" });
    data["scheduled_transaction"].deleted = true;
    return data;
  });
  const before = stateOf(world);
  const scheduled_id = "00000091";
  await world.call("list_scheduled_transactions");
  const { applied } = await confirm(world, "delete_scheduled_transaction", { scheduled_id });
  assertStringIncludes(applied.text, "YNAB did not delete it");
  const list = await world.call("list_scheduled_transactions");
  assertStringIncludes(list.text, "Landlord");
  const undo = await world.call("undo_operation");
  assertStringIncludes(undo.text, "nothing to undo");
  assertEquals(stateOf(world), before);
});

Deno.test("a rollback is reported even if YNAB's response shows the state before the rollback", async () => {
  let writes = 0;
  await using world = await aWorldThat(async (write) => {
    writes += 1;
    // YNAB applies the first write but not the second. Two more writes restore both categories.
    if (writes === 1) return await write.carryOut();
    const untaken = { category: { budgeted: 60_000 } };
    return writes === 2 ? await write.carryOut({ body: untaken }) : await beforeIt(write);
  });
  const before = stateOf(world);
  const { applied } = await confirm(world, "move_money", {
    month: "2026-03",
    from_category_id: "Rent",
    to_category_id: "Dining",
    amount: 50,
  });
  assertEquals([writes, stateOf(world)], [4, before]);
  assertEquals(applied.text.includes("could not be restored"), false);
  const { text } = await world.call("list_changes");
  assertStringIncludes(text, "not applied");
});

Deno.test("the re-read after a contradictory response counts as a request and can use the requests reserved for changes", async () => {
  let isStale = false;
  await using world = await aWorldThat(
    (write) => isStale ? beforeIt(write) : write.carryOut(),
    { maxAgeMs: 0 },
  );
  const flags = ["blue", "green"].map((color) => ({
    flags: [{ transaction_id: "00000075", color }],
  }));
  const counts: unknown[] = [];
  for (const [at, args] of flags.entries()) {
    const { structured } = await world.call("flag_transactions", args);
    isStale = at === 1;
    // Use up the requests that are available for reads.
    for (let count = 0, text = ""; isStale && !text.startsWith("rate_limited"); count += 1) {
      if (count > 200) throw new Error("Reads never reached the rate limit");
      ({ text } = await world.call("list_accounts"));
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

/** Answers every DELETE with the unchanged record. */
const keep = ({ method, carryOut }: SentWrite): Promise<Held> =>
  carryOut(method === "DELETE" ? { method: "GET" } : {});

const deletions = [
  ["delete_transactions", { transaction_ids: ["00000073"] }],
  ["delete_transactions", { transaction_ids: ["00000077"] }],
  ["delete_scheduled_transaction", { scheduled_id: "00000091" }],
] as const;

Deno.test("changes don't report records as deleted if YNAB's response shows that they still exist", async () => {
  for (const [name, args] of deletions) {
    await using world = await aWorldThat(keep);
    const before = stateOf(world);
    const { applied } = await confirm(world, name, args);
    assertStringIncludes(applied.text, "YNAB did not delete it");
    assertEquals([stateOf(world), applied.isError], [before, true]);
    const [change] = rowsOf(await world.call("list_changes"));
    assertEquals(change?.["state"], "not applied");
  }
});

Deno.test("undo_operation doesn't report a created transaction as deleted if YNAB's response shows that it still exists", async () => {
  await using world = await aWorldThat(keep);
  const row = { date: "2026-03-14", amount: -7.25, payee_name: "Kiosk" };
  const { applied } = await confirm(world, "create_transactions", {
    account_id: "Checking",
    transactions: [row],
  });
  const operation_id = applied.structured?.["operation_id"];
  const before = stateOf(world);
  const undo = await confirm(world, "undo_operation", { operation_id });
  assertStringIncludes(undo.applied.text, "YNAB did not delete it");
  assertEquals(stateOf(world), before);
  const changes = await world.call("list_changes");
  assertEquals(rowsOf(changes).map(({ tool, state, undoable }) => [tool, state, undoable]), [
    ["undo_operation", "not applied", undefined],
    ["create_transactions", "applied", true],
  ]);
});

const ofBank = aRow({
  id: idOf("7b"),
  date: "2026-03-10",
  amount: -20_000,
  payee_id: ids.amazon,
  approved: false,
  import_id: "YNAB:-20000:2026-03-10:1",
});

Deno.test("undo_operation deletes the created transaction, not the imported one that YNAB's response also contains", async () => {
  const plans = [household({ transactions: [...household().transactions, ofBank] })];
  await using world = await aWorldThat(async ({ method, body, carryOut, read }) => {
    if (method !== "POST") return await carryOut();
    body["transactions"][0].memo = "the whole";
    const data = await carryOut({ body });
    data["transactions"].unshift((await read(`/transactions/${ofBank.id}`))["transaction"]);
    return data;
  }, { plans });
  const { applied } = await confirm(world, "create_transactions", {
    account_id: "Checking",
    transactions: [{
      date: "2026-03-10",
      amount: -20,
      payee_name: "Amazon",
      memo: "the whole story",
      cleared: "cleared",
    }],
  });
  const { status, operation_id } = applied.structured ?? {};
  assertEquals(status, "applied");
  const rows = world.upstream.snapshot()[0]?.transactions ?? [];
  const entered = rows.find(({ memo }) => memo === "the whole");
  await apply(world, "undo_operation", { operation_id });
  assertEquals(rowOf(world, entered?.id ?? "")?.deleted, true);
  assertEquals(rowOf(world, ofBank.id)?.deleted, false);
});

/** Creates a server whose simulated YNAB replaces one category id with another in updates. */
function storing(
  replaced: string | null,
  value: string | null,
  records = household(),
): Promise<World> {
  return aWorldThat(({ body, carryOut }) => {
    for (const row of body["transactions"]) {
      if (row.category_id === replaced) row.category_id = value;
    }
    return carryOut({ body });
  }, { plans: [records] });
}

function categorize(category_id: string | null, id: string): Readonly<Record<string, unknown>> {
  return { assignments: [{ transaction_id: idOf(id), category_id }] };
}

function statusOf({ structured }: Answer): readonly unknown[] {
  return [structured?.["status"], structured?.["warnings"]];
}

Deno.test("apply_categories can be undone even if YNAB removes the category instead of changing it", async () => {
  await using world = await storing(ids.rent, null);
  const { applied } = await confirm(world, "apply_categories", categorize("Rent", "73"));
  assertEquals(statusOf(applied), ["applied", [
    "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking: YNAB stored a different category",
  ]]);
  await confirm(world, "undo_operation");
  assertEquals(rowOf(world, idOf("73"))?.category_id, ids.dining);
});

Deno.test("apply_categories treats Uncategorized as no category", async () => {
  await using world = await storing(null, ids.uncategorized);
  const { applied } = await confirm(world, "apply_categories", categorize(null, "73"));
  assertEquals(statusOf(applied), ["applied", undefined]);
  const undone = await confirm(world, "undo_operation");
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  assertEquals(rowOf(world, idOf("73"))?.category_id, ids.dining);
});

Deno.test("undo_operation removes the category of a transaction that was Uncategorized before the change", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "apply_categories", categorize("Rent", "79"));
  const undone = await confirm(world, "undo_operation");
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  // Only the YNAB app can assign a transaction to YNAB's built-in Uncategorized category, so undo
  // sets the transaction's category to `null` instead.
  assertEquals(rowOf(world, idOf("79"))?.category_id, null);
});

/**
 * The household with Dining renamed to "None", which is what YNAB calls Uncategorized in old plans.
 */
function withOwnNone(): ReturnType<typeof household> {
  const records = household();
  for (const category of records.categories) if (category.id === ids.dining) category.name = "None";
  return records;
}

Deno.test("undo_operation removes a category from a transaction even if the category's name is 'None'", async () => {
  await using world = await aWorld({ write: true, plans: [withOwnNone()] });
  await confirm(world, "apply_categories", categorize(null, "73"));
  await confirm(world, "apply_categories", categorize(ids.dining, "73"));
  const undone = await confirm(world, "undo_operation");
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  assertEquals(rowOf(world, idOf("73"))?.category_id, null);
});

Deno.test("undo_operation keeps a category named 'None' that the user set later", async () => {
  await using world = await aWorld({ write: true, plans: [withOwnNone()] });
  await confirm(world, "apply_categories", categorize("Rent", "73"));
  await confirm(world, "apply_categories", categorize(null, "73"));
  editRecord(world, "transactions", idOf("73"), { category_id: ids.dining });
  const { structured } = await world.call("undo_operation");
  const [left] = rowsOf({ structured }, "left_alone");
  assertEquals([structured?.["status"], left?.["reason"]], [
    "nothing_to_do",
    "category changed later",
  ]);
});

Deno.test("apply_categories reports a category that YNAB didn't remove from a transaction, even if the category's name is 'None'", async () => {
  await using world = await storing(null, ids.dining, withOwnNone());
  const { applied } = await confirm(world, "apply_categories", categorize(null, "73"));
  assertMatch(applied.text, /^rejected: .*: YNAB did not apply the new category$/su);
});
