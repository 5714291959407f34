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
    name: `an HTTP server on ${runtime.name} keeps running if its log can't be written`,
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
      // The server tries to log each of these requests, but logging fails as if the disk were full.
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

/** Returns a command that starts an entry point from source. */
function commandOf(entry: string, permissions: readonly string[]): readonly string[] {
  const path = fileURLToPath(new URL(`../../../${entry}`, import.meta.url));
  return [Deno.execPath(), "run", "--quiet", "--no-check", ...permissions, path];
}

Deno.test("the HTTP entry point needs permission only to listen on its address and to write a token, which the next start reuses", async () => {
  const state = await Deno.makeTempDir();
  const env = { BUDGET_HTTP_TOKEN: "", XDG_STATE_HOME: state };
  const folder = `${state}/budget-tool-server`;
  const writing = [...PERMISSIONS, `--allow-write=${folder}`];
  const start = async (permissions: readonly string[]): Promise<string> => {
    const command = commandOf("http.ts", permissions);
    await using server = await startHttp({ name: "Deno", command }, { args: ["--demo"], env });
    const token = await Deno.readTextFile(`${folder}/http-token`);
    await using host = await openModern(server.url, undefined, token.trim());
    assertEquals((await host.call("list_plans", {})).isError, false);
    return token;
  };
  try {
    const made = await start(writing);
    await assertRejects(() => start(writing), Error, "isn't allowed to read");
    assertEquals(await start([...writing, `--allow-read=${folder}`]), made);
  } finally {
    await Deno.remove(state, { recursive: true });
  }
});

Deno.test("a server with sign-in needs access to all environment variables, and fails to start without that access", async () => {
  const whole = PERMISSIONS.map((one) => one.startsWith("--allow-env") ? "--allow-env" : one);
  await assertServesHttp(commandOf("http.ts", whole));
  await assertRejects(
    () => assertServesHttp(commandOf("http.ts", PERMISSIONS)),
    Error,
    "a permission is missing: docs/hosts.md",
  );
});

Deno.test("if the default entry point can't load the HTTP packages, its error names the HTTP entry point", async () => {
  const [deno = "", ...args] = commandOf("mod.ts", PERMISSIONS);
  const { code, err } = await outputOf(deno, [...args, "--demo", "--http", "127.0.0.1:0"], {
    env: childEnvironment({ BUDGET_HTTP_TOKEN: HTTP_TOKEN }),
    clearEnv: true,
  });
  assertEquals(code, 2);
  assertMatch(err, /run jsr:@budget-tools\/server\/http instead\n$/u);
});
