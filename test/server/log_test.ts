import { assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import type { FaultEntry, LogEntry } from "../../server/log_entry.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import type { Tool } from "../../tools/_tool.ts";
import { aDraft } from "../changes/_change_environment.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { aSession } from "./_session.ts";

type EventName = LogEntry["event"];

const FAULT = ["reference", "error", "fields?", "at"];

/** Expected level and fields of each log event. A missing event causes a compile error. */
const EVENTS: Readonly<Record<EventName, readonly [LogEntry["level"], readonly string[]]>> = {
  tool_failed: ["error", ["tool", ...FAULT]],
  resource_failed: ["error", ["resource", ...FAULT]],
  prompt_failed: ["error", ["prompt", ...FAULT]],
  fault_during_change: ["error", ["tool", "error"]],
  store_in_memory: ["warn", ["reason"]],
  store_copy_in_memory: ["warn", ["reason"]],
  store_left_alone: ["warn", ["reason"]],
  store_set_aside: ["warn", ["file", "carriedOver"]],
  sign_in_in_memory: ["warn", ["reason"]],
  client_document_unreadable: ["warn", ["host", "reason", "isCopyUsed"]],
  store_damaged: ["warn", ["collection"]],
  store_failed: ["warn", []],
  store_back: ["warn", []],
  sweep_failed: ["warn", []],
  written_rows_not_kept: ["warn", []],
  journal_not_settled: ["warn", []],
  authorizations_low: ["warn", ["used", "most"]],
  protocol_error: ["warn", ["error"]],
  http_failed: ["error", ["error", "omitted?"]],
  http_refused: ["debug", ["status"]],
  ynab_request: ["debug", ["operation", "status", "ms", "attempt", "cause?"]],
};

Deno.test("docs/log.md lists every log event with its level and fields", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/log.md", import.meta.url));
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `(\w+)` +\|[^|]*\|([^|]*)\|$/gmu)];
  const told = rows.map(([, level, event, fields = ""]) => [
    event,
    [
      level,
      [...fields.matchAll(/(?<=^|, )\s*`(\w+)`(\??)/gu)].map(([, name, mark]) => `${name}${mark}`),
    ],
  ]);
  assertEquals(Object.fromEntries(told), EVENTS);
});

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

Deno.test("if unknown outcomes can't be resolved after a read, the failure is logged and the call still succeeds", async () => {
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

const input = z.strictObject({ plan_id: z.string() });

/** Creates a fake tool that can fail in ways that real tools don't. */
const faulty = (tool: Partial<Tool>): Tool => ({
  name: "flag_transactions",
  summary: { title: "Faulty", description: "Fails.", profiles: ["fuller"] },
  schema: { input, output: z.object({}) },
  reads: { fuller: [], reduced: [], complete: [] },
  writes: { fuller: [], reduced: [], complete: [] },
  handler: () => Promise.reject(new TypeError("the payee is Secret Shop")),
  ...tool,
});

interface Ran {
  readonly reply: ToolReply;
  readonly log: readonly LogEntry[];
  readonly faults: readonly FaultEntry[];
}

async function run(
  tool: Tool,
  args: object = {},
  how: { readonly signal?: AbortSignal } = {},
): Promise<Ran> {
  const { call, log } = aSession({ checksAnswers: true });
  const reply = await call(tool, args, how);
  return { reply, log, faults: log.filter((entry) => "reference" in entry) };
}

Deno.test("an internal error contains the reference to its log entry and no plan data", async () => {
  const { reply, faults } = await run(faulty({}));
  const [, reference] = /^internal: .*\(reference ([0-9a-f]{8})\): try again/u.exec(reply.text) ??
    [];
  assertEquals(faults.length, 1);
  assertEquals([faults[0]?.reference, faults[0]?.error], [reference, "TypeError"]);
  assertEquals(JSON.stringify([reply, faults]).includes("Secret"), false);
  const again = await run(faulty({}));
  assertEquals(again.faults[0]?.reference === reference, false);
});

Deno.test("an error after the client disconnected is neither reported nor logged", async () => {
  const { reply, faults } = await run(faulty({}), {}, { signal: AbortSignal.abort() });
  assertEquals(faults, []);
  assertMatch(reply.text, /^internal: an internal error occurred: /u);
});

Deno.test("the log names a response field that violates its schema, but doesn't contain the value", async () => {
  const output = z.object({ rows: z.array(z.object({ payee: z.string(), count: z.number() })) });
  const handler = (): Promise<unknown> =>
    Promise.resolve({ rows: [{ payee: "Shop", count: 1 }, { payee: 7, count: "Secret" }] });
  const { reply, faults } = await run(faulty({ schema: { input, output }, handler }));
  assertMatch(reply.text, /^internal: /u);
  assertEquals(faults[0]?.fields, "rows.1.payee invalid_type, rows.1.count invalid_type");
  assertEquals(JSON.stringify(faults).includes("Secret"), false);
});

Deno.test("an internal error after a write doesn't suggest a retry", async () => {
  const approving = tools.find(({ name }) => name === "approve_transactions");
  if (approving === undefined) throw new Error("There is no approve_transactions");
  const schema = { ...approving.schema, output: z.object({ missing: z.string() }) };
  const args = { transaction_ids: [idOf("78")] };
  const { reply, faults } = await run({ ...approving, schema }, args);
  assertMatch(reply.text, /^internal: .* after a change was sent to YNAB: don't repeat the call/u);
  assertEquals(reply.text.includes("try again"), false);
  assertEquals(faults[0]?.fields, "missing invalid_type");
});

/** A handler that makes a change and then fails because of a bug. */
const faultAfter = (fault: unknown): Tool["handler"] => (_, { change }) =>
  (change as (propose: unknown, options: unknown) => Promise<unknown>)(
    () =>
      Promise.resolve({
        draft: aDraft({
          describeResult: () => {
            throw fault;
          },
        }),
      }),
    { isUnconfirmed: true },
  );

for (
  const [fault, kind] of [[new RangeError("it is Secret Shop"), "RangeError"], ["x", "string"]]
) {
  Deno.test(`an error that occurs after a change was applied is logged as ${kind}, and the change is reported as applied`, async () => {
    const schema = { input, output: z.object({ message: z.string() }) };
    const { reply, log } = await run(faulty({ handler: faultAfter(fault), schema }));
    assertMatch(JSON.stringify(reply), /Flagged a row\./);
    assertEquals(log.filter(({ event }) => event === "fault_during_change") as unknown, [{
      ...{ level: "error", event: "fault_during_change" },
      ...{ tool: "flag_transactions", error: kind },
    }]);
  });
}

Deno.test("a call is answered even if the caller's log function throws", async () => {
  const log = (): never => {
    throw new Error("the disk is full");
  };
  const { text } = await aSession({ log }).call(faulty({}));
  assertMatch(text, /^internal: /u);
});
