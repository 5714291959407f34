import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory, type ServerOptions } from "../../mod.ts";
import type { ServedCaller } from "../../server/server_factory.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

type Factory = ReturnType<typeof createServerFactory>;

function aFactory(options: Partial<ServerOptions> = {}): Factory {
  const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
  const { fetch } = new DemoUpstream({ plans: [household()], now });
  return createServerFactory({ token: "demo-token", fetch, today: TODAY, ...options });
}

async function connected(factory: Factory, caller?: ServedCaller): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([factory.create(caller).connect(far), client.connect(near)]);
  return client;
}

function aCaller(clientId: string, ...scopes: readonly string[]): ServedCaller {
  return { authInfo: { clientId, scopes } };
}

const offers: readonly (readonly [
  what: string,
  write: boolean,
  caller: ServedCaller | undefined,
  mayChange: boolean,
])[] = [
  ["on stdio with --write", true, undefined, true],
  ["on stdio without it", false, undefined, false],
  ["with the scope to write", true, aCaller("one", "budget:read", "budget:write"), true],
  ["without the scope to write", true, aCaller("one", "budget:read"), false],
  [
    "with the write scope on a server without --write",
    false,
    aCaller("one", "budget:write"),
    false,
  ],
];
for (const [what, write, caller, mayChange] of offers) {
  Deno.test(`a caller that asks ${what} gets ${mayChange ? "changes" : "read-only tools"}`, async () => {
    const factory = aFactory({ write });
    const client = await connected(factory, caller);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    assertEquals(changing.length > 0, mayChange);
    const instructions = client.getInstructions() ?? "";
    assertEquals(instructions.includes("This server was started read-only"), !write);
    const isReadingClient = instructions.includes("This client was allowed to read only");
    assertEquals(isReadingClient, write && !mayChange);
    // What is not listed can't be called either.
    const flags = [{ transaction_id: idOf("74"), color: "blue" }];
    const call = { name: "flag_transactions", arguments: { plan_id: ids.plan, flags } };
    const isTaken = await client.callTool(call).then(
      ({ isError }) => isError !== true,
      () => false,
    );
    assertEquals(isTaken, mayChange);
    await client.close();
    await factory.close();
  });
}

Deno.test("one caller's code doesn't work for another", async () => {
  const factory = aFactory({ write: true });
  const [one, other] = await Promise.all([
    connected(factory, aCaller("one", "budget:write")),
    connected(factory, aCaller("other", "budget:write")),
  ]);
  const asOne: ServedCaller = {
    authInfo: { clientId: "third", scopes: ["budget:write"], extra: { principal: "one" } },
  };
  const sameAsOne = await connected(factory, asOne);
  const args = {
    ...{ plan_id: ids.plan },
    flags: [{ transaction_id: idOf("74"), color: "blue" }],
  };
  const call = async (client: Client, given: object): Promise<Readonly<Record<string, unknown>>> =>
    await client.callTool({ name: "flag_transactions", arguments: { ...args, ...given } });
  const { structuredContent } = await call(one, {}) as {
    readonly structuredContent: { readonly confirmation: string };
  };
  const { confirmation } = structuredContent;
  const refused = await call(other, { confirmation });
  assertEquals(refused["isError"], true);
  assertMatch(JSON.stringify(refused["content"]), /was issued to another user or client/u);
  // An authenticated caller is identified by its principal, not its client.
  assertEquals((await call(sameAsOne, { confirmation }))["isError"] ?? false, false);
  for (const client of [one, other, sameAsOne]) await client.close();
  await factory.close();
});

Deno.test("a server is ready once set up, but not with a newer version's journal", async () => {
  await using folder = await aStoreFolder();
  const isReady = async (options: Partial<ServerOptions>): Promise<boolean> => {
    const factory = aFactory(options);
    const answer = await factory.isReady();
    await factory.close();
    return answer;
  };
  assertEquals(await isReady({}), true);
  assertEquals(await isReady({ token: null }), false);
  assertEquals(await isReady({ storeFolder: folder.path }), true);
  const newer = new DatabaseSync(join(folder.path, FILES.journal));
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  assertEquals(await isReady({ storeFolder: folder.path }), false);
  const factory = aFactory({ storeFolder: folder.path, write: true });
  const client = await connected(factory);
  const change = { name: "import_transactions", arguments: { plan_id: ids.plan } };
  const { isError, content } = await client.callTool(change);
  assertEquals(isError, true);
  assertMatch(
    JSON.stringify(content),
    /unavailable: the journal of changes was written by a newer/u,
  );
  await client.close();
  await factory.close();
});

Deno.test("a server identifies itself and declares that its lists don't change", async () => {
  const factory = aFactory({ views: "off" });
  const client = await connected(factory);
  const { name, title, version } = { title: "", ...client.getServerVersion() };
  assertEquals([name, title], ["budget-tool-server", "Budget Tool Server for YNAB"]);
  assertMatch(String(version), /^\d+\.\d+\.\d+/u);
  const listChanged = false;
  assertEquals(client.getServerCapabilities(), {
    ...{ tools: { listChanged }, resources: { listChanged }, prompts: { listChanged } },
  });
  await client.close();
  await factory.close();
});

Deno.test("prompts are listed in order of use", async () => {
  const factory = aFactory();
  const client = await connected(factory);
  const { prompts } = await client.listPrompts();
  assertEquals(prompts.map(({ name }) => name), [
    ...["monthly_review", "classify_pending", "reconcile", "plan_next_month"],
  ]);
  await client.close();
  await factory.close();
});

for (const answers of ["both", "text"] as const) {
  Deno.test(`tools are listed and respond with ${answers} the same way`, async () => {
    const factory = aFactory({ answers });
    const client = await connected(factory);
    const { tools } = await client.listTools();
    const hasData = answers === "both";
    assert(tools.every(({ outputSchema }) => (outputSchema !== undefined) === hasData));
    for (let times = 0; times < 2; times++) {
      const { structuredContent } = await client.callTool({ name: "list_plans", arguments: {} });
      assertEquals(structuredContent !== undefined, hasData);
    }
    await client.close();
    await factory.close();
  });
}
