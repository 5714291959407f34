import { assertEquals } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { changesIn, EVAL_PLAN, evalWorld } from "../../evals/world.ts";

Deno.test("changesIn() returns only changed fields", () => {
  const upstream = new DemoUpstream({ plans: [EVAL_PLAN] });
  assertEquals(upstream.stored.flatMap(changesIn), []);
  upstream.edit(({ assignments, categories, transactions }) => {
    const category = categories.find(({ name }) => name === "Charity");
    const row = transactions.findLast(({ deleted }) => !deleted);
    if (category === undefined || row === undefined) throw new Error("The household has none");
    const { id: category_id } = category;
    Object.assign(category, { name: "Donations", target: null });
    assignments.set("2027-01-01", new Map([[category_id, 5_000]]));
    transactions.push({ ...row, id: "new", amount: -1_230, lines: [], category_id });
    Object.assign(row, { flag_color: "red", memo: "Coffee" });
  });
  const lines = upstream.stored.flatMap(changesIn).map((line) =>
    line.replace(/^[0-9a-f]{8}-[-0-9a-f]{27}/u, "ID").replace(/\{.*\}/u, "JSON")
  );
  assertEquals(lines.toSorted(), [
    "ID flag_color: none -> red",
    "ID memo: none -> Coffee",
    "ID name: Charity -> Donations",
    "ID target: JSON -> none",
    "assigned 2027-01 Giving/Charity: none -> 5000",
    "new 2026-11-20 Everyday Visa -1230 Blue Door Coffee: none -> Giving/Charity",
  ]);
});

Deno.test("evalWorld() starts with the original plan and counts calls and requests", async () => {
  await using world = await evalWorld();
  assertEquals([world.calls, world.requests], [0, 0]);
  assertEquals(changesIn(world.stored), []);
  await world.call("list_accounts", {});
  assertEquals([world.calls, world.requests], [1, 2]);
});
