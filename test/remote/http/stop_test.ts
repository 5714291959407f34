import { assertEquals, assertRejects } from "@std/assert";
import type { JournalEntry } from "../../../changes/journal.ts";
import { openSqliteStore } from "../../sync/_sqlite_store.ts";
import { demoPlanId } from "../../protocol/_demo_plan_id.ts";
import { HeldUpstream } from "../../protocol/_held_upstream.ts";
import { openModern, openOld } from "./_http_hosts.ts";
import { runtimesHere, startHttp } from "./_runtimes.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { freePort } from "../../_free_port.ts";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { childEnvironment } from "../../protocol/_server_command.ts";

const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const runtimes = await runtimesHere(folder);

const TOKEN = "demo-token";
const args = { plan_id: demoPlanId, month: "2026-11", category_id: "Groceries", amount: 12.5 };

for (const runtime of runtimes) {
  for (const [era, open] of [["2026", openModern], ["2025", openOld]] as const) {
    Deno.test(`a server over HTTP on ${runtime.name} finishes a started change with protocol ${era} and rejects new ones`, async () => {
      await using upstream = await HeldUpstream.listen();
      const store = await Deno.makeTempDir({ dir: folder });
      const env = { BUDGET_ACCESS_TOKEN: TOKEN, BUDGET_API_URL: upstream.url };
      const flags = ["--write", "--store", `sqlite:${store}`];
      await using server = await startHttp(runtime, { args: flags, env });
      const host = await open(server.url);
      const { structured } = await host.call("set_category_budget", args);
      const { confirmation } = structured as { readonly confirmation: string };
      const [plan] = upstream.snapshot();
      const category = plan?.categories.find(({ name }) => name === "Groceries");
      const hold = upstream.holdNext(`/categories/${category?.id}`);
      const change = host.call("set_category_budget", { ...args, confirmation });
      await hold.arrived;
      server.signal("SIGTERM");
      await notReady(new URL("/readyz", server.url));
      assertEquals(await statusOf(new URL("/healthz", server.url)), 200);
      await assertRejects(() => host.call("list_plans", {}));
      hold.release();
      assertEquals((await change).structured?.["status"], "applied");
      assertEquals(await server.ended(), 0);
      await host[Symbol.asyncDispose]();
      const owner = { folder: store, secret: TOKEN, baseUrl: upstream.url };
      const opened = await openSqliteStore({ ...owner, now: Date.now, onQuarantined: () => {} });
      const [entry] = await opened.changes.entries(demoPlanId);
      await opened.close();
      assertEquals((entry?.body as JournalEntry).state, "applied");
    });
  }

  Deno.test(`a server over HTTP on ${runtime.name} stops while a client waits for events`, async () => {
    await using server = await startHttp(runtime, { args: ["--demo"] });
    const listening = await fetch(server.url, listen());
    assertEquals(listening.status, 200);
    const reader = listening.body?.getReader();
    await reader?.read();
    server.signal("SIGINT");
    assertEquals(await server.ended(), 0);
    await reader?.cancel().catch(() => {});
  });

  Deno.test(`event streams on ${runtime.name} don't count as concurrent calls`, async () => {
    await using server = await startHttp(runtime, { args: ["--demo"] });
    const streams: Response[] = [];
    // Open one at a time, because each stream counts as a call until its response begins.
    for (let at = 0; at < 20; at += 1) streams.push(await fetch(server.url, listen()));
    assertEquals(streams.map(({ status }) => status), streams.map(() => 200));
    await using host = await openModern(server.url);
    assertEquals((await host.call("list_plans", {})).isError, false);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
  });

  Deno.test({
    name: `a server over HTTP on ${runtime.name} keeps running if its log can't be written`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      const port = await freePort();
      const health = new URL(`http://127.0.0.1:${port}/healthz`);
      // Every write to this file fails as if the disk were full.
      const unwritten = ["-c", 'exec "$@" >/dev/full 2>&1', "sh"];
      const flags = ["serve", "--demo", "--log-level", "debug", "--http", health.host];
      const child = new Deno.Command("sh", {
        args: [...unwritten, ...runtime.command, ...flags],
        env: childEnvironment({ BUDGET_HTTP_TOKEN: HTTP_TOKEN }),
        clearEnv: true,
        stdin: "null",
      }).spawn();
      const status = child.status;
      let isEnded = false;
      status.then(() => isEnded = true);
      const isUp = async (): Promise<void> => {
        while (!isEnded && await statusOf(health).catch(() => 0) !== 200) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await withinDeadline(isUp(), "the server's answer");
      // The server logs each of these.
      for (let tries = 0; tries < 3 && !isEnded; tries++) {
        assertEquals(await statusOf(new URL("/mcp", health)).catch(() => "ended"), 401);
      }
      if (!isEnded) child.kill("SIGTERM");
      assertEquals((await status).code, 0);
    },
  });
}

function listen(): RequestInit {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "waiting", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  return {
    method: "POST",
    headers: {
      authorization: `Bearer ${HTTP_TOKEN}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }),
  };
}

async function statusOf(url: URL): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

/** Waits until the server has received the signal and is no longer ready. */
async function notReady(url: URL): Promise<void> {
  for (let status = 200; status !== 503;) status = await statusOf(url);
}
