import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "npm:yaml@^2.9.1";
import { COMMANDS, flagNames, variableOf } from "../../cli/_flags.ts";
import { homebrewFormula } from "../../scripts/release.ts";
import { PACKAGE, PROGRAM, REGISTRY_NAME, SUMMARY } from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { choices } from "../../scripts/_settings.ts";
import { NO_PAYMENTS } from "../../server/about.ts";
import { VERSION } from "../../server/version.ts";

const text = (path: string): string => Deno.readTextFileSync(new URL(path, ROOT));
const json = (path: string): Manifest => JSON.parse(text(path));
const variables = new Set<unknown>([
  "BUDGET_ACCESS_TOKEN",
  ...flagNames.map(variableOf),
]);

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

interface Setting {
  readonly type?: string;
  readonly title?: string;
  readonly description: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
}

Deno.test("installers describe settings as the desktop bundle's form does", () => {
  const { settings } = json("gemini-extension.json") as unknown as {
    readonly settings: readonly (Setting & { readonly name: string; readonly envVar: string })[];
  };
  const smithery = parse(text("smithery.yaml")).startCommand.configSchema.properties;
  const claude = json(".claude-plugin/plugin.json")["userConfig"];
  for (const asked of [claude, smithery] as readonly Readonly<Record<string, Setting>>[]) {
    assertEquals(Object.keys(asked), ["access_token", "write", "profile"]);
    for (const [key, setting] of Object.entries(asked)) {
      const { type, title, description, fallback, values } = choices.find((choice) =>
        choice.key === key
      ) ?? {};
      assertEquals(
        [setting.type, setting.title, setting.description, setting.default, setting.enum ?? values],
        [type, title, description, fallback, values],
      );
    }
  }
  assertEquals(settings.length, 3);
  for (const { name, envVar, description } of settings) {
    const choice = choices.find(({ variable }) => variable === envVar);
    assertEquals([name, description], [choice?.title, choice?.description]);
  }
});

Deno.test("the Claude Code plugin asks for each value that it passes to the server", () => {
  const { userConfig, mcpServers } = json(".claude-plugin/plugin.json");
  const asked = userConfig as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  for (const { type, title, description } of Object.values(asked)) {
    assert(["string", "number", "boolean", "directory", "file"].includes(String(type)));
    assertEquals([typeof title, typeof description], ["string", "string"]);
  }
  assertEquals(asked["access_token"]?.["sensitive"], true);
  for (const [variable, value] of Object.entries(mcpServers["budget"]?.env ?? {})) {
    assert(variables.has(variable), variable);
    const [, key = ""] = /^\$\{user_config\.(\w+)\}$/u.exec(value) ?? [];
    assert(Object.hasOwn(asked, key), value);
  }
});

Deno.test("the marketplace lists the plugin under the name in the plugin's manifest", () => {
  const { plugins } = json(".claude-plugin/marketplace.json");
  const { name } = json(".claude-plugin/plugin.json");
  const listed = (plugins as readonly Manifest[]).map((plugin) => [plugin.name, plugin["source"]]);
  assertEquals(listed, [[name, "./"]]);
});

Deno.test("Codex and Gemini CLI pass only variables that the server reads", () => {
  const codex = json(".codex-plugin/plugin.json").mcpServers["budget"]?.env_vars ?? [];
  const gemini = json("gemini-extension.json")["settings"] as readonly {
    readonly envVar: string;
    readonly sensitive?: boolean;
  }[];
  assert(codex.includes("BUDGET_ACCESS_TOKEN"));
  for (const name of [...codex, ...gemini.map(({ envVar }) => envVar)]) {
    assert(variables.has(name), name);
  }
  const secrets = gemini.filter(({ sensitive }) => sensitive === true);
  assertEquals(secrets.map(({ envVar }) => envVar), ["BUDGET_ACCESS_TOKEN"]);
});

Deno.test("smithery.yaml creates a working command from any configuration", () => {
  const { startCommand: { type, configSchema, commandFunction, exampleConfig } } = parse(
    text("smithery.yaml"),
  );
  assertEquals([type, configSchema.type, configSchema.required], ["stdio", "object", []]);
  const commandOf = new Function("config", `return (${commandFunction})(config)`);
  const { command, args, env } = commandOf(exampleConfig);
  assertEquals([command, args], ["npx", ["-y", PACKAGE]]);
  for (const name of Object.keys(env)) assert(variables.has(name), name);
  assertEquals(Object.values(commandOf({}).env), ["", "", ""]);
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

Deno.test("the Homebrew formula has the binary for each system and its checksum", () => {
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
