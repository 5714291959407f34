import { assertEquals } from "@std/assert";
import type { LogEntry } from "../../mod.ts";

type EventName = LogEntry["event"];

const FAULT = ["reference", "error", "fields?", "at"];

/** Level and fields of each event; if one is missing, this doesn't compile. */
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
  http_failed: ["error", ["error"]],
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
