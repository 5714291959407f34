import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { JournalEntry } from "../../../changes/journal.ts";
import { openSqliteStore } from "../../sync/_sqlite_store.ts";
import { demoPlanId } from "../../protocol/_demo_plan_id.ts";
import { HeldUpstream, type Hold } from "../../protocol/_held_upstream.ts";
import type { FormAnswer, Host } from "../../protocol/_host.ts";
import { toolsOf } from "../../../server/offered_tools.ts";
import { hosts, openModern, openOld } from "./_http_hosts.ts";
import { runtimesHere, startHttp } from "./_runtimes.ts";
import { demoOptions, HTTP_TOKEN } from "./_demo_options.ts";
import { serveHttp } from "../../../remote/http/node_server.ts";

const runtimes = await runtimesHere();

const args = { plan_id: demoPlanId, month: "2026-11", category_id: "Groceries", amount: 12.5 };
const YES: FormAnswer = { action: "accept", content: { confirm: true } };

async function assigned(host: Host): Promise<unknown> {
  const { structured } = await host.call("get_category_balances", {});
  const rows = structured?.["categories"] as readonly Record<string, unknown>[];
  return rows.find(({ name }) => name === "Groceries")?.["assigned"];
}

async function statusOf(answer: ReturnType<Host["call"]>): Promise<unknown> {
  return (await answer).structured?.["status"];
}

/** Makes the fake YNAB hold the next change to the category until the test releases the change. */
function holdChange(upstream: HeldUpstream): Hold {
  const [plan] = upstream.snapshot();
  const category = plan?.categories.find(({ name }) => name === "Groceries");
  return upstream.holdNext(`/categories/${category?.id}`);
}

async function healthOf(server: URL, path: string): Promise<number> {
  const response = await fetch(new URL(path, server));
  await response.body?.cancel();
  return response.status;
}

/** Asserts that a server with an empty cache reports the progress of its first load. */
async function assertProgress(host: Host): Promise<void> {
  const told: unknown[] = [];
  await host.call("find_transactions", { limit: 1 }, { onprogress: (one) => told.push(one) });
  assert(told.length > 0);
}

