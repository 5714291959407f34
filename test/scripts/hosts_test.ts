import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  installLinks,
  onDeno,
  onDenoKeeping,
  onNode,
  SERVER_NAME,
  type Setup,
  setups,
} from "../../scripts/_hosts.ts";
import { ROOT } from "../../scripts/_run.ts";
import { flagNames, flagOf, variableOf } from "../../cli/_flags.ts";

const readme = await Deno.readTextFile(new URL("README.md", ROOT));
const page = await Deno.readTextFile(new URL("docs/hosts.md", ROOT));
const everySetup: readonly (readonly [name: string, setup: Setup])[] = Object.entries(setups);

for (const [name, { language, text }] of everySetup) {
  if (language !== "json") continue;
  Deno.test(`the ${name} settings are JSON and start the server with a token`, () => {
    const parsed = JSON.parse(text);
    const servers = parsed.mcpServers ?? parsed.servers;
    assertEquals(Object.keys(servers), [SERVER_NAME]);
    const { command, args, env } = servers[SERVER_NAME];
    assertEquals([typeof command, Array.isArray(args)], ["string", true]);
    assertEquals(Object.keys(env), ["BUDGET_ACCESS_TOKEN"]);
  });
}

Deno.test("the hosts page contains all settings, and README has the same links", () => {
  for (const [, { text }] of everySetup) assertStringIncludes(page, `\n${text}\n`);
  for (const link of Object.values(installLinks)) {
    assertStringIncludes(readme, `(${link})`);
    assertStringIncludes(page, `(${link})`);
  }
});

Deno.test("VS Code asks for the token by the name that the settings refer to", () => {
  const { inputs, servers } = JSON.parse(setups.vsCode.text);
  assertEquals([inputs.length, inputs[0].password], [1, true]);
  assertEquals(servers.budget.env.BUDGET_ACCESS_TOKEN, `\${input:${inputs[0].id}}`);
});

Deno.test("the links for VS Code and Cursor contain the settings", () => {
  const link = new URL(installLinks["VS Code"]).searchParams.get("url") ?? "";
  const [, inner = ""] = /^vscode:mcp\/install\?(.*)$/u.exec(link) ?? [];
  const code = JSON.parse(decodeURIComponent(inner));
  const cursor = new URL(installLinks.Cursor).searchParams;
  const server = JSON.parse(atob(cursor.get("config") ?? ""));
  assertEquals([code.name, cursor.get("name")], [SERVER_NAME, SERVER_NAME]);
  for (const { command, args } of [code, server]) assertEquals({ command, args }, onNode);
  assertEquals(code.env.BUDGET_ACCESS_TOKEN, `\${input:${code.inputs[0].id}}`);
  assertEquals(server.env, { BUDGET_ACCESS_TOKEN: "" });
});

for (
  const [name, pattern] of [
    ["denoKeeping", /^\/home\//u],
    ["denoKeepingOnMac", /^\/Users\/you\/Library\/Application Support\//u],
    ["denoKeepingOnWindows", /^C:\\Users\\you\\AppData\\Local\\/u],
  ] as const
) {
  Deno.test(`the ${name} settings give Deno and the server the same folder`, () => {
    const { args } = JSON.parse(setups[name].text).mcpServers[SERVER_NAME];
    const given = (prefix: string): string =>
      args.find((arg: string) => arg.startsWith(prefix))?.slice(prefix.length);
    const folder = given("sqlite:");
    assertMatch(folder, pattern);
    assertEquals([given("--allow-read="), given("--allow-write=")], [folder, folder]);
    assertEquals(args.slice(-2), ["--store", `sqlite:${folder}`]);
  });
}

Deno.test("the Deno settings request only documented permissions", () => {
  const promised = ["--allow-net=api.ynab.com", "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*"];
  const permissions = (args: readonly string[]): readonly string[] =>
    args.filter((arg) => arg.startsWith("--allow"));
  assertEquals(permissions(onDeno.args), promised);
  assertEquals(permissions(onDenoKeeping("/state").args), [
    ...promised,
    "--allow-read=/state",
    "--allow-write=/state",
  ]);
});

Deno.test("the command that compiles a Deno binary has the same permissions", () => {
  const [line = ""] = /^deno compile .*$/mu.exec(page) ?? [];
  const given = onDeno.args.filter((arg) => arg.startsWith("--allow"));
  for (const permission of given) assertStringIncludes(line.replaceAll("'", ""), ` ${permission} `);
  assertEquals(line.split("--allow").length - 1, given.length);
  assertEquals(/(?<!')--allow-env=\S*\*/u.test(line), false);
});

Deno.test("terminal.md lists every option, and the variables for server options", async () => {
  const terminal = await Deno.readTextFile(new URL("docs/terminal.md", ROOT));
  for (const name of flagNames) {
    const lines = terminal.match(new RegExp(`^\\| \`--${name}[ \`].*$`, "gmu")) ?? [];
    assertEquals(lines.length, 1, name);
    assertStringIncludes(lines.join(), flagOf(name).meaning);
    assertStringIncludes(lines.join(), variableOf(name) ?? "");
  }
});
