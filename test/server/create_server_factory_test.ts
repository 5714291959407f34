import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory, type ServerFactory, type ServerOptions } from "../../mod.ts";
import type { ServedCaller } from "../../server/server_factory.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { aStoreFolder } from "../sync/_sqlite_store.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

interface Kept extends AsyncDisposable {
  readonly folder: string;
  readonly upstream: DemoUpstream;
  /** Holds writes until `open` is called. */
  readonly gate: { open(): void; readonly reached: Promise<void> };
  start(): ServerFactory & AsyncDisposable;
}

async function aKeptServer(): Promise<Kept> {
  const folder = await Deno.makeTempDir();
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const fetch: typeof upstream.fetch = async (input, init) => {
    if (init?.method === "PATCH") {
      reached.resolve();
      await opened.promise;
    }
    return await upstream.fetch(input, init);
  };
  return {
    folder,
    upstream,
    gate: { open: opened.resolve, reached: reached.promise },
    start: () =>
      closing(createServerFactory({
        token: "demo-token",
        fetch,
        today: TODAY,
        write: true,
        storeFolder: folder,
      })),
    async [Symbol.asyncDispose](): Promise<void> {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Closes a client or a factory when its test ends. */
function closing<Closable extends { close(): Promise<void> }>(
  one: Closable,
): Closable & AsyncDisposable {
  return Object.assign(one, { [Symbol.asyncDispose]: () => one.close() });
}

async function connected(
  factory: ServerFactory,
  caller?: ServedCaller,
): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([factory.create(caller).connect(far), client.connect(near)]);
  return closing(client);
}

const textOf = (
  { content }: Awaited<ReturnType<Client["callTool"]>>,
): string => content[0]?.type === "text" ? content[0].text : "";

/** The files that this process has open in a folder; `null` if the system doesn't report them. */
function heldIn(folder: string): readonly string[] | null {
  if (Deno.build.os !== "linux") return null;
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      const path = Deno.readLinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

const approval = {
  name: "approve_transactions",
  arguments: { plan_id: ids.plan, transaction_ids: [idOf("78")] },
};

Deno.test("close() closes the store's files, so that the next server can use them", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  const first = await connected(factory);
  await first.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  await first.close();
  // A factory's servers share one cache.
  await using client = await connected(factory);
  await client.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(heldIn(kept.folder)?.length === 0, false);
  await factory.close();
  assertEquals(heldIn(kept.folder) ?? [], []);

  await using next = kept.start();
  await using other = await connected(next);
  await other.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(kept.upstream.requests.length, 1);
});

Deno.test("close() has no effect when repeated or called before the first tool call", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  await factory.close();
  await factory.close();
  assertEquals([...Deno.readDirSync(kept.folder)], []);
});

Deno.test("close() waits for a change that has started, and journals it", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  await using client = await connected(factory);
  await client.callTool({ name: "find_transactions", arguments: { plan_id: ids.plan } });
  const change = client.callTool(approval);
  await kept.gate.reached;
  let isClosed = false;
  const closed = factory.close().then(() => void (isClosed = true));
  for (let turns = 0; turns < 10; turns++) await client.ping();
  assertEquals(isClosed, false);
  kept.gate.open();
  assertEquals((await change).isError ?? false, false);
  await closed;

  await using next = kept.start();
  await using other = await connected(next);
  const undo = await other.callTool({ name: "undo_operation", arguments: { plan_id: ids.plan } });
  assertMatch(textOf(undo), /confirmation_required/u);
});

Deno.test("after close(), reads still work from memory, but changes are rejected", async () => {
  await using kept = await aKeptServer();
  kept.gate.open();
  const factory = kept.start();
  await using client = await connected(factory);
  await factory.close();
  const read = await client.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(read.isError ?? false, false);
  assertMatch(
    textOf(await client.callTool(approval)),
    /^unavailable: the server is shutting down/u,
  );
  assertEquals(heldIn(kept.folder) ?? [], []);
  assertEquals(kept.upstream.requests.some(({ method }) => method !== "GET"), false);
});

function aFactory(options: Partial<ServerOptions> = {}): ServerFactory & AsyncDisposable {
  const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
  const { fetch } = new DemoUpstream({ plans: [household()], now });
  return closing(createServerFactory({ token: "demo-token", fetch, today: TODAY, ...options }));
}

function aCaller(clientId: string, ...scopes: readonly string[]): ServedCaller {
  return { authInfo: { clientId, scopes } };
}

