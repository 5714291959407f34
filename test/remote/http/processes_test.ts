import { assertEquals, assertMatch, assertRejects } from "@std/assert";
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
import { fileURLToPath } from "node:url";
import { assertServesHttp } from "../../built/_over_http.ts";
import { outputOf } from "../../_output_of.ts";

const folder = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const runtimes = await runtimesHere(folder);

const TOKEN = "demo-token";
const args = { plan_id: demoPlanId, month: "2026-11", category_id: "Groceries", amount: 12.5 };

for (const [at, runtime] of runtimes.entries()) {
  // Every runtime serves both protocols in the same way, so test each runtime with only one of
  // them.
  const [era, open] = at % 2 === 0 ? ["2026", openModern] as const : ["2025", openOld] as const;
  Deno.test(`a server over HTTP on ${runtime.name} finishes a started change with protocol ${era} and rejects new changes`, async () => {
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
      // The server logs each of these requests, but logging fails on a full disk.
      for (let tries = 0; tries < 3 && !isEnded; tries++) {
        assertEquals(await statusOf(new URL("/mcp", health)).catch(() => "ended"), 401);
      }
      if (!isEnded) child.kill("SIGTERM");
      assertEquals((await status).code, 0);
    },
  });
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

/**
 * The permissions that docs/http.md documents: those for stdio, plus permission to listen on the
 * address.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*",
  "--allow-net=127.0.0.1",
];

const startOf = (
  entry: string,
  permissions: readonly string[] = PERMISSIONS,
): readonly string[] => {
  const path = fileURLToPath(new URL(`../../../${entry}`, import.meta.url));
  return ["run", "--quiet", "--no-check", ...permissions, path];
};

Deno.test("the only additional permission that the HTTP entry point needs is permission to listen on its address", async () => {
  const command = [Deno.execPath(), ...startOf("http.ts")];
  await using server = await startHttp({ name: "Deno", command }, { args: ["--demo"] });
  await using host = await openModern(server.url);
  assertEquals((await host.call("list_plans", {})).isError, false);
});

Deno.test("a generated token is written once and reused at the next start", async () => {
  const state = await Deno.makeTempDir();
  const env = { BUDGET_HTTP_TOKEN: "", XDG_STATE_HOME: state };
  const folder = `${state}/budget-tool-server`;
  const writing = [...PERMISSIONS, `--allow-write=${folder}`];
  const start = async (permissions: readonly string[]): Promise<string> => {
    const command = [Deno.execPath(), ...startOf("http.ts", permissions)];
    await using server = await startHttp({ name: "Deno", command }, { args: ["--demo"], env });
    assertMatch(server.stderr(), /listening at/u);
    return await Deno.readTextFile(`${folder}/http-token`);
  };
  try {
    const made = await start(writing);
    await assertRejects(() => start(writing), Error, "isn't allowed to read");
    assertEquals(await start([...writing, `--allow-read=${folder}`]), made);
  } finally {
    await Deno.remove(state, { recursive: true });
  }
});

Deno.test("a server with a sign-in needs access to all environment variables, and fails to start without it", async () => {
  const whole = PERMISSIONS.map((one) => one.startsWith("--allow-env") ? "--allow-env" : one);
  const commandOf = (permissions: string[]): readonly string[] => [
    Deno.execPath(),
    ...startOf("http.ts", permissions),
  ];
  await assertServesHttp(commandOf(whole));
  await assertRejects(
    () => assertServesHttp(commandOf(PERMISSIONS)),
    Error,
    "a permission is missing: docs/hosts.md",
  );
});

Deno.test("if the default entry point can't load the HTTP packages, its error names the HTTP entry point", async () => {
  const args = [...startOf("mod.ts"), "--demo", "--http", "127.0.0.1:0"];
  const { code, err } = await outputOf(Deno.execPath(), args, {
    env: childEnvironment({ BUDGET_HTTP_TOKEN: HTTP_TOKEN }),
    clearEnv: true,
  });
  assertEquals(code, 2);
  assertMatch(err, /start jsr:@budget-tools\/server\/http instead\n$/u);
});
