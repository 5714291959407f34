import { assertEquals, assertMatch } from "@std/assert";
import type { WaitingImport } from "../../demo/model/records.ts";
import { stateOf } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

function waiting(amount: number): WaitingImport {
  return {
    account_id: ids.checking,
    date: "2026-03-14",
    amount,
    import_payee_name: "AMZN Mktp",
    import_payee_name_original: "AMZN MKTP US*1",
  };
}

function aWaitingWorld(...amounts: readonly number[]): Promise<World> {
  const plans = [household({ waiting_imports: amounts.map(waiting) })];
  return aWorld({ write: true, plans });
}

Deno.test("import_transactions imports immediately with one request and reports the count", async () => {
  await using world = await aWaitingWorld(-1000, -2000);
  const { structured, isError, text } = await world.call("import_transactions");
  const message = "Requested new transactions from linked banks. 2 transactions " +
    "arrived and are waiting for approval: to list what is waiting, use find_transactions " +
    "(unapproved: true). This can't be undone: YNAB can't reverse an import, but importing " +
    "deletes nothing.";
  const reported = { status: "applied", message, imported: 2, confirmed_by: "none" };
  assertEquals([structured, isError], [reported, false]);
  assertMatch(text, /imported: 2/);
  assertEquals(world.sent(), ["importTransactions"]);
});

Deno.test("find_transactions shows transactions that were just imported", async () => {
  await using world = await aWaitingWorld(-1000);
  await world.call("find_transactions");
  await world.call("import_transactions");
  const { structured } = await world.call("find_transactions", { since: "2026-03-14" });
  assertEquals(structured?.["count"], 1);
});

Deno.test("import_transactions reports that nothing was waiting", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { structured } = await world.call("import_transactions");
  assertEquals([structured?.["status"], structured?.["imported"]], ["applied", 0]);
  assertMatch(String(structured?.["message"]), /No new transactions/);
  assertEquals(stateOf(world), before);
});

Deno.test("import_transactions reports an uncertain outcome if the response is lost", async () => {
  await using world = await aWaitingWorld(-1000);
  world.upstream.setFaults([{ operation: "importTransactions", then: { cut: "after" } }]);
  const { structured, isError } = await world.call("import_transactions");
  assertEquals([structured?.["status"], isError], ["uncertain", true]);
  assertMatch(
    String(structured?.["message"]),
    /Before retrying, use find_transactions \(unapproved: true\) to check what arrived$/,
  );
  assertEquals(world.sent(), ["importTransactions"]);
});
