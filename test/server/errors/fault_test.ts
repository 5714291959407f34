import { assertEquals, assertMatch } from "@std/assert";
import { z } from "zod";
import { logFault } from "../../../server/errors/fault.ts";
import type { LogEntry } from "../../../server/log_entry.ts";

function logged(error: unknown): Readonly<Record<string, unknown>> {
  const lines: LogEntry[] = [];
  const reference = logFault(
    error,
    { event: "tool_failed", tool: "list_plans" },
    (entry) => lines.push(entry),
  );
  const { reference: told, ...rest } = lines[0] as unknown as Readonly<Record<string, unknown>>;
  assertMatch(reference, /^[0-9a-f]{8}$/);
  assertEquals([lines.length, told], [1, reference]);
  return rest;
}

Deno.test("a fault is logged with up to five places in the code, and no word of its message", () => {
  const error = new RangeError("Secret Shop");
  error.stack = [
    "RangeError: Secret Shop",
    "Secret Street",
    "    at one (a.ts:1:2)",
    "\tat two (b.ts)",
  ]
    .concat(Array.from({ length: 5 }, (_, at) => `    at more${at} (c.ts)`)).join("\n");
  assertEquals(logged(error), {
    level: "error",
    event: "tool_failed",
    tool: "list_plans",
    error: "RangeError",
    at: "at one (a.ts:1:2) < at two (b.ts) < at more0 (c.ts) < at more1 (c.ts) < at more2 (c.ts)",
  });
});

Deno.test("what was thrown without being an error is logged by its kind", () => {
  assertEquals(logged("Secret Shop"), {
    level: "error",
    event: "tool_failed",
    tool: "list_plans",
    error: "string",
    at: "",
  });
  const bare = new Error("Secret Shop");
  delete bare.stack;
  assertEquals(logged(bare)["at"], "");
});

Deno.test("of an answer that does not fit its schema the first three places are logged", () => {
  const row = z.object({ amount: z.number() });
  const { error } = z.object({ rows: z.array(row) })
    .safeParse({ rows: Array.from({ length: 4 }, () => ({ amount: "Secret Shop" })) });
  assertEquals(
    logged(error)["fields"],
    "rows.0.amount invalid_type, rows.1.amount invalid_type, rows.2.amount invalid_type",
  );
});
