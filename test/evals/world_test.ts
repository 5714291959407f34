import { assertEquals } from "@std/assert";
import { changesIn, EVAL_PLAN, evalWorld } from "../../evals/world.ts";
import type { PlanRecords } from "../../demo/model/records.ts";

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
