import { assertEquals, assertMatch } from "@std/assert";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { ToolError, type ToolErrorCode } from "../../../domain/base/tool_error.ts";
import { protocolRefusal } from "../../../server/errors/protocol_refusal.ts";
import type { LogEntry } from "../../../server/log_entry.ts";

const failed = { event: "resource_failed", resource: "budget://plans" } as const;
const uri = "budget://plans";

interface Refused {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly log: readonly LogEntry[];
}

function refused(
  error: unknown,
  options: { readonly uri?: string; readonly signal?: AbortSignal } = {},
): Refused {
  const log: LogEntry[] = [];
  const { code, message, data } = protocolRefusal(
    error,
    { failed, signal: new AbortController().signal, ...options },
    { log: (entry) => void log.push(entry) },
  );
  return { code, message, data, log };
}

/** Whether the protocol takes it for the caller's fault. */
const isCallers: Readonly<Record<ToolErrorCode, boolean>> = {
  invalid_input: true,
  not_found: true,
  unauthorized: false,
  forbidden: false,
  rate_limited: false,
  conflict: false,
  rejected: false,
  unavailable: false,
  internal: false,
};

for (const [code, ofCaller] of Object.entries(isCallers)) {
  Deno.test(`${code} is ${ofCaller ? "wrong parameters" : "an internal error"} to the protocol`, () => {
    const error = new ToolError(code as ToolErrorCode, "it can't be done");
    const { InvalidParams, InternalError } = ProtocolErrorCode;
    assertEquals(refused(error).code, ofCaller ? InvalidParams : InternalError);
  });
}

Deno.test("an address of nothing is named in the refusal, and nothing else is", () => {
  assertEquals(refused(new ToolError("not_found", "no such plan"), { uri }).data, { uri });
  assertEquals(refused(new ToolError("not_found", "no such plan")).data, undefined);
  assertEquals(refused(new ToolError("forbidden", "not yours"), { uri }).data, undefined);
});

Deno.test("only a fault of the server itself is logged, under the reference that is told", () => {
  const { message, log } = refused(new TypeError("Secret Shop"));
  const [entry] = log;
  assertEquals([log.length, entry?.event], [1, "resource_failed"]);
  const [, reference] = /reference ([0-9a-f]{8})/u.exec(message) ?? [];
  assertEquals(entry !== undefined && "reference" in entry ? entry.reference : null, reference);
  assertEquals(refused(new ToolError("unavailable", "YNAB is down")).log, []);
});

Deno.test("nothing is logged for a caller that has left", () => {
  const { message, log } = refused(new TypeError("x"), { signal: AbortSignal.abort() });
  assertEquals(log, []);
  assertMatch(message, /^internal: the server itself failed: /u);
});
