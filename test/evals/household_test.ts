import { assertEquals, assertThrows } from "@std/assert";
import { changesIn, EVAL_PLAN, evalHousehold, evalWorld } from "../../evals/world.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";

const household = await evalHousehold();

/** YNAB's own figures, which are compared with sums of transactions. */
async function fromYnab(path: string): Promise<Record<string, unknown>> {
  const now = new Date("2026-11-20T12:00:00Z");
  const upstream = new DemoUpstream({ plans: [EVAL_PLAN], now: () => now });
  const response = await upstream.fetch(`https://demo/v1/plans/last-used/${path}`, {
    headers: { authorization: "Bearer demo-token" },
  });
  return (await response.json()).data;
}

Deno.test("the household's transactions add up to YNAB's balance for each account", async () => {
  const { accounts } = await fromYnab("accounts") as {
    accounts: readonly { name: string; balance: number; deleted: boolean }[];
  };
  for (const { name, balance, deleted } of accounts) {
    if (!deleted) assertEquals(household.balance(name), balance, name);
  }
});

Deno.test("the household's transactions add up to YNAB's activity for a category", () => {
  for (const category of ["Groceries", "Dining Out", "Fuel", "Charity", "Coffee", "Toys"]) {
    const query = { category, since: "2026-10-01", until: "2026-10-31" };
    assertEquals(-household.spent(query), household.figures("2026-10", category).activity);
  }
});

Deno.test("household queries reject unknown and ambiguous names", () => {
  assertThrows(() => household.balance("Nothing"), Error, "Expected exactly one Nothing");
  assertThrows(
    () => household.figures("2026-11", "Gifts"),
    Error,
    "Expected exactly one category Gifts",
  );
  assertThrows(() => household.readyToAssign("2020-01"), Error, "was not read");
  assertThrows(
    () => household.schedule({}),
    Error,
    "Expected exactly one matching schedule",
  );
});

Deno.test("changesIn() returns only changed fields", () => {
  const after: PlanRecords = structuredClone(EVAL_PLAN);
  assertEquals(changesIn(after), []);
  const category = after.categories.find(({ name }) => name === "Charity");
  const row = after.transactions.findLast(({ deleted }) => !deleted);
  if (category === undefined || row === undefined) throw new Error("The household has none");
  category.name = "Donations";
  category.target = null;
  row.flag_color = "red";
  after.assignments.set("2027-01-01", new Map([[category.id, 5_000]]));
  after.transactions.push({
    ...row,
    id: "new",
    amount: -1_230,
    lines: [],
    category_id: category.id,
  });
  const lines = changesIn(after);
  assertEquals(lines.map((line) => line.replaceAll(/[0-9a-f]{8}-[-0-9a-f]{27}/gu, "ID")), [
    "assigned 2027-01 Giving/Charity: none -> 5000",
    "category ID name: Charity -> Donations",
    "category ID target: NEED 46000 1 -> none",
    lines[3],
    "transaction ID flag: none -> red",
  ]);
  assertEquals(lines[3]?.endsWith(": none -> Giving/Charity"), true);
});

Deno.test("evalWorld() starts with the original plan and counts calls and requests", async () => {
  await using world = await evalWorld();
  assertEquals([world.calls, world.requests], [0, 0]);
  assertEquals(changesIn(world.stored), []);
  await world.call("list_accounts", {});
  assertEquals([world.calls, world.requests], [1, 2]);
});
