/**
 * A process that holds a plan's lock, begins a change on command, and prints the result.
 *
 * Usage: deno run -A test/processes/_lock_holder.ts FOLDER
 */

// deno-lint-ignore-file no-console
import { openSqliteStore } from "../sync/_sqlite_store.ts";

const store = await openSqliteStore({
  folder: Deno.args[0] ?? "",
  secret: "a-token",
  baseUrl: "https://api.example.com/v1",
  now: Date.now,
  onQuarantined: () => {},
});
const input = Deno.stdin.readable.getReader();
await store.changes.withPlanLock("p", async (lease) => {
  console.log("held");
  await input.read();
  const entry = { operationId: "held", planId: "p", at: 1, body: "begun" };
  const begun = await store.changes.begin({ code: null, entry }).then(String, String);
  console.log(`${begun}; holds: ${await lease.holdsFor(35_000)}`);
});
await store.close();
Deno.exit(0);
