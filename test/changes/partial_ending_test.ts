import { assertEquals, assertMatch } from "@std/assert";
import { confirm } from "../tools/_confirm.ts";
import { ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const plan = { plan_id: ids.plan };
const rows = {
  ...plan,
  account_id: "Checking",
  transactions: [1, 2, 3].map((amount) => ({ date: "2026-03-14", amount: -amount })),
};

Deno.test("an undo that hits a rate limit reports its progress, the reason and when it can continue", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "create_transactions", rows);
  const then = { status: 429, headers: { "retry-after": "60" } };
  world.upstream.setFaults([{ operation: "deleteTransaction", nth: 2, then }]);
  const { applied } = await confirm(world, "undo_operation", plan);
  assertEquals([applied.structured?.["status"], applied.isError], ["partly", true]);
  assertMatch(
    String(applied.structured?.["message"]),
    /only part of the change was applied \(1 of 3\): .+\. Call again in 60 seconds to continue where it/,
  );
  world.upstream.setFaults([]);
  world.pass(61);
  const rest = await confirm(world, "undo_operation", plan);
  assertEquals(rest.applied.structured?.["status"], "applied");
  const [records] = world.upstream.snapshot();
  const left = records?.transactions.filter(({ date, deleted, amount }) =>
    !deleted && date === "2026-03-14" && [-1_000, -2_000, -3_000].includes(amount)
  );
  assertEquals(left, []);
});
