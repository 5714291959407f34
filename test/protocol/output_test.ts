import { assert, assertEquals } from "@std/assert";
import type { FaultOutcome } from "../../demo/faults.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import { RESOURCE_URIS } from "./_conversation.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import type { Ended } from "../_child_process.ts";
import { type Message, RawServer } from "./_raw_server.ts";
import { sampleCalls } from "./_sample_calls.ts";

// Shorter words and amounts may occur by chance, for example in timestamps.
const SHORTEST = 4;

const CLIENT_2026 = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

await using upstream = await HeldUpstream.listen();
const words = wordsOf(upstream);
/** Number of output lines before the first invalid input. */
let valid = 0;
const ended = await endOf(async (server) => {
  await server.initialize();
  await askEverything(server, Object.entries(sampleCalls), {});
  await callWithWords(server);
  await callWithFaults(server);
  valid = server.lines.length;
  const [name = ""] = words.names;
  const lines = ["no JSON", "[]", "7", "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}', ""];
  for (const line of [...lines, `{"jsonrpc":"2.0","id":"${name}","method":7}`, name]) {
    await server.write(line);
  }
  assertEquals(typeof (await server.request("ping")).result, "object");
});

Deno.test("the debug log contains no names, amounts, tokens or plan ids", () => {
  const { stderr } = ended;
  const entries = entriesOf(stderr);
  assert(entries.some(({ level }) => level === "debug"));
  assert(entries.length >= Object.keys(sampleCalls).length);
  assert(words.names.size > 100 && words.amounts.size > 500);
  const lines = stderr.toLowerCase();
  assertEquals([...words.names].filter((name) => lines.includes(name.toLowerCase())), []);
  const values = entries.map(({ time: _, ...entry }) => JSON.stringify(entry));
  const numbers = new Set(values.join("\n").match(/(?<![\w.])-?\d+(?:\.\d+)?(?!\w)/gu));
  assertEquals([...words.amounts].filter((amount) => numbers.has(amount)), []);
  for (const secret of ["demo-token", "Bearer", demoPlanId]) {
    assertEquals(stderr.includes(secret), false, secret);
  }
});

Deno.test("with the 2025 protocol, stdout contains only responses to requests", () => {
  assertOnlyAnswers({ ...ended, lines: ended.lines.slice(0, valid) });
  // After invalid input, the server may also send errors without a request id.
  ended.lines.slice(valid).forEach(assertProtocol);
});

Deno.test("with the 2026 protocol, stdout contains only responses to requests", async () => {
  upstream.setFaults([]);
  assertOnlyAnswers(
    await endOf(async (server) => {
      const { result } = await server.request("server/discover", CLIENT_2026);
      assert((result?.["supportedVersions"] as readonly string[]).includes("2026-07-28"));
      await askEverything(server, [], CLIENT_2026);
    }),
  );
});

function entriesOf(log: string): readonly Readonly<Record<string, unknown>>[] {
  return log.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Starts a server that logs everything, and stops it after the requests. */
async function endOf(ask: (server: RawServer) => Promise<void>): Promise<Ended> {
  await using server = new RawServer(upstream.commandOf("--log-level", "debug"));
  await ask(server);
  return await server.end();
}

function assertOnlyAnswers({ code, lines, stderr }: Ended): void {
  assertEquals(code, 0);
  assertEquals(lines.map((line) => assertProtocol(line).id), lines.map((_, at) => at + 1));
  const entries = entriesOf(stderr);
  assert(entries.some(({ event }) => event === "ynab_request"));
  for (const { level, event } of entries) {
    assertEquals([typeof level, typeof event], ["string", "string"]);
  }
}

function assertProtocol(line: string): Message {
  const message: Message = JSON.parse(line);
  assertEquals(message.jsonrpc, "2.0", line);
  const isAnswer = ("result" in message) !== ("error" in message);
  assert(isAnswer || typeof message.method === "string", line);
  return message;
}

type Args = Readonly<Record<string, unknown>>;
type Asked = readonly [method: string, params: Args];

/** Makes valid and invalid requests. */
async function askEverything(
  server: RawServer,
  calls: readonly (readonly [tool: string, args: Args])[],
  meta: Args,
): Promise<void> {
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
}

/** Sends requests that contain a name from the plan, in both valid and invalid arguments. */
async function callWithWords(server: RawServer): Promise<void> {
  const [name = ""] = words.names;
  const plan = { plan_id: demoPlanId };
  const calls: readonly [string, Args][] = [
    ["find_transactions", { ...plan, payee: name, text: name }],
    ["find_transactions", { ...plan, account_ids: [name] }],
    ["find_transactions", { ...plan, [name]: name }],
    ["find_transactions", { ...plan, since: name }],
    ["get_category_balances", { ...plan, group: name }],
    ["list_accounts", { plan_id: name }],
  ];
  for (const [tool, args] of calls) await server.call(tool, args);
  await server.request("tools/call", { name, arguments: {} });
  await server.request("resources/read", { uri: `budget://plans/${encodeURIComponent(name)}` });
}

/** Makes the upstream return faulty responses, most of which contain a name from the plan. */
async function callWithFaults(server: RawServer): Promise<void> {
  const [detail = ""] = words.names;
  const faults: readonly FaultOutcome[] = [
    { status: 400, body: { error: { id: "400", name: "bad_request", detail } } },
    { status: 401, body: { error: { id: "401", name: "unauthorized", detail } } },
    { status: 404, body: { error: { id: "404.2", name: "resource_not_found", detail } } },
    { status: 409, body: { error: { id: "409", name: "conflict", detail } } },
    { status: 200, body: { data: { month: { [detail]: detail } } } },
    { status: 200, body: detail },
    { status: 200, body: null },
    { html: 502 },
    { cut: "before" },
  ];
  for (const [at, then] of faults.entries()) {
    upstream.setFaults([{ operation: "getPlanMonth", then }]);
    const month = `2025-${String(at + 1).padStart(2, "0")}`;
    const { isError } = await server.call("get_monthly_summary", { plan_id: demoPlanId, month });
    assertEquals(isError, true, JSON.stringify(then));
  }
}

function wordsOf(
  from: HeldUpstream,
): { readonly names: ReadonlySet<string>; readonly amounts: ReadonlySet<string> } {
  const names = new Set<string>();
  const amounts = new Set<string>();
  const addAmount = (milliunits: number): void => {
    for (const text of [String(milliunits), (milliunits / 1000).toFixed(2)]) {
      if (text.length > SHORTEST) amounts.add(text);
    }
  };
  for (const plan of from.snapshot()) {
    const rows = plan.transactions.flatMap((row) => [row, ...row.lines]);
    const texts = [
      ...[...plan.payees, ...plan.accounts, ...plan.categories, ...plan.groups].map((one) =>
        one.name
      ),
      ...rows.map(({ memo }) => memo),
      ...plan.transactions.flatMap((
        row,
      ) => [row.import_payee_name, row.import_payee_name_original]),
      ...plan.month_notes.values(),
    ];
    for (const text of texts) {
      if (typeof text === "string" && text.length >= SHORTEST) names.add(text);
    }
    for (const { amount } of rows) addAmount(amount);
  }
  return { names, amounts };
}
