import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { RawServer } from "../protocol/_raw_server.ts";
import { fromSource, SERVE_DEMO } from "../protocol/_server_command.ts";
import { oddValue } from "./_odd_values.ts";
import { runs } from "../_runs.ts";

const method = fc.constantFrom(
  ...["tools/list", "tools/call", "resources/read", "prompts/get", "completion/complete"],
  ...["ping", "initialize", "notifications/cancelled", "notifications/progress", "x", ""],
);
const id = fc.oneof(fc.integer({ min: 100_000 }), fc.string({ maxLength: 5 }), oddValue);
const message = fc.oneof(
  fc.record({ jsonrpc: fc.constant("2.0"), id, method, params: oddValue }),
  fc.record({
    jsonrpc: fc.constant("2.0"),
    id,
    method: fc.constant("tools/call"),
    params: fc.record({ name: oddValue, arguments: oddValue, _meta: oddValue }),
  }),
  fc.record({ jsonrpc: oddValue, id, method: oddValue, params: oddValue }, { requiredKeys: [] }),
  oddValue,
).map((one) => JSON.stringify(one) ?? "");
const line = fc.oneof(
  { weight: 4, arbitrary: message },
  { weight: 1, arbitrary: message.map((text) => text.slice(0, text.length / 2)) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
).map((text) => text.replaceAll(/[\r\n]/gu, " "));

Deno.test("a server survives arbitrary messages and writes only protocol messages", async () => {
  await using server = new RawServer(fromSource(SERVE_DEMO));
  await server.initialize();
  for (
    const text of fc.sample(line, runs(300))
  ) {
    await server.write(text);
  }
  const accounts = await server.call("list_accounts");
  assertEquals(accounts["isError"] ?? false, false);
  for (const written of server.lines) assertEquals(JSON.parse(written).jsonrpc, "2.0");
  assertEquals(server.stderr.includes("    at "), false, server.stderr);
});
