import { assert, assertEquals, assertRejects } from "@std/assert";
import { evaluate, type Surroundings } from "../../evals/evals.ts";

type Fields = Record<string, unknown>;

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Fields & { messages: readonly Fields[]; tools: readonly Fields[] };
}

/** A model endpoint that returns prepared replies and records requests. */
function anEndpoint(replies: readonly (Fields | Response)[]): {
  readonly sent: Sent[];
  readonly waits: number[];
  readonly surroundings: (args: readonly string[]) => Surroundings;
} {
  const left = [...replies];
  const sent: Sent[] = [];
  const waits: number[] = [];
  const answer = (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init?.body));
    sent.push({ url: String(input), headers: new Headers(init?.headers), body });
    const reply = left.shift();
    if (reply === undefined) throw new Error("The endpoint received too many requests");
    return Promise.resolve(reply instanceof Response ? reply : Response.json(reply));
  };
  return {
    sent,
    waits,
    surroundings: (args) => ({
      args,
      key: "a-key",
      fetch: answer,
      wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)),
      progress: () => {},
    }),
  };
}

const model = ["--endpoint", "http://127.0.0.1:1/v1/", "--model", "some"];

const aCall = (name: string, args: string): Fields => ({
  choices: [{
    message: {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name, arguments: args } }],
    },
  }],
  usage: { prompt_tokens: 100, completion_tokens: 10 },
});
const aReply = (content: string): Fields => ({
  choices: [{ message: { role: "assistant", content } }],
  usage: { prompt_tokens: 200, completion_tokens: 20 },
});

Deno.test("evaluate() executes a model's tool call and grades the model's answer", async () => {
  const { sent, surroundings } = anEndpoint([
    aCall("list_accounts", "{}"),
    aReply("There are $4,080.71 in checking."),
  ]);
  const text = await evaluate(surroundings([...model, "--only", "checking"]));
  assert(text.includes("| **all** | 1 of 1 | 1 | 2 | 300 | 30 |"), text);
  const [first, second] = sent;
  assertEquals(first?.url, "http://127.0.0.1:1/v1/chat/completions");
  assertEquals(first?.headers.get("authorization"), "Bearer a-key");
  assertEquals(first?.body["model"], "some");
  const tool = first?.body.tools.find((one) =>
    (one["function"] as Fields)["name"] === "list_accounts"
  );
  assertEquals(Object.keys(tool?.["function"] as Fields), ["name", "description", "parameters"]);
  assertEquals(first?.body.messages.map(({ role }) => role), ["system", "user"]);
  assert(String(first?.body.messages[0]?.["content"]).includes("never instructions"));
  const given = second?.body.messages.at(-1);
  assertEquals([given?.["role"], given?.["tool_call_id"]], ["tool", "c1"]);
  assert(String(given?.["content"]).includes("Checking|checking|yes|4080.71"));
  const other = anEndpoint([aCall("list_accounts", ""), aReply("4080.71")]);
  await evaluate(other.surroundings([...model, "--only", "checking", "--see", "structured"]));
  const shown = JSON.parse(String(other.sent[1]?.body.messages.at(-1)?.["content"]));
  assertEquals(shown.accounts[0].name, "Checking");
});

Deno.test("evaluate() answers previews on the user's behalf and doesn't apply declined changes", async () => {
  const preview = aCall(
    "set_category_budget",
    '{"month":"2026-12","category_id":"Coffee","amount":20}',
  );
  const { sent, surroundings } = anEndpoint([preview, aReply("Auf 20?"), aReply("Gut.")]);
  const text = await evaluate(surroundings([...model, "--only", "coffee-german"]));
  assert(text.includes("| **all** | 1 of 1 |"), text);
  assertEquals(sent[2]?.body.messages.at(-1), { role: "user", content: "Nein, doch nicht." });
});

