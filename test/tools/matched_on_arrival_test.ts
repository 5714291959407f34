import { assertEquals } from "@std/assert";
import { confirm, rowOf } from "./_confirm.ts";
import { otherUpstream } from "./_other_upstream.ts";
import { aRow, household, idOf, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const ofBank = aRow({
  id: idOf("7b"),
  date: "2026-03-10",
  amount: -20_000,
  payee_id: ids.amazon,
  approved: false,
  import_id: "YNAB:-20000:2026-03-10:1",
});

Deno.test("undo_operation deletes the created transaction, not the imported one that YNAB's response also contains", async () => {
  const plan = household();
  await using world: World = await aWorld({
    write: true,
    plans: [{ ...plan, transactions: [...plan.transactions, ofBank] }],
    fetch: otherUpstream(() => world, async ({ method, body, carryOut, read }) => {
      if (method !== "POST") return await carryOut();
      body["transactions"][0].memo = "the whole";
      const data = await carryOut({ body });
      data["transactions"].unshift((await read(`/transactions/${ofBank.id}`))["transaction"]);
      return data;
    }),
  });
  const { applied } = await confirm(world, "create_transactions", {
    plan_id: ids.plan,
    account_id: "Checking",
    transactions: [{
      date: "2026-03-10",
      amount: -20,
      payee_name: "Amazon",
      memo: "the whole story",
      cleared: "cleared",
    }],
  });
  const { status, operation_id } = applied.structured ?? {};
  assertEquals(status, "applied");
  const rows = world.upstream.snapshot()[0]?.transactions ?? [];
  const entered = rows.find(({ memo }) => memo === "the whole");
  const undo = await confirm(world, "undo_operation", { plan_id: ids.plan, operation_id });
  assertEquals(undo.applied.structured?.["status"], "applied");
  assertEquals(rowOf(world, entered?.id ?? "")?.deleted, true);
  assertEquals(rowOf(world, ofBank.id)?.deleted, false);
});
