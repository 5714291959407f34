import { assertEquals } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { LogEntry } from "../../server/log_entry.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import type { Session } from "../../server/session.ts";
import type { LocalCopy } from "../../sync/plan/local_copy.ts";
import { tools } from "../../tools/_manifest.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

interface Logging {
  readonly session: Session;
  readonly upstream: DemoUpstream;
  readonly log: LogEntry[];
  readonly call: (name: string, args?: object) => Promise<ToolReply>;
}

function aLoggingSession(): Logging {
  const time = Date.parse(`${TODAY}T12:00:00Z`);
  const log: LogEntry[] = [];
  const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(time) });
  const session = openSession({
    ...{ token: "demo-token", fetch: upstream.fetch, today: TODAY, write: true, now: () => time },
    log: (entry) => void log.push(entry),
  }, { delay: () => Promise.resolve() });
  return {
    ...{ session, upstream, log },
    call: async (name, args = {}) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`There is no ${name}`);
      return await runTool({ tool, args: { plan_id: ids.plan, ...args } }, session);
    },
  };
}

function copyOf({ copy }: Session): LocalCopy {
  if (copy === null) throw new Error("The session has no copy");
  return copy;
}

/** What breaks: a method of something that the session holds. */
function breakMethod(of: object, method: string): void {
  const broken = (): Promise<never> => Promise.reject(new Error("the disk is full of Secret Shop"));
  Object.defineProperty(of, method, { value: broken });
}

Deno.test("every YNAB request is logged with its outcome and no plan data", async () => {
  const { upstream, log, call } = aLoggingSession();
  upstream.setFaults([{ operation: "getAccounts", nth: 1, then: { status: 503 } }]);
  await call("list_accounts");
  const requests = log.map((entry) => {
    const { event, level, operation, status, attempt, ms } = {
      ...{ operation: null, status: null, attempt: null, ms: null },
      ...entry,
    };
    assertEquals([event, Number.isFinite(ms)], ["ynab_request", true]);
    return [level, operation, status, attempt];
  });
  assertEquals(requests, [
    ["debug", "getAccounts", 503, 1],
    ["debug", "getAccounts", 200, 2],
  ]);
});

Deno.test("written transactions that can't be cached are logged, and the change is reported applied", async () => {
  const { session, log, call } = aLoggingSession();
  const flags = [{ transaction_id: idOf("74"), color: "blue" }];
  const { structured } = await call("flag_transactions", { flags });
  breakMethod(copyOf(session).plan(ids.plan), "takeWritten");
  const confirmed = { flags, confirmation: structured?.["confirmation"] };
  const applied = await call("flag_transactions", confirmed);
  assertEquals([applied.isError, applied.structured?.["status"]], [false, "applied"]);
  const notes = log.filter(({ level }) => level !== "debug");
  assertEquals(notes, [{ level: "warn", event: "written_rows_not_kept" }]);
});

Deno.test("a journal that can't be resolved by a read is logged, and the read is answered", async () => {
  const { session, upstream, log, call } = aLoggingSession();
  const entered = { date: "2026-03-14", amount: -12.5, payee_name: "Bakery" };
  const asked = { account_id: "Checking", transactions: [entered] };
  const { structured } = await call("create_transactions", asked);
  upstream.setFaults([{ operation: "createTransaction", times: 9, then: { cut: "after" } }]);
  await call("create_transactions", { ...asked, confirmation: structured?.["confirmation"] });
  breakMethod(copyOf(session).changes, "withPlanLock");
  const { isError } = await call("find_transactions");
  await session.journalResolved();
  const notes = new Set(
    log.filter(({ level }) => level !== "debug").map((one) => JSON.stringify(one)),
  );
  assertEquals([isError, [...notes]], [false, ['{"level":"warn","event":"journal_not_settled"}']]);
});