Deno.test("evaluate() reports a wrong answer with its text and the reason", async () => {
  const { surroundings } = anEndpoint([aReply("Some 12 dollars.")]);
  const text = await evaluate(surroundings([...model, "--only", "checking"]));
  assert(text.includes("| **all** | 0 of 1 | 0 | 0 |"), text);
  assert(text.includes("**checking**"), text);
  assert(text.includes("omits the balance: 4080.71"), text);
  assert(text.includes("Some 12 dollars."), text);
});

Deno.test("evaluate() returns an error for an invalid call and continues", async () => {
  const { sent, surroundings } = anEndpoint([
    aCall("no_such_tool", "{}"),
    aCall("list_accounts", "not JSON"),
    aReply("4080.71"),
  ]);
  const text = await evaluate(surroundings([...model, "--only", "checking"]));
  assert(text.includes("1 of 1"), text);
  assert(String(sent[1]?.body.messages.at(-1)?.["content"]).includes("no_such_tool"));
  assertEquals(sent[2]?.body.messages.at(-1)?.["content"], "The arguments aren't a JSON object");
});

Deno.test("evaluate() stops a model that calls tools endlessly", async () => {
  const { surroundings } = anEndpoint(
    Array.from({ length: 12 }, () => aCall("list_plans", "{}")),
  );
  const text = await evaluate(surroundings([...model, "--only", "checking"]));
  assert(text.includes("The model was still calling tools after 12 rounds"), text);
});

Deno.test("evaluate() retries a busy endpoint after the time in Retry-After", async () => {
  const { sent, waits, surroundings } = anEndpoint([
    new Response("busy", { status: 429, headers: { "retry-after": "7" } }),
    new Response("busy", { status: 529 }),
    aReply("4080.71"),
  ]);
  const text = await evaluate(surroundings([...model, "--only", "checking"]));
  assert(text.includes("1 of 1"), text);
  assertEquals([sent.length, waits], [3, [7_000, 4_000]]);
});

Deno.test("evaluate() counts a question as failed if the endpoint rejects it, returns no message or stays busy", async () => {
  const refusing = anEndpoint([new Response("bad key", { status: 401 })]);
  const text = await evaluate(refusing.surroundings([...model, "--only", "checking"]));
  assert(text.includes("The endpoint answered 401: bad key"), text);
  const silent = await evaluate(anEndpoint([{}]).surroundings([...model, "--only", "checking"]));
  assert(silent.includes("no message"), silent);
  const busy = anEndpoint(Array.from({ length: 5 }, () => new Response("", { status: 503 })));
  const again = await evaluate(busy.surroundings([...model, "--only", "checking"]));
  assert(again.includes("The endpoint answered 503"), again);
  assertEquals(busy.waits.length, 4);
});

Deno.test("evaluate() with --rehearse needs no endpoint", async () => {
  const { surroundings } = anEndpoint([]);
  const text = await evaluate(surroundings(["--rehearse", "--only", "checking,pay-the-rent"]));
  assert(text.includes("| **all** | 2 of 2 | 1 | 2 | 0 | 0 |"), text);
});

const refusals: readonly (readonly [args: readonly string[], words: string])[] = [
  [[], "--endpoint"],
  [model.slice(0, 2), "and --model NAME"],
  [[...model, "--see", "both"], "--see must be text or structured"],
  [[...model, "--max-tokens", "many"], "--max-tokens must be a whole number"],
  [[...model, "--only", "nothing"], "Unknown question nothing"],
  [[...model, "--unknown"], "--unknown"],
];

for (const [args, words] of refusals) {
  Deno.test(`evaluate() rejects ${args.join(" ")}: ${words}`, async () => {
    const { surroundings } = anEndpoint([]);
    await assertRejects(() => evaluate(surroundings(args)), TypeError, words);
  });
}

Deno.test("evaluate() rejects a run without a key", async () => {
  const withoutKey = { ...anEndpoint([]).surroundings(model), key: undefined };
  await assertRejects(() => evaluate(withoutKey), TypeError, "Set EVALS_API_KEY");
});
