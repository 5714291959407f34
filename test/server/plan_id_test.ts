import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { household, idOf, ids } from "../tools/_plan.ts";
import { tools } from "../../tools/_manifest.ts";
import { aWorldWithoutPlan } from "../tools/_world.ts";

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

Deno.test("if the user has only one plan, calls without plan_id request the list of plans only once a day", async () => {
  await using world = await aWorldWithoutPlan();
  const { _meta: meta } = await world.client.callTool({ name: "list_accounts", arguments: {} });
  assertEquals(meta?.["budget-tool-server/ynab-requests"], 2);
  assertEquals(world.sent(), ["getPlans", "getAccounts"]);
  world.pass(DAY_SECONDS - 60);
  assertEquals((await world.call("get_monthly_summary")).isError, false);
  assertEquals(world.sent(), ["getPlanMonth"]);
  world.pass(120);
  assertEquals((await world.call("list_accounts")).isError, false);
  assertEquals(world.sent()[0], "getPlans");
  // A call with the plan's full id doesn't need the list of plans.
  await using other = await aWorldWithoutPlan();
  await other.call("list_accounts", { plan_id: ids.plan.toUpperCase() });
  assertEquals(other.sent(), ["getAccounts"]);
});

Deno.test("a default plan of null, which JavaScript callers may pass, counts as absent", async () => {
  await using world = await aWorldWithoutPlan({ planId: null as unknown as undefined });
  assertEquals((await world.call("list_accounts")).isError, false);
});

Deno.test("a restarted server finds the plan in its store without a request", async () => {
  const storeFolder = await Deno.makeTempDir();
  {
    await using first = await aWorldWithoutPlan({ storeFolder });
    await first.call("list_accounts");
    await using next = await aWorldWithoutPlan({ storeFolder });
    assertEquals((await next.call("get_monthly_summary")).isError, false);
    assertEquals(next.sent(), ["getPlanMonth"]);
  }
  await Deno.remove(storeFolder, { recursive: true });
});

Deno.test("when there are several plans, a call without plan_id lists them with their ids", async () => {
  await using world = await aWorldWithoutPlan({ plans: two });
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

Deno.test("a call without plan_id lists at most 20 plans and counts the others", async () => {
  const plans = Array.from({ length: 22 }, (_, at) => household({ id: idOf(`b${at}`) }));
  await using world = await aWorldWithoutPlan({ plans });
  const rows = (await world.call("list_accounts")).text.split("\n");
  assertEquals([rows.length, rows.at(-1)], [22, "and 2 more"]);
});

Deno.test("a call accepts the plan's name regardless of letter case and character width", async () => {
  await using world = await aWorldWithoutPlan({ plans: two });
  assertEquals((await world.call("list_accounts", { plan_id: "shop" })).isError, false);
  assertEquals(world.sent(), ["getPlans", "getAccounts"]);
  assertEquals((await world.call("list_accounts", { plan_id: " SHOP " })).isError, false);
  assertEquals(world.sent(), []);
});

Deno.test("a name that two plans share is rejected, and the error lists both", async () => {
  await using world = await aWorldWithoutPlan({
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

const HOME = `pass one of these as plan_id\n${ids.plan} Home & Garden`;
const SETTING = "the server's setting --plan (BUDGET_PLAN_ID) is wrong: ";
const none = (name: string, near = ""): string =>
  `no plan has the id or name "${name}"${near}: leave plan_id out, or pass one of these\n` +
  `${ids.plan} Home & Garden`;
const wrong = (name: string, near = ""): string =>
  `${SETTING}no plan has the id or name "${name}"${near}: correct it and restart the server, ` +
  `or ${HOME}`;
const near = ', nearest "Home & Garden"';

const refusals: readonly (readonly [
  options: Parameters<typeof aWorldWithoutPlan>[0],
  plan: string | undefined,
  text: string,
])[] = [
  [{ plans: two }, "Shopp", `not_found: ${none("Shopp", ', nearest "Shop"')}\n${OTHER} Shop`],
  [{ plans: two }, "../user", `not_found: ${none("../user")}\n${OTHER} Shop`],
  [{ plans: two }, ids.checking, `not_found: ${none(ids.checking)}\n${OTHER} Shop`],
  [{ planId: ids.plan }, ids.checking, `not_found: ${none(ids.checking)}`],
  [{ planId: ids.checking }, undefined, `not_found: ${wrong(ids.checking)}`],
  [{ planId: "Hom & Garden" }, undefined, `not_found: ${wrong("Hom & Garden", near)}`],
  [
    { plans: [] },
    undefined,
    "not_found: this YNAB account has no plan: create one in the YNAB app",
  ],
  [{ token: "wrong" }, undefined, "unauthorized: "],
];
for (const [options = {}, plan_id, text] of refusals) {
  const { plans, ...setting } = options;
  const title = `${JSON.stringify({ plan_id, ...setting, plans: plans?.map(({ name }) => name) })}`;
  Deno.test(`the server rejects a call with ${title}`, async () => {
    await using world = await aWorldWithoutPlan(options);
    const answer = await world.call("list_accounts", { plan_id });
    assertEquals(answer.isError, true);
    assertStringIncludes(answer.text, text);
  });
}

Deno.test("an unknown month isn't reported as an unknown plan", async () => {
  await using world = await aWorldWithoutPlan();
  const { text } = await world.call("get_monthly_summary", { month: "2001-01" });
  assertMatch(text, /^not_found: YNAB has no such plan or month/u);
});

for (const setting of [ids.plan, "home & garden"]) {
  Deno.test(`calls without plan_id use the default plan when it is specified as ${setting}`, async () => {
    await using world = await aWorldWithoutPlan({ plans: two, planId: setting });
    assertEquals((await world.call("list_accounts")).isError, false);
    assertEquals((await world.call("list_accounts", { plan_id: OTHER })).isError, false);
  });
}

Deno.test("after the only plan is deleted, a call's error message doesn't blame a setting", async () => {
  await using world = await aWorldWithoutPlan();
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
