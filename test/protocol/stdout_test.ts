import { assert, assertEquals } from "@std/assert";
import { RESOURCE_URIS } from "./_conversation.ts";
import { RawServer } from "./_raw_server.ts";
import { sampleCalls } from "./_sample_calls.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";

interface Line {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

const CLIENT_2026 = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

const command = fromSource([...SERVE_DEMO, "--log-level", "debug"]);

Deno.test("stdout contains only responses to requests in protocol 2025", async () => {
  await using server = new RawServer(command);
  await server.initialize();
  const asked = await askEverything(server, Object.entries(sampleCalls), {});
  const answered = server.lines.length;
  for (const line of ["no JSON", "[]", "7", "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}', ""]) {
    await server.sendText(line);
  }
  const { result } = await server.request("ping");
  assertEquals(typeof result, "object");

  const { code, lines, stderr } = await server.end();

  assertEquals(code, 0);
  assertOnlyAnswers(lines.slice(0, answered), asked + 1);
  // After invalid input, the server may also send errors without a request's id.
  lines.slice(answered).forEach(assertProtocol);
  assertLog(stderr);
});

Deno.test("stdout contains only responses to requests in protocol 2026", async () => {
  await using server = new RawServer(command);
  const { result } = await server.request("server/discover", CLIENT_2026);
  assert((result?.["supportedVersions"] as readonly string[]).includes("2026-07-28"));
  const asked = await askEverything(server, [], CLIENT_2026);

  const { code, lines, stderr } = await server.end();

  assertEquals(code, 0);
  assertOnlyAnswers(lines, asked + 1);
  assertLog(stderr);
});

/** Makes valid and invalid calls. Returns the number of requests. */
async function askEverything(
  server: RawServer,
  calls: readonly (readonly [tool: string, args: Args])[],
  meta: Args,
): Promise<number> {
  const call = (name: string, args: Args): Asked => ["tools/call", { name, arguments: args }];
  const requests: readonly Asked[] = [
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ...RESOURCE_URIS.map((uri): Asked => ["resources/read", { uri }]),
    ["resources/read", { uri: "budget://nothing" }],
    ["resources/read", { uri: "budget://plans/last-used/accounts" }],
    ...calls.map(([name, args]) => call(name, args)),
    call("get_monthly_summary", {}),
    call("find_transactions", { limit: "many" }),
    call("list_accounts", { plan_id: "no-such-plan" }),
    call("list_accounts", { plan_id: "last-used" }),
    call("no_such_tool", {}),
    ["tools/call", {}],
    ["no/such/method", {}],
  ];
  for (const [method, params] of requests) await server.request(method, { ...params, ...meta });
  return requests.length;
}

type Args = Readonly<Record<string, unknown>>;
type Asked = readonly [method: string, params: Args];

function assertOnlyAnswers(lines: readonly string[], count: number): void {
  const answers = lines.map(assertProtocol);
  assertEquals(answers.map(({ id }) => id), Array.from({ length: count }, (_, at) => at + 1));
}

function assertProtocol(line: string): Line {
  const message: Line = JSON.parse(line);
  assertEquals(message.jsonrpc, "2.0", line);
  const isAnswer = ("result" in message) !== ("error" in message);
  assert(isAnswer || typeof message.method === "string", line);
  return message;
}

function assertLog(stderr: string): void {
  const entries = stderr.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert(entries.some(({ event }) => event === "ynab_request"));
  for (const { level, event } of entries) {
    assertEquals([typeof level, typeof event], ["string", "string"]);
  }
}
