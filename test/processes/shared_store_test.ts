import { assert, assertEquals, assertMatch } from "@std/assert";
import { openSqliteStore } from "../sync/_sqlite_store.ts";
import type { Output } from "../_output_of.ts";
import { aSharedUpstream, type SharedUpstream, TOKEN } from "./_upstream_process.ts";

const FOUR = [1, 2, 3, 4] as const;

function sent({ upstream }: SharedUpstream): readonly string[] {
  return upstream.requests.map(({ operationId, query }) =>
    "last_knowledge_of_server" in query ? `${operationId} delta` : `${operationId}`
  );
}

Deno.test("four processes that start together on an empty store load the data once and share a request count", async () => {
  await using shared = await aSharedUpstream();
  // Delay the response, so that all processes start before the first has loaded the transactions.
  shared.upstream.setFaults([{ operation: "getTransactions", then: { delayMs: 1_500 } }]);
  const said = await Promise.all(
    FOUR.map(() => shared.run("call", "find_transactions", '{"limit":5}')),
  );
  assertEquals(said.map(({ code, err }) => [code, err]), FOUR.map(() => [0, ""]));
  assertEquals(new Set(said.map(({ out }) => out)).size, 1);
  assertEquals(sent(shared).filter((operation) => operation === "getTransactions").length, 1);
  const store = await openSqliteStore({
    folder: shared.folder,
    secret: TOKEN,
    baseUrl: shared.url,
    now: Date.now,
    onQuarantined: () => {},
  });
  const { used } = await store.ledger.use();
  await store.close();
  assertEquals(used, shared.upstream.requests.length);
});

Deno.test("a new process with a populated store sends no requests within the freshness window, and only delta requests afterward", async () => {
  await using shared = await aSharedUpstream();
  const call = (maxAge: string): Promise<Output> =>
    shared.run("call", "find_transactions", '{"limit":5}', "--max-age", maxAge);
  const first = await call("600");
  shared.upstream.clearRequests();
  const second = await call("600");
  assertEquals([second.out, sent(shared)], [first.out, []]);
  const third = await call("0");
  assertEquals(third.out, first.out);
  assert(sent(shared).length > 0);
  assertEquals(sent(shared).filter((operation) => !operation.endsWith(" delta")), []);
});

Deno.test("if two processes use a confirmation code at the same time, only one succeeds", async () => {
  await using shared = await aSharedUpstream();
  const [row] = shared.upstream.snapshot()[0]?.transactions ?? [];
  const asked = { flags: [{ transaction_id: row?.id, color: "purple" }] };
  const flag = (args: object): Promise<Output> =>
    shared.run("call", "flag_transactions", JSON.stringify(args), "--write", "--json");
  const preview = JSON.parse((await flag(asked)).out);
  assertEquals(preview.status, "confirmation_required");
  const confirmed = { ...asked, confirmation: preview.confirmation };
  const said = await Promise.all([flag(confirmed), flag(confirmed)]);
  assertEquals(said.map(({ code }) => code).toSorted(), [0, 1]);
  // The second process to use the confirmation code gets an error; it doesn't wait for the change.
  assertMatch(
    said.find(({ code }) => code === 1)?.err ?? "",
    /"message": "this confirmation was already used for operation \w+ .* (?:was applied|started)/,
  );
  assertEquals(sent(shared).filter((operation) => operation === "updateTransactions").length, 1);
  // Any of the processes can undo the change, because they all share the journal.
  const undo = await shared.run("call", "undo_operation", "{}", "--write", "--json");
  assertMatch(undo.out, /Undo .*Change the flag of 1 transaction/);
});

Deno.test("no process reads between another process's two writes", async () => {
  await using shared = await aSharedUpstream();
  const move = {
    month: "current",
    from_category_id: "Groceries",
    to_category_id: "Dining Out",
    amount: 10,
  };
  const write = (args: object): Promise<Output> =>
    shared.run("call", "move_money", JSON.stringify(args), "--write", "--json");
  const { confirmation } = JSON.parse((await write(move)).out);
  shared.upstream.clearRequests();
  shared.upstream.setFaults([{
    operation: "updateMonthCategory",
    then: { delayMs: 1_500 },
  }]);
  const moving = write({ ...move, confirmation });
  // The first write is in progress when the reader starts.
  while (!sent(shared).includes("updateMonthCategory")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const read = await shared.run("call", "get_category_balances", "{}", "--max-age", "0");
  assertEquals([(await moving).code, read.code], [0, 0]);
  const writes = sent(shared).flatMap((operation, at) =>
    operation === "updateMonthCategory" ? [at] : []
  );
  const between = sent(shared).slice((writes[0] ?? 0) + 1, writes[1]);
  assertEquals([writes.length, between], [2, []]);
});
