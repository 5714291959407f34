import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { household, idOf, ids } from "../tools/_plan.ts";
import { tools } from "../../tools/_manifest.ts";
import { aWorld } from "../tools/_world.ts";

const OTHER = idOf("a1");
const two = [household(), household({ id: OTHER, name: "Shop" })];
const DAY_SECONDS = 86_400;

Deno.test("plan_id is optional in every tool", () => {
  for (const { name, schema } of tools) {
    const { plan_id: planId } = schema.input.shape as Readonly<
      Record<string, { safeParse: (value: unknown) => { readonly success: boolean } }>
    >;
    assertEquals(planId?.safeParse(undefined).success ?? true, true, name);
  }
});

Deno.test("calls without plan_id send one request a day to find the only plan", async () => {
  await using world = await aWorld();
  const { _meta: meta } = await world.client.callTool({ name: "list_accounts", arguments: {} });
  assertEquals(meta?.["budget-tool-server/ynab-requests"], 2);
  assertEquals(world.sent(), ["getPlans", "getAccounts"]);
  world.pass(DAY_SECONDS - 60);
  assertEquals((await world.call("get_monthly_summary")).isError, false);
  assertEquals(world.sent(), ["getPlanMonth"]);
  world.pass(120);
  assertEquals((await world.call("list_accounts")).isError, false);
  assertEquals(world.sent()[0], "getPlans");
  // With the plan's full id, no list is needed.
  await using other = await aWorld();
  await other.call("list_accounts", { plan_id: ids.plan.toUpperCase() });
  assertEquals(other.sent(), ["getAccounts"]);
});

Deno.test("a default plan of null, from JavaScript, counts as absent", async () => {
  await using world = await aWorld({ planId: null as unknown as undefined });
  assertEquals((await world.call("list_accounts")).isError, false);
});

Deno.test("a restarted server finds the plan in its store without a request", async () => {
  const storeFolder = await Deno.makeTempDir();
  {
    await using first = await aWorld({ storeFolder });
    await first.call("list_accounts");
    await using next = await aWorld({ storeFolder });
    assertEquals((await next.call("get_monthly_summary")).isError, false);
    assertEquals(next.sent(), ["getPlanMonth"]);
  }
  await Deno.remove(storeFolder, { recursive: true });
});

Deno.test("when there are several plans, a call without plan_id lists them with their ids", async () => {
  await using world = await aWorld({ plans: two });
  const { isError, text } = await world.call("list_accounts");
  assertEquals(isError, true);
  assertEquals(text.split("\n"), [
    "invalid_input: there are 2 plans: pass the id of the one you mean as plan_id",
    `${ids.plan} Home & Garden`,
    `${OTHER} Shop`,
  ]);
  world.sent();
  assertEquals((await world.call("list_accounts", { plan_id: OTHER })).isError, false);
  assertEquals(world.sent(), ["getAccounts"]);
});

Deno.test("a call lists at most 20 plans and counts the others", async () => {
  const plans = Array.from({ length: 22 }, (_, at) => household({ id: idOf(`b${at}`) }));
  await using world = await aWorld({ plans });
  const rows = (await world.call("list_accounts")).text.split("\n");
  assertEquals([rows.length, rows.at(-1)], [22, "and 2 more"]);
});

Deno.test("a call accepts the plan's name regardless of case and width", async () => {
  await using world = await aWorld({ plans: two });
  assertEquals((await world.call("list_accounts", { plan_id: "shop" })).isError, false);
  assertEquals(world.sent(), ["getPlans", "getAccounts"]);
  assertEquals((await world.call("list_accounts", { plan_id: " SHOP " })).isError, false);
  assertEquals(world.sent(), []);
});

