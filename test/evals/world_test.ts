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
  row.memo = "Coffee";
  after.assignments.set("2027-01-01", new Map([[category.id, 5_000]]));
  after.transactions.push({
    ...row,
    id: "new",
    amount: -1_230,
    lines: [],
    category_id: category.id,
  });
  const lines = changesIn(after).map((line) =>
    line.replace(/^[0-9a-f]{8}-[-0-9a-f]{27}/u, "ID").replace(/\{.*\}/u, "JSON")
  );
  const payee = after.payees.find(({ id }) => id === row.payee_id)?.name;
  assertEquals(lines.toSorted(), [
    "ID flag_color: none -> red",
    "ID memo: none -> Coffee",
    "ID name: Charity -> Donations",
    "ID target: JSON -> none",
    "assigned 2027-01 Giving/Charity: none -> 5000",
    `new 2026-11-20 Everyday Visa -1230 ${payee}: none -> Giving/Charity`,
  ]);
});

Deno.test("evalWorld() starts with the original plan and counts calls and requests", async () => {
  await using world = await evalWorld();
  assertEquals([world.calls, world.requests], [0, 0]);
  assertEquals(changesIn(world.stored), []);
  await world.call("list_accounts", {});
  assertEquals([world.calls, world.requests], [1, 2]);
});
