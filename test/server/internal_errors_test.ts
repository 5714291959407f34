import { assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import type { FaultEntry, LogEntry } from "../../server/log_entry.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import type { Tool } from "../../tools/_tool.ts";
import { aDraft } from "../changes/_change_environment.ts";
import { idOf } from "../tools/_plan.ts";
import { aSession } from "./_session.ts";

const input = z.strictObject({ plan_id: z.string() });

/** Creates a fake tool, which can fail in ways in which real tools don't. */
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

Deno.test("an internal error contains the reference of its log entry and no plan data", async () => {
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
  assertMatch(reply.text, /^internal: the server itself failed: /u);
});

Deno.test("the log names a response field that violates its schema, without the value", async () => {
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
  Deno.test(`an error after a change is logged as ${kind} and the change is reported applied`, async () => {
    const schema = { input, output: z.object({ message: z.string() }) };
    const { reply, log } = await run(faulty({ handler: faultAfter(fault), schema }));
    assertMatch(JSON.stringify(reply), /Flagged a row\./);
    assertEquals(log.filter(({ event }) => event === "fault_during_change") as unknown, [{
      ...{ level: "error", event: "fault_during_change" },
      ...{ tool: "flag_transactions", error: kind },
    }]);
  });
}

Deno.test("a call is answered even if the caller's log fails", async () => {
  const log = (): never => {
    throw new Error("the disk is full");
  };
  const { text } = await aSession({ log }).call(faulty({}));
  assertMatch(text, /^internal: /u);
});
