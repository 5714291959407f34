import { assertEquals, assertMatch } from "@std/assert";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory, type ServerFactory } from "../../mod.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

interface Kept extends AsyncDisposable {
  readonly folder: string;
  readonly upstream: DemoUpstream;
  /** A write is sent only when this lets it. */
  readonly gate: { open(): void; readonly reached: Promise<void> };
  start(): ServerFactory;
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
      createServerFactory({
        token: "demo-token",
        fetch,
        today: TODAY,
        write: true,
        storeFolder: folder,
      }),
    async [Symbol.asyncDispose](): Promise<void> {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function connected(factory: ServerFactory): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([factory.create().connect(far), client.connect(near)]);
  return client;
}

const textOf = (
  { content }: Awaited<ReturnType<Client["callTool"]>>,
): string => content[0]?.type === "text" ? content[0].text : "";

/** Files of a folder that this process holds open; `null` where the system does not tell. */
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

Deno.test("create() returns servers that share one cache", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  for (let times = 0; times < 2; times++) {
    const client = await connected(factory);
    await client.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
    await client.close();
  }
  assertEquals(kept.upstream.requests.length, 1);
  await factory.close();
});

Deno.test("close() releases store files and keeps them for the next server", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  const client = await connected(factory);
  await client.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(heldIn(kept.folder)?.length === 0, false);
  await factory.close();
  assertEquals(heldIn(kept.folder) ?? [], []);
  await client.close();

  const next = kept.start();
  const other = await connected(next);
  await other.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(kept.upstream.requests.length, 1);
  await other.close();
  await next.close();
});

Deno.test("close() is harmless when repeated or before the first call", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  await factory.close();
  await factory.close();
  assertEquals([...Deno.readDirSync(kept.folder)], []);
});

Deno.test("close() waits for a started change and journals it", async () => {
  await using kept = await aKeptServer();
  const factory = kept.start();
  const client = await connected(factory);
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
  await client.close();

  const next = kept.start();
  const other = await connected(next);
  const undo = await other.callTool({ name: "undo_operation", arguments: { plan_id: ids.plan } });
  assertMatch(textOf(undo), /confirmation_required/u);
  await other.close();
  await next.close();
});

Deno.test("close() leaves reads working from memory and rejects changes", async () => {
  await using kept = await aKeptServer();
  kept.gate.open();
  const factory = kept.start();
  const client = await connected(factory);
  await factory.close();
  const read = await client.callTool({ name: "list_accounts", arguments: { plan_id: ids.plan } });
  assertEquals(read.isError ?? false, false);
  assertMatch(
    textOf(await client.callTool(approval)),
    /^unavailable: the server is shutting down/u,
  );
  assertEquals(heldIn(kept.folder) ?? [], []);
  assertEquals(kept.upstream.requests.some(({ method }) => method !== "GET"), false);
  await client.close();
});
