import { assert, assertEquals, assertMatch } from "@std/assert";
import { dirname } from "node:path";
import denoConfig from "../../deno.json" with { type: "json" };
import { MIN_NODE, PACKAGE, PROGRAM } from "../../scripts/_project.ts";
import { run } from "../../scripts/_run.ts";
import { buildNpm, NPM_FILE } from "../../scripts/build_npm.ts";
import { outputOf } from "../_output_of.ts";
import { assertNothingPrivate, filesIn, withArtifact } from "./_artifact.ts";
import { assertKeeps } from "./_keeping.ts";
import { isEverything, nodesToTest, tooOldNode } from "./_nodes.ts";
import { assertServesHttp } from "./_over_http.ts";
import { assertSameAsSource, assertServesOldHosts, SERVE } from "./_same_as_source.ts";

const nodes = await nodesToTest();
const [node] = nodes;

/** Packages that the library needs only for HTTP, a database or CAMT files. */
const PEERS = [
  "@modelcontextprotocol/node",
  "jose",
  "oauth4webapi",
  "oidc-provider",
  "pg",
  "saxes",
];

const USING_IT = `
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import {
  createServerFactory,
  DEMO_TOKEN,
  demoFetch,
  type ServerFactory,
  type ServerOptions,
} from "@budget-tools/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const options: ServerOptions = { token: DEMO_TOKEN, fetch: demoFetch(), profile: "complete" };
const factory: ServerFactory = createServerFactory(options);
const [near, far] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "program", version: "1" });
await Promise.all([factory.create().connect(far), client.connect(near)]);
const { content } = await client.callTool({ name: "list_accounts", arguments: {} });
const file = { account_id: "Checking", text: "<?xml version='1.0'?><Document/>" };
const read = await client.callTool({ name: "compare_statement", arguments: file });
await client.close();
await factory.close();
// @ts-expect-error: the token is required, even if it is null.
createServerFactory({});
const [first] = content;
const [camt] = read.content;
console.log(JSON.stringify({
  accounts: first?.type === "text" && first.text.includes("Checking"),
  camt: camt?.type === "text" && camt.text.includes("the saxes package is missing"),
  served: typeof serveStdio,
}));
`;

