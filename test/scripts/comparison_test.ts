import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { compare } from "../../scripts/compare.ts";
import { countedApi } from "../../scripts/comparison/counted_api.ts";
import { measuredServer } from "../../scripts/comparison/measured_server.ts";
import { comparedQuestions, isShown } from "../../scripts/comparison/questions.ts";
import { redirectingEnv } from "../../scripts/comparison/redirect.ts";
import { filledIn, readConfig } from "../../scripts/comparison/server_config.ts";
import { findNode } from "../_node.ts";

const SERVERS = new URL("../../scripts/comparison/servers/", import.meta.url);
const DAY = "2026-11-20";
const BEARER = { authorization: "Bearer demo-token" };
const { PATH = "", HOME = "", DENO_DIR = `${HOME}/.cache/deno` } = Deno.env.toObject();

const upstream = new DemoUpstream({
  plans: [householdPlan({ today: DAY })],
  now: () => new Date(`${DAY}T12:00:00Z`),
});

Deno.test("every configuration is one, asks known questions, and names no place of a machine", () => {
  const known = new Set(comparedQuestions.map(({ id }) => id));
  const files = [...Deno.readDirSync(SERVERS)];
  assert(files.length >= 5);
  for (const { name } of files) {
    const text = Deno.readTextFileSync(new URL(name, SERVERS));
    const { questions } = readConfig(text);
    assertEquals(Object.keys(questions).filter((id) => !known.has(id)), [], name);
    assert(!/"\/|https?:/u.test(text), name);
  }
});

Deno.test("readConfig() refuses what is no configuration", () => {
  assertThrows(() => readConfig("{}"), Error, "Not a server's configuration");
  assertThrows(() => readConfig('{"unknown":1}'), Error, "unknown");
});

Deno.test("filledIn() fills what stands in braces, and refuses other words", () => {
  assertEquals(filledIn({ a: ["{b}-{b}", 1, null] }, { b: "c" }), { a: ["c-c", 1, null] });
  assertThrows(() => filledIn("{d}", { b: "c" }), Error, "There is no word {d}");
});

Deno.test("countedApi() serves the older paths with their names, and counts", async () => {
  await using api = await countedApi(upstream);
  const [newer, older] = await Promise.all(
    ["plans", "budgets"].map(async (path) => {
      const response = await fetch(`${api.url}/${path}`, { headers: BEARER });
      return await response.json();
    }),
  );
  assertEquals(Object.keys(newer.data), ["plans", "default_plan"]);
  assertEquals(Object.keys(older.data), ["budgets", "default_budget"]);
  assertEquals(older.data.budgets, newer.data.plans);
  const accounts = await fetch(`${api.url}/budgets/last-used/accounts`, { headers: BEARER });
  assertEquals(Object.keys((await accounts.json()).data), ["accounts", "server_knowledge"]);
  const refused = await fetch(`${api.url}/budgets`);
  assertEquals([refused.status, Object.keys(await refused.json())], [401, ["error"]]);
  const { requests, bytes } = api.take();
  assert(bytes > 1000);
  assertEquals([requests, api.take()], [4, { requests: 0, bytes: 0 }]);
});

Deno.test("countedApi() passes changes on", async () => {
  const own = new DemoUpstream({ plans: [householdPlan({ today: DAY })] });
  await using api = await countedApi(own);
  const response = await fetch(`${api.url}/budgets/last-used/category_groups`, {
    method: "POST",
    headers: BEARER,
    body: JSON.stringify({ category_group: { name: "New" } }),
  });
  assertEquals((await response.json()).data.category_group.name, "New");
});

Deno.test("redirectingEnv() leads a Node program's requests for YNAB elsewhere, and no others", async () => {
  const node = await findNode();
  if (node === null) return;
  await using api = await countedApi(upstream);
  const program = `
    const headers = ${JSON.stringify(BEARER)};
    const first = await fetch("https://api.ynab.com/v1/budgets", { headers });
    const second = await fetch(new Request("https://api.ynab.com/v1/plans", { headers }));
    const third = await fetch(${JSON.stringify(`${api.url}/plans`)});
    console.log(first.status, second.status, third.status);
  `;
  const { stdout } = await new Deno.Command(node, {
    args: ["--input-type=module", "--eval", program],
    env: redirectingEnv(api.url),
  }).output();
  assertEquals(new TextDecoder().decode(stdout).trim(), "200 200 401");
});

Deno.test("isShown() finds amounts in units and in milliunits, and words", () => {
  assert(isShown("it is 4,080.71", [4_080_710]));
  assert(isShown('{"balance":-4080710}', [-4_080_710]));
  assert(isShown("on 2026-11-20", ["2026-11-20"]));
  assert(!isShown("it is 4,080.70", [4_080_710]));
  assert(!isShown("on 2026-11-20", ["2026-11-20", 1_000]));
});

/** A server that says what it is told to, in a process. */
function aServer(answers: Readonly<Record<string, unknown>>): {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
} {
  const program = `
    const answers = ${JSON.stringify(answers)};
    console.log("not a message");
    let rest = "";
    for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\\n");
      rest = lines.pop();
      for (const { id, method } of lines.map((line) => JSON.parse(line))) {
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answers[method] }));
      }
    }
  `;
  return {
    command: [Deno.execPath(), "eval", "--no-config", program],
    env: { PATH, HOME, DENO_DIR },
    cwd: ".",
  };
}

const opening = {
  initialize: { result: { instructions: "Ask." } },
  "tools/list": { result: { tools: [{ name: "one", inputSchema: {} }] } },
};

Deno.test("measuredServer() reads what fits the protocol, and what does not quite", async () => {
  const content = [{ type: "text", text: "some" }, { type: "image", data: "AA" }];
  await using server = await measuredServer(aServer({
    ...opening,
    "tools/call": { result: { content, structuredContent: { a: 1 } } },
  }));
  assertEquals(server.told, { tools: [{ name: "one", inputSchema: {} }], instructions: "Ask." });
  const { text, structured, isError } = await server.call("one", {});
  assertEquals(
    [text, structured, isError],
    ['some\n{"type":"image","data":"AA"}', '{"a":1}', false],
  );
  assert(server.listedMs >= server.initializedMs);
});

Deno.test("measuredServer() takes an error for one, however it is told", async () => {
  for (const result of [{ content: [], isError: true }, { content: [{ type: "error" }] }]) {
    await using server = await measuredServer(aServer({ ...opening, "tools/call": { result } }));
    assertEquals((await server.call("one", {})).isError, true);
  }
});

Deno.test("measuredServer() refuses a protocol error, and a server that ends", async () => {
  await using server = await measuredServer(aServer({
    ...opening,
    "tools/call": { error: { code: -32602, message: "No such tool" } },
  }));
  await assertRejects(() => server.call("two", {}), Error, "No such tool");
  const ending = { ...aServer({}), command: [Deno.execPath(), "eval", "--no-config", ""] };
  await assertRejects(() => measuredServer(ending), Error);
});

Deno.test("compare() measures this server, which shows all figures and keeps what it read", async () => {
  const text = await Deno.readTextFile(new URL("this_server.json", SERVERS));
  const told: string[] = [];
  const config = readConfig(text);
  const { month: _, ...fewer } = config.questions;
  const figures = await compare({
    configs: [config, { ...config, name: "Another", questions: fewer }],
    folder: "",
    runs: 1,
    node: "node",
    spec: "",
    today: new Date().toISOString().slice(0, 10),
    env: { PATH, DENO_DIR },
    progress: (words) => told.push(words),
  });
  const rows = new Map(
    figures.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))
      .map(([, head = "", ...cells]) => [head, cells.slice(0, -1)]),
  );
  assertEquals(rows.get("Measured")?.map((name) => name.replace(/ \d.*/u, "")), [
    "This server",
    "Another",
  ]);
  assertEquals(rows.get("questions with the figures in the answer"), ["6 of 6", "5 of 6"]);
  assertEquals(rows.get("requests: again at once"), ["0", "0"]);
  assertEquals(rows.get("How is this month going?")?.[1], "no way");
  assert(figures.includes("- **This server**: from source"), figures);
  assertEquals(told, ["This server: run 1 of 1", "Another: run 1 of 1"]);
});