for (const [at, runtime] of runtimes.entries()) {
  Deno.test(`over HTTP on ${runtime.name}`, async (t) => {
    await using upstream = await HeldUpstream.listen();
    const store = await Deno.makeTempDir();
    await using opened = new AsyncDisposableStack();
    opened.defer(() => Deno.remove(store, { recursive: true }));
    const env = { BUDGET_ACCESS_TOKEN: "demo-token", BUDGET_API_URL: upstream.url };
    const kept = ["--store", `sqlite:${store}`, "--write"];
    await using server = await startHttp(runtime, { args: kept, env });

    await t.step("the first load reports progress", async () => {
      const [, open = openModern] = hosts[at] ?? [];
      await using host = await open(server.url);
      await assertProgress(host);
    });

    // The runtimes don't differ in how they treat clients, so test each client on only one runtime.
    const own = hosts.filter((_, nth) => nth % runtimes.length === at);
    for (const [name, open, version] of own) {
      await t.step(`${name} lists tools and reads data`, async () => {
        await using host = await open(server.url);
        assertEquals(host.protocolVersion, version);
        const names = (await host.listTools()).map((tool) => tool.name);
        assertEquals(names, toolsOf("fuller", true).map((tool) => tool.name));
        assert((await host.listResources()).length > 0);
        assert((await host.listPrompts()).length > 0);
        const { structured, isError } = await host.call("list_plans", {});
        assertEquals([isError, (structured?.["plans"] as readonly unknown[]).length], [false, 1]);
      });

      await t.step(`${name} confirms a change with a code`, async () => {
        await using host = await open(server.url);
        const { structured } = await host.call("set_category_budget", args);
        assertEquals(structured?.["status"], "confirmation_required");
        const { confirmation } = structured as { readonly confirmation: string };
        const confirmed = host.call("set_category_budget", { ...args, confirmation });
        assertEquals(await statusOf(confirmed), "applied");
        assertEquals(await assigned(host), 12.5);
        await setTo(host, 40);
      });

      await t.step(
        `if ${name} supports forms, it shows each form, and nothing is written without a confirmation`,
        async () => {
          let answer: FormAnswer = { action: "decline" };
          const asked: string[] = [];
          await using host = await open(server.url, (message) => {
            asked.push(message);
            return Promise.resolve(answer);
          });
          const before = await assigned(host);
          assertEquals(await statusOf(host.call("set_category_budget", args)), "declined");
          answer = { action: "cancel" };
          assertEquals(await statusOf(host.call("set_category_budget", args)), "declined");
          assertEquals(await assigned(host), before);
          answer = YES;
          assertEquals(await statusOf(host.call("set_category_budget", args)), "applied");
          assertEquals([await assigned(host), asked.length], [12.5, 3]);
          assertMatch(asked[0] ?? "", /\?\n- /u);
          assertEquals(
            await statusOf(host.call("set_category_budget", { ...args, amount: 40 })),
            "applied",
          );
        },
      );

      await t.step(`${name} can have several forms open at once`, async () => {
        const open2 = Promise.withResolvers<void>();
        let count = 0;
        await using host = await open(server.url, async (message) => {
          count += 1;
          if (count === 2) open2.resolve();
          await open2.promise;
          return message.includes("Groceries") ? YES : { action: "decline" };
        });
        const other = { ...args, category_id: "Dining Out" };
        const [yes, no] = await Promise.all([
          statusOf(host.call("set_category_budget", args)),
          statusOf(host.call("set_category_budget", other)),
        ]);
        assertEquals([yes, no, await assigned(host)], ["applied", "declined", 12.5]);
        await statusOf(host.call("set_category_budget", { ...args, amount: 40 }));
      });
    }

    await t.step("a change in progress finishes even if the client disconnects", async () => {
      await using host = await openModern(server.url);
      const wanted = { ...args, amount: 31.25 };
      const { structured } = await host.call("set_category_budget", wanted);
      const { confirmation } = structured as { readonly confirmation: string };
      const hold = holdChange(upstream);
      const going = new AbortController();
      const call = host.call("set_category_budget", { ...wanted, confirmation }, {
        signal: going.signal,
      });
      call.catch(() => {});
      await hold.arrived;
      going.abort();
      await assertRejects(() => call);
      hold.release();
      // This call waits for the change, because a plan can have only one change in progress.
      await setTo(host, 31.25, "nothing_to_do");
      assertEquals(await assigned(host), 31.25);
    });

    await t.step("after SIGTERM, a change in progress finishes and new calls fail", async () => {
      // The runtimes don't differ in how they serve the two protocols, so testing one protocol per
      // runtime is enough.
      const host = await (at % 2 === 0 ? openModern : openOld)(server.url);
      const { structured } = await host.call("set_category_budget", args);
      const { confirmation } = structured as { readonly confirmation: string };
      const hold = holdChange(upstream);
      const change = host.call("set_category_budget", { ...args, confirmation });
      await hold.arrived;
      server.signal("SIGTERM");
      while ((await healthOf(server.url, "/readyz")) !== 503);
      assertEquals(await healthOf(server.url, "/healthz"), 200);
      await assertRejects(() => host.call("list_plans", {}));
      hold.release();
      const { structured: applied } = await change;
      assertEquals(applied?.["status"], "applied");
      assertEquals((await server.ended()).code, 0);
      await host[Symbol.asyncDispose]();
      const owner = { folder: store, secret: "demo-token", baseUrl: upstream.url };
      const journal = await openSqliteStore({ ...owner, now: Date.now, onQuarantined: () => {} });
      const entries = await journal.changes.entries(demoPlanId);
      await journal.close();
      const entry = entries.find(({ operationId }) => operationId === applied?.["operation_id"]);
      assertEquals((entry?.body as JournalEntry).state, "applied");
    });

    assertEquals(server.stderr.includes(HTTP_TOKEN), false);
    assertEquals(server.stderr.includes("demo-token"), false);
  });
}

Deno.test("over HTTP with --confirm user, changes are confirmed in forms, and changes from clients that don't support forms are rejected", async () => {
  const options = { ...demoOptions(), confirm: "user" } as const;
  const server = await serveHttp(options, { host: "127.0.0.1", port: 0 });
  const url = new URL(server.url);
  for (const [at, [name, open]] of hosts.toReversed().entries()) {
    await using mute = await open(url);
    const { isError, text } = await mute.call("set_category_budget", args);
    assertEquals([name, isError], [name, true]);
    assertStringIncludes(text, "Use a client that supports forms (elicitation) or views");
    await using host = await open(url, () => Promise.resolve(YES));
    const wanted = { ...args, amount: 10 + at };
    assertEquals(await statusOf(host.call("set_category_budget", wanted)), "applied");
  }
  await server.close();
});

/** Sets the category's assigned amount and asserts the change's status. */
async function setTo(host: Host, amount: number, expected = "applied"): Promise<void> {
  const { structured } = await host.call("set_category_budget", { ...args, amount });
  const { status, confirmation } = structured as Record<string, string>;
  const ended = status === "confirmation_required"
    ? await statusOf(host.call("set_category_budget", { ...args, amount, confirmation }))
    : status;
  assertEquals(ended, expected);
}
