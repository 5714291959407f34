/** Resources have the same fields as tool answers, in the same format. */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MAX_CHARACTERS } from "../../server/rendering/write_answer.ts";
import { aCategory, aGroup } from "../demo/_tiny_plan.ts";
import { household, ids } from "../tools/_plan.ts";
import { aWorld, type World } from "../tools/_world.ts";

type Content = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

async function textOf({ client }: World, uri: string): Promise<string> {
  const { contents: [content] } = await client.readResource({ uri });
  return content !== undefined && "text" in content ? String(content.text) : "";
}

const read = async (world: World, uri: string): Promise<Content> =>
  JSON.parse(await textOf(world, uri));

Deno.test("the plans resource gives each plan's known values, and null for unknown values", async () => {
  const plan = household();
  const empty = { ...household(), id: "99999999-0000-4000-8000-000000000001", name: "Empty" };
  await using world = await aWorld({
    plans: [plan, { ...empty, currency_format: null }],
  });
  const { plans } = await read(world, "budget://plans");
  const { plans: told } = (await world.call("list_plans")).structured as Content;
  assertEquals(Object.keys(plans?.[0] ?? {}), [
    ...["plan_id", "name", "first_month", "last_month", "currency"],
  ]);
  assertEquals(plans?.map((one) => one["currency"]), ["USD", null]);
  assertEquals(
    plans?.map((one) => [one["name"], one["first_month"], one["last_month"]]),
    told?.map((one) => [one["name"], one["first_month"] ?? null, one["last_month"] ?? null]),
  );
  assertMatch(String(plans?.[0]?.["last_month"]), /^\d{4}-\d{2}$/u);
});

Deno.test("the categories resource omits internal groups", async () => {
  await using world = await aWorld();
  const { groups = [] } = await read(world, `budget://plans/${ids.plan}/categories`);
  const names = groups.map(({ name }) => name);
  assertEquals([names.includes("Bills"), names.includes("Internal Master Category")], [
    true,
    false,
  ]);
});

Deno.test("the accounts resource contains full ids, amounts, and fields whose value is false", async () => {
  await using world = await aWorld();
  const { accounts = [] } = await read(world, `budget://plans/${ids.plan}/accounts`);
  const checking = accounts.find(({ name }) => name === "Checking");
  const stored = household().accounts.find(({ name }) => name === "Checking");
  assertEquals(checking?.["account_id"], stored?.id);
  assert(accounts.some((one) => one["on_budget"] === false));
  const { text } = await world.call("list_accounts", { plan_id: ids.plan });
  assertMatch(text, new RegExp(`Checking\\|.*${checking?.["balance"]}`, "u"));
});

Deno.test("resources sanitize names", async () => {
  const plan = household();
  const group = plan.groups.find(({ id }) => id === ids.bills);
  if (group === undefined) throw new Error("There is no such group");
  group.name = "Every\u202eday\nnow\u0007";
  await using world = await aWorld({ plans: [plan] });
  const { groups } = await read(world, `budget://plans/${ids.plan}/categories`);
  const found = groups?.find((one) => one["group_id"] === group.id);
  assertEquals(found?.["name"], "Everyday now");
});

Deno.test("a truncated resource says what is missing", async () => {
  const plan = household();
  for (let count = 0; count < 400; count++) {
    const id = `99999999-0000-4000-8000-${String(count).padStart(12, "0")}`;
    plan.groups.push(aGroup({ id, name: `Group ${count}` }));
    for (const own of ["a", "b"]) {
      plan.categories.push(aCategory({
        id: `${own}${id.slice(1)}`,
        category_group_id: id,
        name: `Category ${own} ${count}`,
      }));
    }
  }
  await using world = await aWorld({ plans: [plan] });
  const text = await textOf(world, `budget://plans/${ids.plan}/categories`);
  assert(text.length < MAX_CHARACTERS + 200, String(text.length));
  const { note, groups } = JSON.parse(text);
  assert(groups.length > 100);
  assertMatch(
    note,
    /^groups lists only \d+ of \d+: get_category_balances lists the categories of one group$/u,
  );
});

Deno.test("an invisible name is returned as '(no name)'", async () => {
  const plan = household();
  const account = plan.accounts.find(({ id }) => id === ids.checking);
  if (account === undefined) throw new Error("There is no such account");
  account.name = "\u3164";
  await using world = await aWorld({ plans: [plan] });
  const { accounts } = await read(world, `budget://plans/${ids.plan}/accounts`);
  const found = accounts?.find((one) => one["account_id"] === ids.checking);
  assertEquals(found?.["name"], "(no name)");
});

Deno.test("the settings resource contains date and money formats, and exists only in the complete profile", async () => {
  await using world = await aWorld({ profile: "complete" });
  const uri = `budget://plans/${ids.plan}/settings`;
  const { date_format: date, currency } = JSON.parse(await textOf(world, uri));
  const { date_format, currency_format: stored } = household();
  assertEquals(date, date_format?.format ?? null);
  assertEquals([currency?.iso_code, currency?.decimals], [
    stored?.iso_code,
    stored?.decimal_digits,
  ]);
  assertEquals(world.sent(), ["getPlanSettingsById"]);
  await using fuller = await aWorld();
  await assertRejects(() => textOf(fuller, uri), Error, "not found");
});

Deno.test("the settings resource contains null for formats that a plan doesn't have", async () => {
  const plan = { ...household(), date_format: null, currency_format: null };
  await using world = await aWorld({ profile: "complete", plans: [plan as never] });
  const text = await textOf(world, `budget://plans/${ids.plan}/settings`);
  assertEquals(JSON.parse(text), { date_format: null, currency: null });
});
