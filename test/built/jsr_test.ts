import { assert, assertEquals } from "@std/assert";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { PACKAGE, PROGRAM } from "../../scripts/_project.ts";
import { ROOT, run } from "../../scripts/_run.ts";
import { openHost2026 } from "../protocol/_host_2026.ts";
import { RawServer } from "../protocol/_raw_server.ts";
import { childEnvironment } from "../protocol/_server_command.ts";
import { assertKeeps, serveUpstream } from "./_keeping.ts";
import { assertServesHttp } from "./_over_http.ts";
import { assertNothingPrivate } from "./_artifact.ts";
import { assertSameAsSource, SERVE } from "./_same_as_source.ts";
import { outputOf } from "../_output_of.ts";

const ENTRIES = ["mod.ts", "http.ts", "postgres.ts"];

const AT_ROOT = { cwd: ROOT, env: { NO_COLOR: "1" } };

/** Entry points that can also be run as programs. */
const PROGRAMS = ["mod.ts", "http.ts"];

/**
 * Modules that the program imports by a computed name, because they depend on packages that most
 * users don't need.
 */
const LOADED_WHEN_ASKED = ["remote/postgres/open_postgres.ts"];

Deno.test("when copied to a separate folder, the files published to JSR still work", async (t) => {
  const folder = await Deno.makeTempDir();
  try {
    const files = await publishedFiles();
    for (const file of files) await copy(file, `${folder}/published`);
    const forms = await formsOfHosts();
    assertEquals(forms.length, 2);

    const [inMemory = NO_FORM, keeping = NO_FORM] = forms;
    const entry = `${folder}/published/mod.ts`;

    await t.step(
      "a server started with the first command in docs/hosts.md returns the same answers as a server run from source",
      async () => {
        const args = ["run", "--quiet", ...inMemory.permissions, entry, ...SERVE];
        const env = childEnvironment({});
        await assertSameAsSource({ command: Deno.execPath(), args, env });
      },
    );

    await t.step(
      "a server started from JSR downloads modules only when a call needs them",
      async () => {
        await using registry = await serveFiles(`${folder}/published`);
        const { permissions } = inMemory;
        const config = ["--config", `${folder}/published/deno.json`, "--no-lock"];
        const from = [`--allow-import=${new URL(registry.url).host}`, `${registry.url}/mod.ts`];
        await using host = await openHost2026({
          command: Deno.execPath(),
          args: ["run", "--quiet", ...config, ...permissions, ...from, ...SERVE],
          env: childEnvironment({
            DENO_UNSTABLE_LAZY_DYNAMIC_IMPORTS: "1",
            DENO_DIR: `${folder}/deno`,
          }),
        });
        assertEquals((await host.call("list_accounts", {})).isError, false);
        const asked = registry.asked();
        assert(asked.includes("tools/list_accounts.ts"), "a called tool was not downloaded");
        assert(!asked.includes("tools/merge_payees.ts"), "an uncalled tool was downloaded");
      },
    );

    for (const name of PROGRAMS) {
      await t.step(`${name} from JSR serves over HTTP`, () => {
        const start = ["run", "--quiet", "-A", "--no-check", `${folder}/published/${name}`];
        return assertServesHttp([Deno.execPath(), ...start]);
      });
    }

    await t.step(
      "a server started with the second command in docs/hosts.md keeps the cache and the journal across a restart",
      async () => {
        const home = `${folder}/home`;
        const { permissions, settings } = onLoopback(keeping, `${home}/${PROGRAM}`);
        assertEquals(settings, ["--store", `sqlite:${home}/${PROGRAM}`]);
        const start = ["run", "--quiet", ...permissions, entry];
        const deno = { DENO_DIR: await denoFolder() };
        await assertKeeps((args, env) => ({
          command: Deno.execPath(),
          args: [...start, ...args, ...settings],
          env: childEnvironment({ ...env, ...deno }),
        }), home);
      },
    );

    await t.step(
      "a server that can't open its store logs only one message about keeping its data in memory",
      async () => {
        await using served = await serveUpstream(`${folder}/unused`);
        const { permissions } = onLoopback(inMemory, "");
        const args = ["run", "--quiet", ...permissions, entry, ...served.args];
        const env = childEnvironment({ ...served.env, DENO_DIR: await denoFolder() });
        await using server = new RawServer({ command: Deno.execPath(), args, env });
        await server.initialize();
        for (const name of ["list_plans", "list_accounts", "list_plans"]) await server.call(name);
        const { stderr } = await server.end();
        assertEquals(stderr.split("store_in_memory").length - 1, 1, stderr);
      },
    );

    await t.step(
      "the files published to JSR are exactly the program's source files and documents",
      async () => {
        const source = files.filter((file) => /\.ts$|^demo\/household\/table\.json$/u.test(file));
        assertEquals(source.toSorted(), await reachedFiles());
        const papers = [
          "CHANGELOG.md",
          "LICENSE",
          "README.md",
          "SECURITY.md",
          "deno.json",
          "server/views/PAGE_LICENSES.txt",
        ];
        assertEquals(files.filter((file) => !source.includes(file)).toSorted(), papers);
      },
    );

    await t.step(
      "the files published to JSR contain no tests, scripts, benchmarks or local paths",
      () => assertNothingPrivate(`${folder}/published`, files),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("every public symbol is documented", async () => {
  const { err } = await outputOf(
    Deno.execPath(),
    ["doc", "--quiet", "--lint", ...ENTRIES],
    AT_ROOT,
  );
  const faults = [...err.matchAll(/^error\[[^\]]+\]: (.*)$/gmu)];
  assertEquals(faults.map(([, fault]) => fault), []);
});

/** A Deno command from `docs/hosts.md`. */
interface Form {
  readonly permissions: readonly string[];
  /** Command-line arguments after the package's name. */
  readonly settings: readonly string[];
}

const NO_FORM: Form = { permissions: [], settings: [] };

/** The store's folder in the Linux example in `docs/hosts.md`. */
const EXAMPLE_FOLDER = `/home/you/.local/state/${PROGRAM}`;

/** Makes a command use a simulated YNAB on this machine. */
function onLoopback({ permissions, settings }: Form, stateFolder: string): Form {
  const here = (one: string): string =>
    one.replace("api.ynab.com", "127.0.0.1").replace(EXAMPLE_FOLDER, stateFolder);
  return { permissions: permissions.map(here), settings: settings.map(here) };
}

/** Returns Deno's cache folder, for passing to a process that has a different home folder. */
async function denoFolder(): Promise<string> {
  return JSON.parse(await run(Deno.execPath(), ["info", "--json"])).denoDir;
}

/** Serves the files in a folder over HTTP, as JSR does, and records requests. */
async function serveFiles(folder: string): Promise<{
  readonly url: string;
  asked(): readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const asked = new Set<string>();
  const listening = Promise.withResolvers<number>();
  const onListen = ({ port }: Deno.NetAddr): void => listening.resolve(port);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, async (request) => {
    const path = new URL(request.url).pathname.slice(1);
    asked.add(path);
    const type = path.endsWith(".json") ? "application/json" : "application/typescript";
    const headers = { "content-type": type };
    return new Response(await Deno.readTextFile(`${folder}/${path}`), { headers });
  });
  return {
    url: `http://127.0.0.1:${await listening.promise}`,
    asked: () => [...asked],
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Lists all source files that the entry files import, directly or indirectly. */
async function reachedFiles(): Promise<readonly string[]> {
  const graphs = await Promise.all(
    [...ENTRIES, ...LOADED_WHEN_ASKED].map((entry) =>
      run(Deno.execPath(), ["info", "--json", entry])
    ),
  );
  const modules = graphs.flatMap((graph) =>
    JSON.parse(graph).modules as readonly { readonly specifier: string }[]
  );
  const urls = [...new Set(modules.map(({ specifier }) => specifier))];
  return urls.filter((url) => url.startsWith(ROOT.href))
    .map((url) => url.slice(ROOT.href.length)).toSorted();
}

/** Lists the files that `deno publish` would upload. */
async function publishedFiles(): Promise<readonly string[]> {
  const args = ["publish", "--dry-run", "--allow-dirty", "--no-check"];
  const { code, err } = await outputOf(Deno.execPath(), args, AT_ROOT);
  assertEquals(code, 0, err);
  return [...err.matchAll(/^ {3}(file:\S+) \(/gmu)]
    .map(([, url = ""]) => fileURLToPath(url).slice(fileURLToPath(ROOT).length));
}

/** Returns the Deno commands in `docs/hosts.md` that start the server. */
async function formsOfHosts(): Promise<readonly Form[]> {
  const page = await Deno.readTextFile(new URL("docs/hosts.md", ROOT));
  const blocks = [...page.matchAll(/^```json\n([^]*?)\n```$/gmu)].map(([, json = ""]) => json);
  return blocks
    .flatMap((json) => Object.values(JSON.parse(json).mcpServers ?? {}))
    .map((server) => server as { readonly command: string; readonly args: readonly string[] })
    .filter(({ command, args }) => command === "deno" && !args.some(isOfOtherSystem))
    .map(({ args }) => {
      const at = args.indexOf(`jsr:${PACKAGE}`);
      assertEquals([args[0], at > 0], ["run", true]);
      return { permissions: args.slice(1, at), settings: args.slice(at + 1) };
    });
}

/** Whether an argument contains the path of a user's folder on macOS or Windows. */
function isOfOtherSystem(setting: string): boolean {
  return setting.includes("/Users/") || setting.includes("\\Users\\");
}

async function copy(file: string, folder: string): Promise<void> {
  await Deno.mkdir(dirname(`${folder}/${file}`), { recursive: true });
  await Deno.copyFile(new URL(file, ROOT), `${folder}/${file}`);
}
