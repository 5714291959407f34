import { assertEquals, assertMatch } from "@std/assert";
import { tools } from "../../tools/_manifest.ts";
import { isChanging, type Tool } from "../../tools/_tool.ts";
import { ids } from "./_plan.ts";
import { readArguments } from "./_read_arguments.ts";
import { aWorld } from "./_world.ts";

const ROWS_DELTA = "getTransactions since_date=1990-01-01 last_knowledge_of_server=10";

/** The expected requests of tools that skip or repeat some of their declared reads. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  explain_card: [
    ...["getAccounts", "getPlanMonth", "getPlanMonth", "getPlanMonths"],
    "getTransactions since_date=1990-01-01",
  ],
  get_upcoming_needs: [
    "getAccounts",
    "getCategories",
    "getPlanMonth",
    "getPlanMonth",
    "getScheduledTransactions",
    "getTransactions since_date=1990-01-01",
  ],
  list_money_movements: ["getCategories", "getMoneyMovementGroups", "getMoneyMovements"],
  get_spending_trends: [...Array.from({ length: 6 }, () => "getPlanMonth"), "getPlanMonths"],
};

for (const tool of tools.filter((one) => !isChanging(one))) {
  const { name } = tool;
  Deno.test(`${name} sends the expected requests when the cache is cold and no requests when it is fresh`, async () => {
    await using world = await aWorld({ profile: "complete" });
    const args = readArguments(tool);
    await world.call(name, args);
    assertEquals(
      world.sent().toSorted(),
      onEmptyCopy(tool),
      `${name}: list other counts in this file`,
    );
    world.pass(29);
    await world.call(name, args);
    assertEquals(world.sent(), []);
  });
}

for (const tool of tools.filter((one) => !isChanging(one) && one.reads.complete.length > 0)) {
  Deno.test(`${tool.name} reports that YNAB is down`, async () => {
    await using world = await aWorld({ profile: "complete" });
    world.upstream.setFaults(tool.reads.complete.map((operation) => ({
      operation,
      times: 99,
      then: { status: 500 },
    })));
    const { text } = await world.call(tool.name, readArguments(tool));
    assertMatch(text, /^unavailable: /);
  });
}

function onEmptyCopy({ name, reads: { complete: reads } }: Tool): readonly string[] {
  const whole = (read: string): string =>
    read === "getTransactions" ? `${read} since_date=1990-01-01` : read;
  return (otherwise[name] ?? reads.map(whole)).toSorted();
}

Deno.test("when the plan has changed, find_transactions reads only a delta, no matter how old the cache is", async () => {
  await using world = await aWorld();
  await world.call("find_transactions");
  world.sent();
  world.pass(31);
  await editPlan(world.upstream.fetch);
  world.sent();
  await world.call("find_transactions");
  const delta = "last_knowledge_of_server=10";
  assertEquals(
    world.sent().toSorted(),
    [`getAccounts ${delta}`, `getCategories ${delta}`, ROWS_DELTA],
  );
});

Deno.test("a month whose cached copy has expired is requested again only when the month list shows that the month changed", async () => {
  await using world = await aWorld();
  const names = (): readonly string[] => world.sent().map((line) => line.split(" ")[0] ?? "");
  await world.call("get_spending_trends", { months: 2 });
  await world.call("get_monthly_summary");
  world.sent();
  world.pass(31);
  await world.call("get_monthly_summary");
  assertEquals(names(), ["getPlanMonths"]);
  world.pass(31);
  await editPlan(world.upstream.fetch);
  world.sent();
  await world.call("get_monthly_summary");
  assertEquals(names(), ["getPlanMonths", "getPlanMonth"]);
});

Deno.test("with --max-age 0, every call sends requests", async () => {
  await using world = await aWorld({ maxAgeMs: 0 });
  await world.call("list_accounts");
  await world.call("list_accounts");
  assertEquals(world.sent(), ["getAccounts", "getAccounts last_knowledge_of_server=10"]);
});

async function editPlan(fetch: typeof globalThis.fetch): Promise<void> {
  const answer = await fetch(`https://demo/v1/plans/${ids.plan}/transactions`, {
    method: "POST",
    headers: { authorization: "Bearer demo-token" },
    body: JSON.stringify({
      transactions: [{ account_id: ids.checking, date: "2026-03-14", amount: -1000 }],
    }),
  });
  if (!answer.ok) throw new Error(`The edit was refused: ${await answer.text()}`);
}
