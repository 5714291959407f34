import { assertEquals, assertThrows } from "@std/assert";
import { openSession } from "../../server/open_session.ts";
import type { LogEntry } from "../../server/log_entry.ts";
import type { ServerOptions } from "../../server/server_options.ts";

function logged(options: Partial<ServerOptions>): readonly LogEntry[] {
  const log: LogEntry[] = [];
  openSession({ token: "a-token", log: (entry) => void log.push(entry), ...options });
  return log;
}

Deno.test("openSession() refuses options that can't be used", () => {
  assertThrows(() => openSession({ token: "a-token", maxAgeMs: -1 }), TypeError, "maxAgeMs");
});

Deno.test("openSession() warns of a store that can only be kept in memory, once it is set up", () => {
  const reason = "the folder can't be made";
  const warning = { level: "warn", event: "store_in_memory", reason } as const;
  assertEquals(logged({ storeProblem: reason }), [warning]);
  assertEquals(logged({}), []);
  assertEquals(logged({ token: null, storeProblem: reason }), []);
});

Deno.test("openSession() without a token has neither a copy nor a store, and says what to do", () => {
  const { copy, unsent, setupError, isKept } = openSession({ token: null });
  assertEquals([copy, unsent, setupError?.code, isKept()], [null, null, "unauthorized", true]);
});

Deno.test("openSession() knows whether what is read outlives the process", () => {
  const options = { token: "a-token", log: () => {} };
  assertEquals(openSession(options).isKept(), true);
  assertEquals(openSession({ ...options, storeProblem: "no folder" }).isKept(), false);
});
