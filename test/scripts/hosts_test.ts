import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { PACKAGE } from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { flagNames, flagOf, variableOf } from "../../cli/_flags.ts";

const readme = await Deno.readTextFile(new URL("README.md", ROOT));
const page = await Deno.readTextFile(new URL("docs/hosts.md", ROOT));
const usual = { command: "npx", args: ["-y", PACKAGE] };

/** The page's entries, by title. */
const entries = new Map(
  [...page.matchAll(/^\*\*([^*]+)\.\*\*[^`]*(?:`[^`]+`[^`]*)*?\n\n```json\n([^]*?)\n```$/gmu)]
    .map(([, title = "", json = ""]) => [title.replaceAll("\n", " "), JSON.parse(json)]),
);
// deno-lint-ignore no-explicit-any
const serverOf = (entry: any) => (entry.mcpServers ?? entry.servers).budget;

Deno.test("every entry on the hosts page starts the published server with a token", () => {
  assertEquals(entries.size, 8);
  for (const [title, entry] of entries) {
    const servers = entry.mcpServers ?? entry.servers;
    assertEquals(Object.keys(servers), ["budget"], title);
    const { command, args, env } = serverOf(entry);
    assertEquals(Object.keys(env), ["BUDGET_ACCESS_TOKEN"], title);
    if (command === "npx") assertEquals({ command, args }, usual, title);
    else if (command === "deno") assert(args.includes(`jsr:${PACKAGE}`), title);
    else assertEquals([command, args], ["/home/you/bin/budget-tool-server", []], title);
  }
  const [, toml = ""] = /^```toml\n([^]*?)```$/mu.exec(page) ?? [];
  const { command, args } = usual;
  assertStringIncludes(toml, `command = "${command}"\nargs = ["${args.join('", "')}"]\n`);
});

Deno.test("README has the same links, settings and command as the hosts page", () => {
  for (const [text] of page.matchAll(/\(https:\/\/[^)]*install[^)]*\)/gu)) {
    assertStringIncludes(readme, text);
  }
  const blocks = [...readme.matchAll(/^```json\n[^]*?^```$/gmu)].map(([text]) => text);
  assertEquals(blocks.length, 1);
  const lines = [...readme.matchAll(/^claude mcp add .*$/gmu)].map(([text]) => text);
  assertEquals(lines.length, 1);
  for (const text of [...blocks, ...lines]) assertStringIncludes(page, `\n${text}\n`);
});

Deno.test("VS Code asks for the token by the name that the settings refer to", () => {
  const { inputs, servers } = entries.get("VS Code");
  assertEquals([inputs.length, inputs[0].password], [1, true]);
  assertEquals(servers.budget.env.BUDGET_ACCESS_TOKEN, `\${input:${inputs[0].id}}`);
});

Deno.test("the links for VS Code and Cursor contain the settings", () => {
  const linkOf = (host: string): URLSearchParams =>
    new URL(/\((\S+)\)/u.exec(page.split(`[${host}]`)[1] ?? "")?.[1] ?? "").searchParams;
  const link = linkOf("VS Code").get("url") ?? "";
  const [, inner = ""] = /^vscode:mcp\/install\?(.*)$/u.exec(link) ?? [];
  const code = JSON.parse(decodeURIComponent(inner));
  const cursor = linkOf("Cursor");
  const server = JSON.parse(atob(cursor.get("config") ?? ""));
  assertEquals([code.name, cursor.get("name")], ["budget", "budget"]);
  for (const { command, args } of [code, server]) assertEquals({ command, args }, usual);
  assertEquals(code.env.BUDGET_ACCESS_TOKEN, `\${input:${code.inputs[0].id}}`);
  // A link must contain neither a token nor a placeholder, so that the host shows an empty field.
  assertEquals(server.env, { BUDGET_ACCESS_TOKEN: "" });
});

const promised = ["--allow-net=api.ynab.com", "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*"];
const permissionsOf = (args: readonly string[]): readonly string[] =>
  args.filter((arg) => arg.startsWith("--allow"));

for (
  const [system, pattern] of [
    ["Linux", /^\/home\//u],
    ["macOS", /^\/Users\/you\/Library\/Application Support\//u],
    ["Windows", /^C:\\Users\\you\\AppData\\Local\\/u],
  ] as const
) {
  Deno.test(`the Deno entry for ${system} gives Deno and the server the same folder`, () => {
    const { args } = serverOf(entries.get(`Deno on ${system}, keeping the copy and the journal`));
    const folder = args.at(-1).replace(/^sqlite:/u, "");
    assertMatch(folder, pattern);
    const own = [`--allow-read=${folder}`, `--allow-write=${folder}`];
    assertEquals(permissionsOf(args), [...promised, ...own]);
    assertEquals(args.slice(-2), ["--store", `sqlite:${folder}`]);
  });
}

Deno.test("the first Deno entry and the command that compiles a binary have only documented permissions", () => {
  const { args } = serverOf(entries.get("Deno, with exactly the permissions it needs"));
  assertEquals(permissionsOf(args), promised);
  const [line = ""] = /^deno compile .*$/mu.exec(page) ?? [];
  assertEquals(permissionsOf(line.replaceAll("'", "").split(" ")), promised);
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
