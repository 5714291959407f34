import { assert, assertEquals, assertMatch } from "@std/assert";
import { demoFetch } from "../../../mod.ts";
import { demoPlanId } from "../../protocol/_demo_plan_id.ts";
import { anIssuer, type Issuer } from "./_issuer.ts";
import {
  answerTo,
  demoHandler,
  initialize,
  messageRequest,
  resultOf,
  viewClientOf,
} from "./_asking_handler.ts";
import { HTTP_TOKEN, TODAY } from "./_demo_options.ts";
import { cardIn, type ListedViewTool } from "../../views/_view_client.ts";

const PUBLIC_URL = "https://budget.example.com";
const CHANGE = {
  name: "set_category_budget",
  arguments: { plan_id: demoPlanId, month: "2026-11", category_id: "Groceries", amount: 12.5 },
};
const YES = { action: "accept", content: { confirm: true } };

type Message = Readonly<Record<string, unknown>>;

/** A client that shows forms, uses the 2025 protocol and reads streams one message at a time. */
interface Client {
  readonly post: (message: Message, signal?: AbortSignal) => Promise<Response>;
  /** Calls the tool. Returns the form's id and the call's result. */
  readonly ask: (
    callId: number,
    signal?: AbortSignal,
  ) => Promise<{ readonly formId: unknown; readonly result: Promise<Message> }>;
}

interface World extends AsyncDisposable {
  readonly client: (subject: string) => Promise<Client>;
  readonly close: () => Promise<void>;
  readonly assigned: () => unknown;
}

async function aWorld(): Promise<World> {
  const issuer: Issuer = await anIssuer();
  const upstream = demoFetch({ today: TODAY });
  let sent: unknown = null;
  const handler = demoHandler({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === "PATCH") sent = await request.clone().json();
      return await upstream(request);
    },
    publicUrl: PUBLIC_URL,
    oauthIssuer: issuer.url,
    oauthSubjects: ["ada", "grace"],
  });
  const client = async (subject: string): Promise<Client> => {
    const token = await issuer.sign({
      iss: issuer.url,
      sub: subject,
      aud: `${PUBLIC_URL}/mcp`,
      exp: Math.floor(Date.now() / 1_000) + 600,
      scope: "budget:read budget:write",
    });
    let session: string | null = null;
    const post: Client["post"] = async (message, signal) => {
      const headers = session === null ? {} : { "mcp-session-id": session };
      const request = messageRequest(token, { id: undefined, ...message }, { headers, signal });
      const response = await handler.fetch(request);
      session ??= response.headers.get("mcp-session-id");
      return response;
    };
    const begun = await post({ id: 0, ...initialize(subject, { elicitation: {} }) });
    await begun.text();
    return {
      post,
      ask: async (id, signal) => {
        const { body } = await post({ id, method: "tools/call", params: CHANGE }, signal);
        const messages = messagesIn(body as ReadableStream<Uint8Array>);
        const { value: form } = await messages.next();
        assertEquals(form?.["method"], "elicitation/create");
        const result = messages.next().then(({ value }) => value?.["result"] as Message);
        result.catch(() => {});
        return { formId: form?.["id"], result };
      },
    };
  };
  return {
    client,
    close: handler.close,
    assigned: () => sent,
    async [Symbol.asyncDispose](): Promise<void> {
      await handler.close();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, undefined> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream() as never)) {
    const events = `${rest}${text}`.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const [, data] = /^data: (.*)$/mu.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data) as Message;
    }
  }
  return undefined;
}

const textOf = (result: Message): string =>
  (result["content"] as readonly { readonly text: string }[])[0]?.text ?? "";

Deno.test("the answer to a form is sent as a separate request, and repeating that request has no effect", async () => {
  await using world = await aWorld();
  const ada = await world.client("ada");
  const { formId, result } = await ada.ask(1);
  assertEquals(world.assigned(), null);
  const taken = await ada.post({ id: formId, result: YES });
  assertEquals(taken.status, 202);
  assertMatch(textOf(await result), /status: applied/u);
  assertEquals(world.assigned(), { category: { budgeted: 12_500 } });
  assertEquals((await ada.post({ id: formId, result: YES })).status, 202);
});

