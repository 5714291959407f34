import { assertEquals, assertMatch } from "@std/assert";
import { ids } from "./_plan.ts";
import { aWorld, callIn } from "./_world.ts";

Deno.test("list_plans returns each plan with its months and currency", async () => {
  const { structured, text } = await callIn(aWorld(), "list_plans");
  assertEquals(structured, {
    plans: [{
      plan_id: ids.plan,
      name: "Home & Garden",
      first_month: "2024-01",
      last_month: "2026-03",
      currency: "USD",
      last_modified: "2026-03-01T00:00:00+00:00",
    }],
  });
  assertMatch(text, /^plans: plan_id\|name.*\n0{6}a0-0000-4000-8000-0{12}\|Home & Garden\|/);
});

Deno.test("list_plans returns only fields that YNAB sent", async () => {
  await using world = await aWorld();
  const plans = [{ id: ids.plan, name: "New" }];
  const body = { data: { plans, default_plan: null } };
  world.upstream.setFaults([{ operation: "getPlans", then: { status: 200, body } }]);
  const { structured } = await world.call("list_plans");
  assertEquals(structured, { plans: [{ plan_id: ids.plan, name: "New" }] });
});

Deno.test("list_plans reports that there are no plans", async () => {
  const { structured, text } = await callIn(aWorld({ plans: [] }), "list_plans");
  assertEquals([structured, text], [{}, "plans: none"]);
});

Deno.test("list_plans warns when the configured store isn't available", async () => {
  const file = await Deno.makeTempFile();
  await using blocked = await aWorld({ storeFolder: `${file}/below-a-file` });
  await using homeless = await aWorld({ storeProblem: "no_home" });
  for (const world of [blocked, homeless]) {
    const { structured, text } = await world.call("list_plans");
    assertMatch(
      String(structured?.["note"]),
      /^nothing is kept after this process ends.*--store sqlite:/,
    );
    assertMatch(text, /^note: nothing is kept after this process ends/m);
  }
  await Deno.remove(file);
});

Deno.test("list_plans omits the store warning for a working store and for the default in-memory store", async () => {
  const folder = await Deno.makeTempDir();
  {
    await using kept = await aWorld({ storeFolder: folder });
    await using memory = await aWorld();
    for (const world of [kept, memory]) {
      assertEquals((await world.call("list_plans")).structured?.["note"], undefined);
    }
  }
  await Deno.remove(folder, { recursive: true });
});
