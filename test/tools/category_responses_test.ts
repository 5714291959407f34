import { assertEquals, assertMatch } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { confirm, rowOf } from "./_confirm.ts";
import { household, idOf, ids, TODAY } from "./_plan.ts";
import { type Answer, aWorld, type World } from "./_world.ts";

const plan = { plan_id: ids.plan };

/** Creates a world in which YNAB replaces category ids in updates with another value. */
async function storing(
  replaced: RegExp,
  value: string | null,
  records = household(),
): Promise<World> {
  const now = new Date(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [records], now: () => now });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== "PATCH") return await upstream.fetch(request);
    const body = (await request.text()).replaceAll(
      replaced,
      `"category_id":${JSON.stringify(value)}`,
    );
    const { url, method, headers } = request;
    return await upstream.fetch(url, { method, headers, body });
  };
  return { ...await aWorld({ write: true, fetch }), upstream };
}

function categorize(category_id: string | null, id: string): Readonly<Record<string, unknown>> {
  return { ...plan, assignments: [{ transaction_id: idOf(id), category_id }] };
}

function statusOf({ structured }: Answer): readonly unknown[] {
  return [structured?.["status"], structured?.["warnings"]];
}

Deno.test("apply_categories can be undone if YNAB removes the category instead of changing it", async () => {
  const world = await storing(/"category_id":"000000c1[^"]*"/gu, null);
  await using _ = world;
  const { applied } = await confirm(world, "apply_categories", categorize("Rent", "73"));
  assertEquals(statusOf(applied), ["applied", [
    "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking: YNAB stored a different category",
  ]]);
  await confirm(world, "undo_operation", plan);
  assertEquals(rowOf(world, idOf("73"))?.category_id, ids.dining);
});

Deno.test("apply_categories accepts Uncategorized as no category", async () => {
  const world = await storing(/"category_id":null/gu, ids.uncategorized);
  await using _ = world;
  const { applied } = await confirm(world, "apply_categories", categorize(null, "73"));
  assertEquals(statusOf(applied), ["applied", undefined]);
  const undone = await confirm(world, "undo_operation", plan);
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  assertEquals(rowOf(world, idOf("73"))?.category_id, ids.dining);
});

Deno.test("undo_operation removes a category from a transaction that was Uncategorized", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "apply_categories", categorize("Rent", "79"));
  const undone = await confirm(world, "undo_operation", plan);
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  // Only the YNAB app can set Uncategorized.
  assertEquals(rowOf(world, idOf("79"))?.category_id, null);
});

/** The household with Dining renamed to None, as YNAB's Uncategorized is called in old plans. */
function withOwnNone(): ReturnType<typeof household> {
  const records = household();
  for (const category of records.categories) if (category.id === ids.dining) category.name = "None";
  return records;
}

Deno.test("undo_operation removes a category that the user named None", async () => {
  await using world = await aWorld({ write: true, plans: [withOwnNone()] });
  await confirm(world, "apply_categories", categorize(null, "73"));
  await confirm(world, "apply_categories", categorize(ids.dining, "73"));
  const undone = await confirm(world, "undo_operation", plan);
  assertEquals(statusOf(undone.applied), ["applied", undefined]);
  assertEquals(rowOf(world, idOf("73"))?.category_id, null);
});

Deno.test("undo_operation keeps a category named None that the user set later", async () => {
  await using world = await aWorld({ write: true, plans: [withOwnNone()] });
  await confirm(world, "apply_categories", categorize("Rent", "73"));
  await confirm(world, "apply_categories", categorize(null, "73"));
  world.upstream.edit(({ transactions }) => {
    for (const row of transactions) if (row.id === idOf("73")) row.category_id = ids.dining;
  });
  const { structured } = await world.call("undo_operation", plan);
  const [left] = structured?.["left_alone"] as readonly { readonly reason: string }[];
  assertEquals([structured?.["status"], left?.reason], [
    "nothing_to_do",
    "category changed later",
  ]);
});

Deno.test("apply_categories reports that YNAB kept a user's own category named None", async () => {
  const world = await storing(/"category_id":null/gu, ids.dining, withOwnNone());
  await using _ = world;
  const { applied } = await confirm(world, "apply_categories", categorize(null, "73"));
  assertMatch(applied.text, /^rejected: .*: YNAB did not apply the new category$/su);
});
