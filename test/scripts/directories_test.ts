import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "npm:yaml@^2.9.1";
import { COMMANDS } from "../../cli/_flags.ts";
import { homebrewFormula } from "../../scripts/release.ts";
import {
  AUTHOR,
  KEYWORDS,
  PACKAGE,
  PROGRAM,
  REGISTRY_NAME,
  REPOSITORY,
  SUMMARY,
  TITLE,
} from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { choices } from "../../scripts/_settings.ts";
import { NO_PAYMENTS } from "../../server/about.ts";
import { VERSION } from "../../server/version.ts";

const text = (path: string): string => Deno.readTextFileSync(new URL(path, ROOT));
const json = (path: string): Manifest => JSON.parse(text(path));
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly mcpServers: Readonly<Record<string, Server>>;
  readonly [field: string]: unknown;
}

interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly env_vars?: readonly string[];
}

const manifests = [
  ".claude-plugin/plugin.json",
  ".codex-plugin/plugin.json",
  "gemini-extension.json",
];
for (const path of manifests) {
  Deno.test(`the manifest ${path} points to the published package and contains no secrets`, () => {
    const { name, version, description, mcpServers } = json(path);
    assertMatch(name, /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u);
    assertEquals(version, VERSION);
    assertEquals(description, `${SUMMARY} ${NO_PAYMENTS}`);
    const [server, ...others] = Object.values(mcpServers);
    assertEquals(others, []);
    assertEquals([server?.command, server?.args], ["npx", ["-y", PACKAGE]]);
    assertEquals(Object.keys(json(path)).filter((key) => /token|secret/iu.test(key)), []);
  });
}

const asked = choices.filter(({ key }) => ["access_token", "write", "profile"].includes(key));
const smithery = parse(text("smithery.yaml")).startCommand;

Deno.test("installers describe settings in the same way as the desktop bundle's form", () => {
  const claude = asked.map(({ key, type, title, description, isSecret, fallback }) => [
    key,
    { type, title, description, ...(isSecret && { sensitive: true }), default: fallback },
  ]);
  assertEquals(json(".claude-plugin/plugin.json")["userConfig"], Object.fromEntries(claude));
  const properties = asked.map(({ key, type, title, description, fallback, values }) => [
    key,
    { type, title, description, ...(values && { enum: values }), default: fallback },
  ]);
  const schema = { type: "object", required: [], properties: Object.fromEntries(properties) };
  assertEquals(smithery.configSchema, schema);
  assertEquals(
    json("gemini-extension.json")["settings"],
    asked.map(({ title, description, variable, isSecret }) => ({
      ...{ name: title, description, envVar: variable },
      ...(isSecret && { sensitive: true }),
    })),
  );
});

Deno.test("every setting that an installer asks the user for is passed to the server", () => {
  const { network, mcpServers } = json(".claude-plugin/plugin.json");
  assertEquals(network, { hosts: ["api.ynab.com", "registry.npmjs.org"] });
  const env = asked.map(({ variable, key }) => [variable, `\${user_config.${key}}`]);
  assertEquals(mcpServers["budget"]?.env, Object.fromEntries(env));
  const codex = json(".codex-plugin/plugin.json").mcpServers["budget"];
  assertEquals(codex?.env_vars, asked.map(({ variable }) => variable));

  const commandOf = new Function("config", `return (${smithery.commandFunction})(config)`);
  const command = { command: "npx", args: ["-y", PACKAGE] };
  for (const config of [smithery.exampleConfig, {}]) {
    const values = asked.map(({ variable, key }) => [variable, String(config[key] ?? "")]);
    assertEquals(commandOf(config), { ...command, env: Object.fromEntries(values) });
  }
  const example = { access_token: "your token", write: false, profile: "fuller" };
  assertEquals([smithery.type, smithery.exampleConfig], ["stdio", example]);
});

Deno.test("listings in all MCP directories have the same text, links and maintainers", () => {
  const description = `${SUMMARY} ${NO_PAYMENTS}`;
  const name = "ynab-budget";
  assertEquals(json(".claude-plugin/marketplace.json") as unknown, {
    name: "budget-tools",
    owner: { name: AUTHOR, url: REPOSITORY },
    description,
    plugins: [{ name, source: "./", description }],
  });
  for (const path of [".claude-plugin/plugin.json", ".codex-plugin/plugin.json"]) {
    const { author, homepage, repository, license, keywords } = json(path);
    assertEquals([author, homepage, repository, license, keywords], [
      { name: AUTHOR, url: REPOSITORY },
      `${REPOSITORY}#readme`,
      REPOSITORY,
      "MIT",
      KEYWORDS,
    ]);
  }
  assertEquals(json(".codex-plugin/plugin.json")["interface"], {
    displayName: TITLE,
    shortDescription: SUMMARY,
    longDescription: description,
    developerName: AUTHOR,
    category: "Productivity",
    websiteURL: REPOSITORY,
  });
  assertEquals(json("glama.json")["maintainers"], ["budget-tools"]);
});

Deno.test("the Dockerfile builds in stages and runs the program as a non-root user", () => {
  const lines = text("Dockerfile").replaceAll("\\\n", "").split("\n");
  const of = (word: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  assertEquals(of("FROM").length, 2);
  assertEquals(of("USER"), ["node"]);
  const program = `/app/bin/${PROGRAM}`;
  assertEquals(of("ENTRYPOINT"), [JSON.stringify([program])]);
  const [, check = ""] = /CMD .*\|\| \S+ (\w+)$/u.exec(of("HEALTHCHECK")[0] ?? "") ?? [];
  assert((COMMANDS as readonly string[]).includes(check), check);
  assertEquals(of("LABEL"), [`io.modelcontextprotocol.server.name=${REGISTRY_NAME}`]);
  const { tasks } = JSON.parse(text("deno.json"));
  const [, deno, task = ""] = /deno@([\d.]+) task (\S+)/u.exec(of("RUN")[0] ?? "") ?? [];
  assert(Object.hasOwn(tasks, task), task);
  assertStringIncludes(text("README.md"), `deno@${deno} `);
});

const sums = Object.fromEntries(
  ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]
    .map((system, at) => [`${PROGRAM}-${system}`, `${at}`.repeat(64)]),
);

Deno.test("the Homebrew formula lists each system's binary with its checksum", () => {
  const formula = homebrewFormula(sums);
  for (const [file, sum] of Object.entries(sums)) {
    const at = formula.indexOf(`/v${VERSION}/${file}"`);
    assert(at > 0, file);
    assertEquals(/sha256 "(\w+)"/u.exec(formula.slice(at))?.[1], sum);
  }
  const opened = formula.match(/^\s*(?:class|on_\w+ do|def|test do)\b|\bdo$/gmu)?.length;
  assertEquals(formula.match(/^\s*end$/gmu)?.length, opened);
  assertThrows(() => homebrewFormula({}), Error, "no checksum");
});