Deno.test("a name that two plans share is rejected, and the error lists both", async () => {
  await using world = await aWorld({
    plans: [household({ name: "Shop" }), household({ id: OTHER, name: "shop" })],
  });
  // For the second call, the server already knows the list of plans.
  for (let times = 0; times < 2; times++) {
    const { text } = await world.call("list_accounts", { plan_id: "Shop" });
    assertEquals(text.split("\n"), [
      'invalid_input: 2 plans are called "Shop": pass the id of the one you mean as plan_id',
      `${ids.plan} Shop`,
      `${OTHER} shop`,
    ]);
  }
});

for (
  const [what, asked, first] of [
    ["a misspelled name", "Shopp", 'no plan has the id or name "Shopp", nearest "Shop"'],
    ["a path traversal", "../user", 'no plan has the id or name "../user"'],
    ["an unknown id", ids.checking, `no plan has the id or name "${ids.checking}"`],
  ] as const
) {
  Deno.test(`a call rejects ${what} and lists existing plans`, async () => {
    await using world = await aWorld({ plans: two });
    const { text } = await world.call("list_accounts", { plan_id: asked });
    assertEquals(text.split("\n"), [
      `not_found: ${first}: leave plan_id out, or pass one of these`,
      `${ids.plan} Home & Garden`,
      `${OTHER} Shop`,
    ]);
  });
}

Deno.test("an unknown month isn't reported as an unknown plan", async () => {
  await using world = await aWorld();
  const { text } = await world.call("get_monthly_summary", { month: "2001-01" });
  assertMatch(text, /^not_found: YNAB has no such plan or month/u);
});

Deno.test("a call says that no plan exists and to create one", async () => {
  await using world = await aWorld({ plans: [] });
  assertMatch((await world.call("list_accounts")).text, /^not_found: .*no plan.*create one/u);
});

for (const setting of [ids.plan, "home & garden"]) {
  Deno.test(`the default plan set as ${setting} applies to calls without plan_id`, async () => {
    await using world = await aWorld({ plans: two, planId: setting });
    assertEquals((await world.call("list_accounts")).isError, false);
    assertEquals((await world.call("list_accounts", { plan_id: OTHER })).isError, false);
  });
}

for (const setting of ["Hom & Garden", ids.checking]) {
  Deno.test(`an unknown default plan, ${setting}, is reported as a wrong setting`, async () => {
    await using world = await aWorld({ planId: setting });
    const { text } = await world.call("list_accounts");
    const [first = "", row] = text.split("\n");
    assertMatch(first, /^not_found: the server's setting --plan \(BUDGET_PLAN_ID\) is wrong/u);
    assertStringIncludes(first, `no plan has the id or name "${setting}"`);
    assertStringIncludes(first, "correct it and restart the server");
    assertEquals(row, `${ids.plan} Home & Garden`);
  });
}

Deno.test("with a default plan, a wrong plan_id is reported as an argument error", async () => {
  await using world = await aWorld({ planId: ids.plan });
  const { text } = await world.call("list_accounts", { plan_id: ids.checking });
  assertMatch(
    text,
    /^not_found: no plan has the id or name "[^"]*": leave plan_id out, or pass one of these/u,
  );
});

Deno.test("after the only plan is deleted, a call doesn't report a wrong setting", async () => {
  await using world = await aWorld();
  assertEquals((await world.call("list_accounts")).isError, false);
  world.pass(3600);
  const error = { id: "404.2", name: "resource_not_found", detail: "Resource not found" };
  world.upstream.setFaults([
    { operation: "getAccounts", then: { status: 404, body: { error } } },
    {
      operation: "getPlans",
      then: { status: 200, body: { data: { plans: [], default_plan: null } } },
    },
  ]);
  const { text } = await world.call("list_accounts");
  assertMatch(text, /^not_found: no plan has the id or name "[^"]*": leave plan_id out/u);
});

Deno.test("errors while finding the plan are reported unchanged", async () => {
  await using world = await aWorld({ token: "wrong" });
  assertMatch((await world.call("list_accounts")).text, /^unauthorized: /u);
});
