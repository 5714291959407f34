import { assert, assertEquals } from "@std/assert";
import type { JournalEntry } from "../../changes/journal.ts";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { LogEntry } from "../../server/log_entry.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { anEntry, aStep, aTarget } from "../changes/_journal_entry.ts";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { household, ids, TODAY } from "../tools/_plan.ts";
import { aSession } from "./_session.ts";

Deno.test("openSession() warns about an unintended in-memory store, but only if the server has an access token", () => {
  const reason = "the folder can't be made";
  const warning = { level: "warn", event: "store_in_memory", reason } as const;
  assertEquals(aSession({ storeProblem: reason }).log, [warning]);
  assertEquals(aSession().log, []);
  assertEquals(aSession({ token: null, storeProblem: reason }).log, []);
});

/**
 * Ways to break the store, each with the event that the server logs, the file to change, the SQL
 * statement that changes the file, and whether list_plans says that nothing is saved.
 */
const mishaps:
  readonly (readonly [event: LogEntry["event"], file: string, sql: string, boolean])[] = [
    ["store_damaged", FILES.copy, "DELETE FROM parts", false],
    ["store_copy_in_memory", FILES.copy, "PRAGMA user_version = 99", false],
    ["store_left_alone", FILES.journal, "PRAGMA user_version = 99", true],
  ];
for (const [event, file, sql, areChangesLost] of mishaps) {
  Deno.test(`after ${event}, list_plans ${areChangesLost ? "says" : "doesn't say"} that nothing is saved`, async () => {
    await using folder = await aStoreFolder();
    const first = aSession({ storeFolder: folder.path });
    await first.call("list_accounts");
    await first.session.copy?.close();
    const database = new DatabaseSync(join(folder.path, file));
    database.exec(sql);
    database.close();
    const { session, log, call } = aSession({ storeFolder: folder.path });
    await call("list_accounts");
    const { structured } = await call("list_plans");
    assertEquals(log.flatMap((entry) => entry.level === "warn" ? entry.event : []), [event]);
    assertEquals(structured?.["note"] !== undefined, areChangesLost);
    await session.copy?.close();
  });
}

/** Enters a transaction the given number of times while YNAB's responses are cut off. */
async function enteredLost(row: object, times: number): Promise<readonly string[]> {
  const { session, upstream, call } = aSession();
  const asked = { account_id: "Checking", transactions: Array.from({ length: times }, () => row) };
  const { structured } = await call("create_transactions", asked);
  upstream.setFaults([{ operation: "createTransaction", times: 9, then: { cut: "after" } }]);
  await call("create_transactions", { ...asked, confirmation: structured?.["confirmation"] });
  upstream.setFaults([]);
  // Because the clock is frozen, this read has the same time as the write, but it counts as later.
  await call("find_transactions", {});
  await session.journalResolved();
  const stored = await session.copy?.changes.entries(ids.plan) ?? [];
  return stored.map(({ body }) => (body as JournalEntry).state);
}

const bakery = { date: "2026-03-14", amount: -12.5, payee_name: "Bakery" };

Deno.test("if it is unknown whether a transaction was created, the next read of transactions shows whether it was", async () => {
  assertEquals(await enteredLost(bakery, 1), ["applied"]);
  assertEquals(await enteredLost(bakery, 2), ["applied"]);
});

Deno.test("if the outcome of a rename is unknown, a full read takes the payee's name from YNAB", async () => {
  let time = Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(time) });
  let wholeReads = 0;
  const counted: typeof fetch = (input, init) => {
    const { pathname, searchParams } = new URL(
      String(input instanceof Request ? input.url : input),
    );
    const isDelta = searchParams.has("last_knowledge_of_server");
    if (pathname.endsWith("/transactions") && !isDelta) wholeReads += 1;
    return upstream.fetch(input, init);
  };
  const { session, call } = aSession({ fetch: counted, now: () => time, maxAgeMs: 0 });
  const payeesFound = async (): Promise<string> => {
    const { text } = await call("find_transactions");
    await session.journalResolved();
    return text;
  };
  assert((await payeesFound()).includes("Amazon"));
  const payee = household().payees.find(({ name }) => name === "Amazon");
  // Simulate a server that renamed the payee and was killed before it could record the rename.
  const target = aTarget({ id: payee?.id ?? "", outcome: "unknown" });
  await session.copy?.changes.begin({
    code: null,
    entry: {
      ...{ operationId: "o", planId: ids.plan, at: time },
      body: anEntry({
        ...{ operationId: "o", planId: ids.plan, at: time, touchedAt: time, state: "intended" },
        steps: [aStep("updatePayee", [target])],
      }),
    },
  });
  await upstream.fetch(`https://api.ynab.com/v1/plans/${ids.plan}/payees/${payee?.id}`, {
    method: "PATCH",
    headers: { authorization: "Bearer demo-token" },
    body: JSON.stringify({ payee: { name: "Bookshop" } }),
  });
  for (let nth = 0; nth < 4; nth++) {
    time += 60_000;
    const text = await payeesFound();
    assertEquals([text.includes("Bookshop"), text.includes("Amazon")], [true, false]);
  }
  assertEquals(wholeReads, 2);
});
