import { assertEquals } from "@std/assert";
import { idOf, ids } from "../tools/_plan.ts";
import { aSession } from "./_session.ts";

/** Makes a method of an object fail with an error that quotes plan data. */
function breakMethod(of: object | undefined, method: string): void {
  const broken = (): Promise<never> => Promise.reject(new Error("the disk is full of Secret Shop"));
  Object.defineProperty(of, method, { value: broken });
}

Deno.test("every YNAB request is logged with its outcome and no plan data", async () => {
  const faults = [{ operation: "getAccounts", nth: 1, then: { status: 503 } }] as const;
  const { log, call } = aSession({}, { faults });
  await call("list_accounts");
  const entry = { level: "debug", event: "ynab_request", operation: "getAccounts" };
  assertEquals(
    log.map((one) => "ms" in one && Number.isFinite(one.ms) ? { ...one, ms: 0 } : one) as unknown,
    [
      { ...entry, status: 503, attempt: 1, ms: 0 },
      { ...entry, status: 200, attempt: 2, ms: 0 },
    ],
  );
});

Deno.test("a failure to cache written transactions is logged, and the change is reported as applied", async () => {
  const { session, log, call } = aSession();
  const flags = [{ transaction_id: idOf("74"), color: "blue" }];
  const { structured } = await call("flag_transactions", { flags });
  breakMethod(session.copy?.plan(ids.plan), "takeWritten");
  const confirmed = { flags, confirmation: structured?.["confirmation"] };
  const applied = await call("flag_transactions", confirmed);
  assertEquals([applied.isError, applied.structured?.["status"]], [false, "applied"]);
  const notes = log.filter(({ level }) => level !== "debug");
  assertEquals(notes, [{ level: "warn", event: "written_rows_not_kept" }]);
});

Deno.test("a failure to resolve the journal after a read is logged, and the call still succeeds", async () => {
  const { session, upstream, log, call } = aSession();
  const entered = { date: "2026-03-14", amount: -12.5, payee_name: "Bakery" };
  const asked = { account_id: "Checking", transactions: [entered] };
  const { structured } = await call("create_transactions", asked);
  upstream.setFaults([{ operation: "createTransaction", times: 9, then: { cut: "after" } }]);
  await call("create_transactions", { ...asked, confirmation: structured?.["confirmation"] });
  breakMethod(session.copy?.changes, "withPlanLock");
  const { isError } = await call("find_transactions");
  await session.journalResolved();
  const notes = new Set(log.flatMap(({ level, event }) => level === "debug" ? [] : [event]));
  assertEquals([isError, [...notes]], [false, ["journal_not_settled"]]);
});
