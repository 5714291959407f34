import { assert, assertEquals } from "@std/assert";
import type { FaultOutcome } from "../../demo/faults.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import { RawServer } from "./_raw_server.ts";
import { sampleCalls } from "./_sample_calls.ts";

// Shorter words and amounts may occur by chance, for example in timestamps.
const SHORTEST = 4;

await using upstream = await HeldUpstream.listen();
const words = wordsOf(upstream);
const stderr = await loggedWhile(upstream, async (server) => {
  for (const [name, args] of Object.entries(sampleCalls)) await server.call(name, args);
  await callWithWords(server);
  await callWithFaults(server);
});

Deno.test("the debug log contains no name, amount, token or plan id", () => {
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

function entriesOf(log: string): readonly Readonly<Record<string, unknown>>[] {
  return log.trimEnd().split("\n").map((line) => JSON.parse(line));
}

async function loggedWhile(
  from: HeldUpstream,
  run: (server: RawServer) => Promise<void>,
): Promise<string> {
  await using server = new RawServer(from.commandOf("--log-level", "debug"));
  await server.initialize();
  await run(server);
  return (await server.end()).stderr;
}

/** Sends words from the plan in valid and invalid arguments. */
async function callWithWords(server: RawServer): Promise<void> {
  const [name = ""] = words.names;
  const plan = { plan_id: demoPlanId };
  const calls: readonly [string, Readonly<Record<string, unknown>>][] = [
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
  await server.sendText(`{"jsonrpc":"2.0","id":"${name}","method":7}`);
  await server.sendText(name);
}

/** Makes the upstream return errors that contain words from the plan. */
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
