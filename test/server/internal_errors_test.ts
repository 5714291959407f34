import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { z } from "zod";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory } from "../../mod.ts";
import { openSession } from "../../server/open_session.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import { runTool, type ToolReply } from "../../server/run_tool.ts";
import type { FaultEntry, LogEntry } from "../../server/log_entry.ts";
import type { Tool } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { aDraft } from "../changes/_change_environment.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

/** A fake tool that fails in ways real tools don't. */
const faulty = (tool: Partial<Tool>): Tool => ({
  name: "flag_transactions",
  summary: { title: "Faulty", description: "Fails.", profiles: ["fuller"] },
  schema: { input: z.strictObject({}), output: z.object({}) },
  reads: { fuller: [], reduced: [], complete: [] },
  writes: { fuller: [], reduced: [], complete: [] },
  handler: () => Promise.reject(new TypeError("the payee is Secret Shop")),
  ...tool,
});

const anySchema = { input: z.strictObject({}), output: z.object({ message: z.string() }) };

interface Ran {
  readonly reply: ToolReply;
  readonly log: readonly FaultEntry[];
}

async function run(
  tool: Tool,
  options: Partial<ServerOptions> = {},
  args: Readonly<Record<string, unknown>> = {},
  signal: AbortSignal | null = null,
): Promise<Ran> {
  const log: LogEntry[] = [];
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const session = openSession({
    token: "demo-token",
    checksAnswers: true,
    fetch: upstream.fetch,
    today: TODAY,
    write: true,
    log: (entry) => void log.push(entry),
    ...options,
  });
  const reply = await runTool({ tool, args, ...(signal === null ? {} : { signal }) }, session);
  return { reply, log: log.filter((entry) => "reference" in entry) };
}

Deno.test("an internal error has its log reference and no plan data", async () => {
  const { reply, log } = await run(faulty({}));
  const [, reference] = /^internal: .*\(reference ([0-9a-f]{8})\): try again/u.exec(reply.text) ??
    [];
  assertEquals(log.length, 1);
  assertEquals([log[0]?.reference, log[0]?.error], [reference, "TypeError"]);
  assertEquals(JSON.stringify([reply, log]).includes("Secret"), false);
  const again = await run(faulty({}));
  assertEquals(again.log[0]?.reference === reference, false);
});

Deno.test("an error after the caller left is neither reported nor logged", async () => {
  const { reply, log } = await run(faulty({}), {}, {}, AbortSignal.abort());
  assertEquals(log, []);
  assertMatch(reply.text, /^internal: the server itself failed: /u);
  assertEquals((await run(faulty({}), {}, {}, new AbortController().signal)).log.length, 1);
});

Deno.test("a response that violates its schema is logged with the field and without its value", async () => {
  const output = z.object({ rows: z.array(z.object({ payee: z.string(), count: z.number() })) });
  const handler = (): Promise<unknown> =>
    Promise.resolve({ rows: [{ payee: "Shop", count: 1 }, { payee: 7, count: "Secret" }] });
  const { reply, log } = await run(
    faulty({ schema: { input: z.strictObject({}), output }, handler }),
  );
  assertMatch(reply.text, /^internal: /u);
  assertEquals(log[0]?.fields, "rows.1.payee invalid_type, rows.1.count invalid_type");
  assertEquals(JSON.stringify(log).includes("Secret"), false);
});

Deno.test("an internal error after a write doesn't suggest a retry", async () => {
  const approving = tools.find(({ name }) => name === "approve_transactions");
  if (approving === undefined) throw new Error("There is no approve_transactions");
  const schema = { ...approving.schema, output: z.object({ missing: z.string() }) };
  const args = { plan_id: ids.plan, transaction_ids: [idOf("78")] };
  const { reply, log } = await run({ ...approving, schema }, {}, args);
  assertMatch(reply.text, /^internal: .* after a change was sent to YNAB: don't repeat the call/u);
  assertEquals(reply.text.includes("try again"), false);
  assertEquals(log[0]?.fields, "missing invalid_type");
});

/** A change that is made, with a fault of our own behind it. */
const faultAfter = (fault: unknown): Tool["handler"] => (_, { change }) =>
  (change as (proposed: unknown) => Promise<unknown>)({
    isUnconfirmed: true,
    build: () =>
      Promise.resolve({
        draft: aDraft({
          describeResult: () => {
            throw fault;
          },
        }),
      }),
  });

for (
  const [fault, kind] of [[new RangeError("it is Secret Shop"), "RangeError"], ["x", "string"]]
) {
  Deno.test(`an error after a change is logged as ${kind} and the change is reported applied`, async () => {
    const log: LogEntry[] = [];
    const handler = faultAfter(fault);
    const tool = faulty({ handler, schema: anySchema });
    const { reply } = await run(tool, { log: (entry) => void log.push(entry) });
    assertMatch(JSON.stringify(reply), /Flagged a row\./);
    assertEquals(log.filter(({ event }) => event === "fault_during_change") as unknown, [{
      ...{ level: "error", event: "fault_during_change" },
      ...{ tool: "flag_transactions", error: kind },
    }]);
  });
}

Deno.test("a call is answered when the caller's log fails", async () => {
  const log = (): never => {
    throw new Error("the disk is full");
  };
  const { reply } = await run(faulty({}), { log });
  assertMatch(reply.text, /^internal: /u);
});

const refused: readonly (readonly [option: string, options: Partial<ServerOptions>])[] = [
  ["planId", { planId: "last-used" }],
  ["planId", { planId: " " }],
  ["token", { token: "a token" }],
  ["maxAgeMs", { maxAgeMs: -1 }],
  ["maxAgeMs", { maxAgeMs: NaN }],
  ["today", { today: "2026-02-30" }],
  ["apiUrl", { apiUrl: "http://example.org" }],
  ["confirm", { confirm: "never" as never }],
  ["answers", { answers: "json" as never }],
  ["profile", { profile: "all" as never }],
];
for (const [option, options] of refused) {
  Deno.test(`createServerFactory() rejects ${option} ${JSON.stringify(Object.values(options))}`, () => {
    const error = assertThrows(
      () => createServerFactory({ token: "a-token", ...options }),
      TypeError,
    );
    assertMatch(error.message, new RegExp(`^${option} `, "u"));
  });
}

Deno.test("createServerFactory() accepts a plan's name", () => {
  createServerFactory({ token: "a-token", planId: "Home & Garden" });
});