Deno.test("a form accepts an answer only from the client that shows the form", async () => {
  await using world = await aWorld();
  const [ada, grace] = [await world.client("ada"), await world.client("grace")];
  const { formId, result } = await ada.ask(1);
  await grace.post({ id: formId, result: YES });
  await ada.post({ id: `${formId}0`, result: YES });
  await ada.post({ id: formId, result: { action: "decline" } });
  assertMatch(textOf(await result), /status: declined/u);
  assertEquals(world.assigned(), null);
});

for (
  const [what, end] of [
    [
      "a client error",
      (ada: Client, id: unknown) =>
        ada.post({ id, error: { code: -32_603, message: "no window" } }),
    ],
    [
      "canceling the call",
      (ada: Client) => ada.post({ method: "notifications/cancelled", params: { requestId: 1 } }),
    ],
    ["stopping the server", (_ada: Client, _id: unknown, world: World) => world.close()],
  ] as const
) {
  Deno.test(`${what} closes a form and writes nothing`, async () => {
    await using world = await aWorld();
    const ada = await world.client("ada");
    const { formId, result } = await ada.ask(1);
    await end(ada, formId, world);
    assertMatch(textOf(await result), /nothing was written/u);
    assertEquals(world.assigned(), null);
  });
}

Deno.test("a form closes when its call's connection closes, and a late confirmation writes nothing", async () => {
  await using world = await aWorld();
  const ada = await world.client("ada");
  const going = new AbortController();
  const { formId } = await ada.ask(1, going.signal);
  going.abort();
  await ada.post({ id: formId, result: YES });
  const again = await ada.ask(2);
  await ada.post({ id: again.formId, result: { action: "decline" } });
  await again.result;
  assertEquals(world.assigned(), null);
});

Deno.test("even the maximum number of open forms leaves call slots free for the answers to the forms", async () => {
  await using world = await aWorld();
  const ada = await world.client("ada");
  const open = await Promise.all(Array.from({ length: 8 }, (_, at) => ada.ask(at)));
  const ninth = await ada.post({ id: 9, method: "tools/call", params: CHANGE });
  assertMatch(await ninth.text(), /wasn't completed/u);
  for (const { formId } of open) await ada.post({ id: formId, result: { action: "decline" } });
  for (const { result } of open) assertMatch(textOf(await result), /status: declined/u);
});

const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 5,
};

type Args = Readonly<Record<string, unknown>>;

for (const isOld of [false, true]) {
  const version = isOld ? "2025-11-25" : "2026-07-28";
  Deno.test(`with protocol ${version} over HTTP, a change can be confirmed on a confirmation card`, async () => {
    await using handler = demoHandler();
    await using client = await viewClientOf(handler.fetch, { isOld });
    const names = (await client.tools()).map(({ name }) => name);
    assert(names.includes("decide_change"));
    const { preview, secret } = cardIn(await client.call("move_money", MOVE));
    const key = /data-key="([0-9a-f]{32})"/u.exec(await client.page("move_money"))?.[1];
    const asked = { tool: "move_money", arguments: MOVE, key, preview };
    const decided = await client.call("decide_change", { ...asked, secret, decision: "apply" });
    assertEquals((decided["structuredContent"] as Args)["status"], "applied");
    const again = await client.call("show_again", asked);
    assertEquals((again["structuredContent"] as Args)["status"], "applied");
  });
}

Deno.test("a request that uses the 2025 protocol without a session can access only pages and the data for views", async () => {
  await using handler = demoHandler();
  const asked = async (method: string, params: Args): Promise<Args> =>
    await resultOf(await answerTo(handler, HTTP_TOKEN, { method, params }));
  const { tools } = await asked("tools/list", {}) as { readonly tools: readonly ListedViewTool[] };
  assert(!tools.some(({ name }) => name === "decide_change"));
  assert(tools.some(({ _meta }) => _meta?.["ui"] !== undefined));
  const forecast = { name: "forecast_balance", arguments: { until: "2027-01" } };
  const { _meta } = await asked("tools/call", forecast);
  assertEquals((_meta as Args)["budget-tool-server/view"], {
    money: { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," },
    today: TODAY,
  });
  const previewed = await asked("tools/call", { name: "move_money", arguments: MOVE });
  const { preview, confirmation } = previewed["structuredContent"] as Args;
  assertEquals([preview, typeof confirmation], [undefined, "string"]);
});
