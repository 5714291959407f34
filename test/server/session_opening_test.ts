import { assert, assertEquals, assertRejects } from "@std/assert";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory } from "../../mod.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import { sessionOpening } from "../../server/session_opening.ts";
import { household, TODAY } from "../tools/_plan.ts";

interface Opened {
  readonly client: Client;
  readonly upstream: DemoUpstream;
  readonly factory: ReturnType<typeof createServerFactory>;
  readonly hasStore: () => boolean;
}

async function connected(run: (opened: Opened) => Promise<void>): Promise<void> {
  const parent = await Deno.makeTempDir();
  const storeFolder = `${parent}/store`;
  const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(TODAY) });
  const factory = createServerFactory({
    token: "demo-token",
    fetch: upstream.fetch,
    today: TODAY,
    storeFolder,
  });
  const server = factory.create();
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const hasStore = (): boolean => {
    try {
      return [...Deno.readDirSync(storeFolder)].length > 0;
    } catch {
      return false;
    }
  };
  try {
    await run({ client, upstream, factory, hasStore });
  } finally {
    await client.close();
    await factory.close();
    await Deno.remove(parent, { recursive: true });
  }
}

Deno.test("until a call nothing is opened: neither by initialize nor by lists", async () => {
  await connected(async ({ client, upstream, hasStore }) => {
    await client.listTools();
    await client.listPrompts();
    await client.listResources();
    assertEquals([hasStore(), upstream.requests.length], [false, 0]);
    await client.callTool({ name: "list_plans", arguments: {} });
    assertEquals([hasStore(), upstream.requests.length], [true, 1]);
  });
});

Deno.test("prepare() opens the store and asks YNAB nothing", async () => {
  await connected(async ({ client, upstream, factory, hasStore }) => {
    await factory.prepare();
    assertEquals([hasStore(), upstream.requests.length], [true, 0]);
    const { isError } = await client.callTool({ name: "list_accounts", arguments: {} });
    assertEquals(isError ?? false, false);
  });
});

Deno.test("prepare() leaves to the first call to tell why the store can't be used", async () => {
  const parent = await Deno.makeTempDir();
  await Deno.writeTextFile(`${parent}/file`, "");
  const log: string[] = [];
  const upstream = new DemoUpstream({ plans: [household()], now: () => new Date(TODAY) });
  const { create, prepare, close } = createServerFactory({
    token: "demo-token",
    fetch: upstream.fetch,
    today: TODAY,
    storeFolder: `${parent}/file/store`,
    log: ({ event }) => void log.push(event),
  });
  await prepare();
  assertEquals(log.filter((event) => event === "store_in_memory").length, 1);
  const server = create();
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { content } = await client.callTool({ name: "list_plans", arguments: {} });
  assert(
    JSON.stringify(content).includes("nothing is kept beyond this process"),
    JSON.stringify(content),
  );
  await client.close();
  await close();
  await Deno.remove(parent, { recursive: true });
});

Deno.test("close() of a server that nobody called opens nothing, and a later call works in memory", async () => {
  await connected(async ({ client, factory, hasStore }) => {
    await factory.close();
    assertEquals(hasStore(), false);
    const { isError } = await client.callTool({ name: "list_plans", arguments: {} });
    assertEquals([isError ?? false, hasStore()], [false, false]);
  });
});

Deno.test("an opening that failed is tried anew, and one that never came is closed without a word", async () => {
  let failures = 2;
  const options: ServerOptions = {
    token: null,
    get write(): boolean {
      if (failures-- > 0) throw new Error("not yet");
      return false;
    },
  };
  const failing = sessionOpening(options);
  await assertRejects(() => failing.open(), Error, "not yet");
  await failing.close();
  const opening = sessionOpening(options);
  await assertRejects(() => opening.open(), Error, "not yet");
  const [one, other] = await Promise.all([opening.open(), opening.open()]);
  assert(one === other);
  await opening.close();
});
