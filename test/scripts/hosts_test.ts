import { assertEquals, assertStringIncludes } from "@std/assert";
import { PACKAGE, PROGRAM } from "../../scripts/_project.ts";
import { ROOT } from "../../scripts/_run.ts";
import { flagNames, flagOf, variableOf } from "../../cli/_flags.ts";

const readme = await Deno.readTextFile(new URL("README.md", ROOT));
const page = await Deno.readTextFile(new URL("docs/hosts.md", ROOT));
const usual = { command: "npx", args: ["-y", PACKAGE] };
const env = { BUDGET_ACCESS_TOKEN: "your token" };
const input = {
  type: "promptString",
  id: "budget-token",
  description: "YNAB personal access token",
  password: true,
};
const permissions = ["--allow-net=api.ynab.com", "--allow-env=HOME,XDG_STATE_HOME,BUDGET_*"];

const servers = (server: object): object => ({ mcpServers: { budget: server } });

/** Returns settings that store data in a folder and give Deno access to that folder. */
function keeping(folder: string): object {
  const own = [`--allow-read=${folder}`, `--allow-write=${folder}`];
  const start = ["run", "--no-prompt", ...permissions, ...own, `jsr:${PACKAGE}`];
  return servers({ command: "deno", args: [...start, "--store", `sqlite:${folder}`], env });
}

/** Expected entries of the hosts page, by title. */
const ENTRIES = {
  "Claude Desktop, Cursor, Windsurf, Gemini CLI, LM Studio and others": servers({ ...usual, env }),
  "Deno, with exactly the permissions it needs": servers({
    command: "deno",
    args: ["run", "--no-prompt", ...permissions, `jsr:${PACKAGE}`],
    env,
  }),
  "Deno on Linux, with the local copy and journal on disk": keeping(
    `/home/you/.local/state/${PROGRAM}`,
  ),
  "Deno on macOS, with the local copy and journal on disk": keeping(
    `/Users/you/Library/Application Support/${PROGRAM}`,
  ),
  "Deno on Windows, with the local copy and journal on disk": keeping(
    `C:\\Users\\you\\AppData\\Local\\${PROGRAM}`,
  ),
  "The binary, which needs neither Node nor Deno": servers({
    ...{ command: `/home/you/bin/${PROGRAM}`, args: [], env },
  }),
  "VS Code": {
    inputs: [input],
    servers: {
      budget: { type: "stdio", ...usual, env: { BUDGET_ACCESS_TOKEN: "${input:budget-token}" } },
    },
  },
  // This entry contains no token, because its file is committed with the project.
  "Claude Code, for everyone on a project": servers({
    ...usual,
    env: { BUDGET_ACCESS_TOKEN: "${BUDGET_ACCESS_TOKEN}" },
  }),
};

Deno.test("every entry on the hosts page starts the published server with a token", () => {
  const found = [...page.matchAll(
    /^\*\*([^*]+)\.\*\*[^`]*(?:`[^`]+`[^`]*)*?\n\n```json\n([^]*?)\n```$/gmu,
  )].map(([, title = "", json = ""]) => [title.replaceAll("\n", " "), JSON.parse(json)]);
  assertEquals(Object.fromEntries(found), ENTRIES);
  const [, toml = ""] = /^```toml\n([^]*?)```$/mu.exec(page) ?? [];
  assertEquals(toml.split("\n"), [
    "[mcp_servers.budget]",
    'command = "npx"',
    `args = ["-y", "${PACKAGE}"]`,
    'env = { BUDGET_ACCESS_TOKEN = "your token" }',
    "",
  ]);
  const commands = page.match(/^(?:claude mcp add|deno compile) .*$/gmu);
  const quoted = permissions.map((one) => one.includes("*") ? `'${one}'` : one).join(" ");
  assertEquals(commands, [
    `claude mcp add budget --env BUDGET_ACCESS_TOKEN=your-token -- npx -y ${PACKAGE}`,
    `deno compile --no-prompt ${quoted} --output ${PROGRAM} jsr:${PACKAGE}`,
  ]);
});

Deno.test("README has the same links, settings and command as the hosts page", () => {
  const links = [...page.matchAll(/\(https:\/\/[^)]*install[^)]*\)/gu)].map(([text]) => text);
  assertEquals(links.length, 2);
  const blocks = [...readme.matchAll(/^```json\n[^]*?^```$/gmu)].map(([text]) => text);
  const lines = [...readme.matchAll(/^claude mcp add .*$/gmu)].map(([text]) => text);
  assertEquals([blocks.length, lines.length], [1, 1]);
  for (const text of links) assertStringIncludes(readme, text);
  for (const text of [...blocks, ...lines]) assertStringIncludes(page, `\n${text}\n`);
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

Deno.test("terminal.md lists every option, and the environment variables for server options", async () => {
  const terminal = await Deno.readTextFile(new URL("docs/terminal.md", ROOT));
  for (const name of flagNames) {
    const lines = terminal.match(new RegExp(`^\\| \`--${name}[ \`].*$`, "gmu")) ?? [];
    assertEquals(lines.length, 1, name);
    assertStringIncludes(lines.join(), flagOf(name).meaning);
    assertStringIncludes(lines.join(), variableOf(name) ?? "");
  }
});