Deno.test({
  name: "the npm package works when installed in an empty folder",
  ignore: node === undefined,
  fn: (t) =>
    withArtifact({ file: NPM_FILE, build: buildNpm }, async ({ path, folder }) => {
      const program = await installed(path, folder);
      const { files, manifest } = await contentsOf(`${folder}/node_modules/${PACKAGE}`);

      for (const one of nodes) {
        const { out: version } = await outputOf(one, ["--version"]);
        await t.step(
          `the npm package returns the same answers on Node ${version.trim()} as a server run from source on Deno`,
          async () => {
            // Allow the server to read only its own files.
            const own = dirname(dirname(program));
            const args = ["--permission", `--allow-fs-read=${own}`, program, ...SERVE];
            await assertSameAsSource({ command: one, args, env: {} });
          },
        );
      }

      await t.step(
        "the npm package serves hosts that use a 2025 version of MCP",
        () => assertServesOldHosts({ command: node ?? "", args: [program, ...SERVE], env: {} }),
      );

      await t.step("the npm package keeps the cache and the journal across a restart", () =>
        assertKeeps(
          (args, env) => ({ command: node ?? "", args: [program, ...args], env }),
          `${folder}/state`,
        ));

      await t.step(
        "the npm package runs without installed dependencies and prints no warning",
        async () => {
          const alone = `${folder}/alone`;
          await run("cp", ["-R", `${folder}/node_modules/${PACKAGE}`, alone]);
          await Deno.remove(`${alone}/node_modules`, { recursive: true }).catch(() => {});
          for (const one of nodes) {
            const args = [`${alone}/bin/${PROGRAM}.js`, "call", "list_accounts", "--demo"];
            const { code, err } = await outputOf(one, args);
            assertEquals([code, err], [0, ""]);
          }
        },
      );

      await t.step(
        "the npm package's program reads bank files with its bundled parsers",
        async () => {
          const files: readonly (readonly [text: string, code: number, said: RegExp])[] = [
            ["Date,Payee,Amount\n2026-11-10,Shop,-12.00\n", 0, /-12\.00\s+Shop/u],
            ["Date,Payee,Amount\n2026-11-10,Shop,\n", 1, /no rows with a date and an amount/u],
            ["<?xml version='1.0'?><Document/>", 1, /neither CAMT\.052 nor CAMT\.053/u],
          ];
          for (const [text, expected, said] of files) {
            const file = `${folder}/statement.txt`;
            await Deno.writeTextFile(file, text);
            const args = [program, "statement", file];
            const { code, stdout, stderr } = await new Deno.Command(node ?? "", { args }).output();
            assertEquals(code, expected);
            assertMatch(new TextDecoder().decode(code === 0 ? stdout : stderr), said);
          }
        },
      );

      await t.step("the npm package serves over HTTP", () =>
        assertServesHttp([node ?? "", program]));

      await t.step(
        "the npm package contains no tests, scripts, benchmarks or local paths",
        async () => {
          const top = new Set(files.map((file) =>
            file.split("/")[0]
          ));
          assertEquals([...top].sort(), [...manifest.files, "package.json"].sort());
          await assertNothingPrivate(`${folder}/node_modules/${PACKAGE}`, files);
        },
      );

      await t.step("the npm package has all metadata that npm requires", () => {
        assertEquals(manifest.bin, { [PROGRAM]: `bin/${PROGRAM}.js` });
        assertEquals(manifest.engines, { node: `>=${MIN_NODE}` });
        assertEquals([manifest.type, manifest.license], ["module", "MIT"]);
        assertEquals(manifest.publishConfig, { access: "public", provenance: true });
        assertEquals(Object.keys(manifest.dependencies), ["@modelcontextprotocol/server", "zod"]);
        // Peer dependencies are optional for library users, and the program contains bundled
        // copies.
        assertEquals(Object.keys(manifest.peerDependencies), PEERS);
        assertEquals(
          Object.values(manifest.peerDependenciesMeta),
          PEERS.map(() => ({ optional: true })),
        );
        assertMatch(manifest.repository.url, /^git\+https:\/\/.+\.git$/u);
        assert(manifest.keywords.length > 3);
      });

      await t.step("the npm package includes the licenses of bundled packages", async () => {
        const path = `${folder}/node_modules/${PACKAGE}/bin/program/LICENSES.txt`;
        const text = await Deno.readTextFile(path);
        const inPage = ["preact"];
        for (
          const name of [...Object.keys(manifest.dependencies), ...PEERS, ...inPage]
        ) {
          assert(text.includes(`\n${name} `), name);
        }
      });

      await t.step("the npm package type-checks and works in a TypeScript program", () =>
        assertUsable(folder, node ?? ""));

      const old = await tooOldNode();
      await t.step({
        name: "the npm package's program names the required Node version when run on an older one",
        ignore: old === null,
        fn: async () => {
          const { code, out, err } = await outputOf(old ?? "", [program, ...SERVE]);
          assertEquals([code, out], [1, ""]);
          assertMatch(
            err,
            /^budget-tool-server: Node 22\.13 or later is needed, but this is 20\..*\n$/u,
          );
        },
      });
    }),
});

/** Type-checks and runs a program that uses the library. */
async function assertUsable(folder: string, node: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/program.ts`, USING_IT);
  const tsc = `${folder}/node_modules/typescript/bin/tsc`;
  const options = ["--strict", "--module", "nodenext", "--target", "esnext"];
  const checks = ["--exactOptionalPropertyTypes", "--erasableSyntaxOnly", "--types", "node"];
  // Checking the declarations of all packages is slow, so only releases include this check.
  const apart = [isEverything ? "--skipDefaultLibCheck" : "--skipLibCheck", "--noEmit"];
  await run(node, [tsc, ...options, ...checks, ...apart, "program.ts"], { cwd: folder });
  const out = await run(node, ["program.ts"], { cwd: folder });
  assertEquals(JSON.parse(out), { accounts: true, camt: true, served: "function" });
}

/** Packages for the TypeScript program above, including Node's types, which the SDK refers to. */
const COMPILER = [
  // Many programs still use TypeScript 5. Only releases are checked with TypeScript 5, because the
  // check takes twice as long as with TypeScript 7.
  `typescript@${isEverything ? "5.9.3" : "7.0.2"}`,
  "@types/node@24.13.3",
  denoConfig.imports["@modelcontextprotocol/client"].replace("npm:", ""),
];

/** Installs the tarball and a compiler as a user would, and returns the path to the program. */
async function installed(tarball: string, folder: string): Promise<string> {
  await Deno.writeTextFile(`${folder}/package.json`, `{ "private": true, "type": "module" }`);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await run("npm", ["install", ...quiet, tarball, ...COMPILER], { cwd: folder });
  return await Deno.realPath(`${folder}/node_modules/.bin/${PROGRAM}`);
}

async function contentsOf(folder: string): Promise<{
  readonly files: readonly string[];
  // deno-lint-ignore no-explicit-any
  readonly manifest: any;
}> {
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  return { files: [...filesIn(folder)], manifest };
}