const NO_TOKEN = "token has characters that access tokens never contain: copy it again";
const refused: readonly (readonly [Readonly<Record<string, unknown>>, words: string])[] = [
  [{ token: "a b" }, NO_TOKEN],
  [{ token: "'quoted'" }, NO_TOKEN],
  [{ token: "t\u00f6ken" }, NO_TOKEN],
  [{ apiUrl: "nowhere" }, "apiUrl is refused: it must look like https://api.ynab.com/v1"],
  [{ apiUrl: "http://api.ynab.com" }, "apiUrl is refused: it must use https, or http if"],
  [{ profile: "all" }, "profile must be fuller, reduced or complete"],
  [{ confirm: "never" }, "confirm must be auto, user or code"],
  [{ views: "on" }, "views must be auto or off"],
  [{ answers: "json" }, "answers must be auto, both or text"],
  [{ maxAgeMs: -1 }, "maxAgeMs must be 0 or more milliseconds"],
  [{ maxAgeMs: NaN }, "maxAgeMs must be 0 or more milliseconds"],
  [{ timeZone: "Atlantis" }, "timeZone must be a time zone, such as Europe/Berlin"],
  [{ today: "2026-02-30" }, "today must be a date in the form YYYY-MM-DD"],
  [{ planId: "last-used" }, "planId is wrong: last-used"],
  [{ planId: " " }, "planId is wrong: isn't a plan"],
];
for (const [options, words] of refused) {
  Deno.test(`createServerFactory() rejects ${JSON.stringify(options)}`, () => {
    assertThrows(() => createServerFactory({ token: null, ...options }), TypeError, words);
  });
}

Deno.test("createServerFactory() accepts valid options", () => {
  const usable: readonly Readonly<Record<string, unknown>>[] = [
    ...[{ token: "aB3-_~!" }, { apiUrl: "http://127.0.0.1:8080/v1" }, { planId: "Home & Garden" }],
    ...[{
      profile: "complete",
      confirm: "user",
      views: "off",
      answers: "text",
      maxAgeMs: 0,
      timeZone: "NZ",
    }],
    { planId: undefined, apiUrl: undefined, today: undefined, answers: undefined },
  ];
  for (const options of usable) createServerFactory({ token: null, ...options });
});

const offers: readonly (readonly [
  what: string,
  write: boolean,
  caller: ServedCaller | undefined,
  mayChange: boolean,
])[] = [
  ["over stdio with --write", true, undefined, true],
  ["over stdio without --write", false, undefined, false],
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
  Deno.test(`a caller ${what} ${mayChange ? "can change the plan" : "gets read-only tools"}`, async () => {
    await using factory = aFactory({ write });
    await using client = await connected(factory, caller);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    assertEquals(changing.length > 0, mayChange);
    const instructions = client.getInstructions() ?? "";
    assertEquals(instructions.includes("This server is read-only"), !write);
    const isReadingClient = instructions.includes("This client has read-only access");
    assertEquals(isReadingClient, write && !mayChange);
    // A caller can't call tools that aren't listed, either.
    const flags = [{ transaction_id: idOf("74"), color: "blue" }];
    const call = { name: "flag_transactions", arguments: { plan_id: ids.plan, flags } };
    const isTaken = await client.callTool(call).then(
      ({ isError }) => isError !== true,
      () => false,
    );
    assertEquals(isTaken, mayChange);
  });
}

Deno.test("a caller can't use another caller's confirmation code", async () => {
  await using factory = aFactory({ write: true });
  await using one = await connected(factory, aCaller("one", "budget:write"));
  await using other = await connected(factory, aCaller("other", "budget:write"));
  const asOne: ServedCaller = {
    authInfo: { clientId: "third", scopes: ["budget:write"], extra: { principal: "one" } },
  };
  await using sameAsOne = await connected(factory, asOne);
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
});

Deno.test("isReady() returns false if there is no token, or if a newer version wrote the journal", async () => {
  await using folder = await aStoreFolder();
  const isReady = async (options: Partial<ServerOptions>): Promise<boolean> => {
    await using factory = aFactory(options);
    return await factory.isReady();
  };
  assertEquals(await isReady({}), true);
  assertEquals(await isReady({ token: null }), false);
  assertEquals(await isReady({ storeFolder: folder.path }), true);
  const newer = new DatabaseSync(join(folder.path, FILES.journal));
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  assertEquals(await isReady({ storeFolder: folder.path }), false);
  await using factory = aFactory({ storeFolder: folder.path, write: true });
  await using client = await connected(factory);
  const change = { name: "import_transactions", arguments: { plan_id: ids.plan } };
  const { isError, content } = await client.callTool(change);
  assertEquals(isError, true);
  assertMatch(
    JSON.stringify(content),
    /unavailable: the change journal was written by a newer/u,
  );
});

Deno.test("a server identifies itself, marks tools to preload, lists prompts and declares that its lists don't change", async () => {
  await using factory = aFactory({ views: "off" });
  await using client = await connected(factory);
  const { name, title, version } = { title: "", ...client.getServerVersion() };
  assertEquals([name, title], ["budget-tool-server", "Budget Tool Server for YNAB"]);
  assertMatch(String(version), /^\d+\.\d+\.\d+/u);
  const listChanged = false;
  assertEquals(client.getServerCapabilities(), {
    ...{ tools: { listChanged }, resources: { listChanged }, prompts: { listChanged } },
  });
  const { tools } = await client.listTools();
  const preloaded = tools.filter(({ _meta }) => _meta?.["anthropic/alwaysLoad"] === true);
  assertEquals(preloaded.map((tool) => tool.name), [
    ...["find_transactions", "get_category_balances", "get_monthly_summary"],
  ]);
  const { prompts } = await client.listPrompts();
  assertEquals(prompts.map((prompt) => prompt.name), [
    ...["monthly_review", "classify_pending", "reconcile", "bank_statement", "plan_next_month"],
    ...["year_in_review", "debt_plan", "digest"],
  ]);
});
