import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { fileURLToPath } from "node:url";
import { assertSignsIn } from "../../built/_over_http.ts";
import { childEnvironment } from "../../protocol/_server_command.ts";
import { openModern } from "./_http_hosts.ts";
import { startHttp } from "./_runtimes.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { outputOf } from "../../_output_of.ts";

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

Deno.test("the only additional permission that the HTTP entry point needs is to listen on its address", async () => {
  const command = [Deno.execPath(), ...startOf("http.ts")];
  await using server = await startHttp({ name: "Deno", command }, { args: ["--demo"] });
  await using host = await openModern(server.url);
  assertEquals((await host.call("list_plans", {})).isError, false);
});

Deno.test("a generated token is written once and reused by the next start", async () => {
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

Deno.test("a server with a sign-in needs access to the whole environment, and fails to start without it", async () => {
  const whole = PERMISSIONS.map((one) => one.startsWith("--allow-env") ? "--allow-env" : one);
  const commandOf = (permissions: string[]): readonly string[] => [
    Deno.execPath(),
    ...startOf("http.ts", permissions),
  ];
  await assertSignsIn({ name: "Deno", command: commandOf(whole) });
  const refused = { name: "Deno", command: commandOf(PERMISSIONS) };
  await assertRejects(
    () => assertSignsIn(refused),
    Error,
    "a permission is missing: docs/hosts.md",
  );
});

Deno.test("the default entry point refers to the HTTP entry point if it may not load HTTP packages", async () => {
  const args = [...startOf("mod.ts"), "--demo", "--http", "127.0.0.1:0"];
  const { code, err } = await outputOf(Deno.execPath(), args, {
    env: childEnvironment({ BUDGET_HTTP_TOKEN: HTTP_TOKEN }),
    clearEnv: true,
  });
  assertEquals(code, 2);
  assertMatch(err, /start jsr:@budget-tools\/server\/http instead\n$/u);
});
