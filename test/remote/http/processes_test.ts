import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { openModern } from "./_http_hosts.ts";
import { runtimesHere, startHttp } from "./_runtimes.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { freePort } from "../../_free_port.ts";
import { withinDeadline } from "../../protocol/_deadline.ts";
import { childEnvironment } from "../../protocol/_server_command.ts";
import { fileURLToPath } from "node:url";
import { assertServesHttp } from "../../built/_over_http.ts";
import { outputOf } from "../../_output_of.ts";

const runtimes = await runtimesHere();

for (const runtime of runtimes) {
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
