import { assertEquals, assertMatch } from "@std/assert";
import { RawServer } from "./_raw_server.ts";
import { fromSource } from "./_server_command.ts";
import { copyShipped } from "./_shipped_copy.ts";

// All tests share one copy, because Deno recompiles each copy.
const shipped = await copyShipped();
addEventListener("unload", () => Deno.removeSync(shipped.root, { recursive: true }));

const DEFINITIONS = "tools/_definitions.ts";
const TOOL = "tools/list_accounts.ts";
const DEFINED_READS = /("name":"list_accounts",[^}]*?"reads":)\{[^}]*\}/u;
const READS = /^export const reads = .*$/mu;

const spoilt = {
  "declares a call missing from the coverage table": [
    `["getAccounts", "getPayees"]`,
    /^budget-tool-server: list_accounts declares GET \/plans\/\{plan_id\}\/payees, but [^\n]+\n$/u,
  ],
  "declares less than the coverage table lists": [
    "[]",
    /^budget-tool-server: [^\n]+ names list_accounts for GET \/plans\/\{plan_id\}\/accounts, [^\n]+\n$/u,
  ],
  "declares an unknown operation": [
    `["getAccounts", "getMoon"]`,
    /^budget-tool-server: list_accounts declares getMoon, which is not an operation of YNAB's API\n$/u,
  ],
} as const;

const commands = {
  "serve --demo": ["serve", "--demo"],
  "call": ["call", "list_plans", "--demo"],
  "coverage": ["coverage"],
} as const;

for (const [at, [what, [reads, sentence]]] of Object.entries(spoilt).entries()) {
  Deno.test(`the server doesn't start if a tool ${what}`, async () => {
    const inEach = `{"fuller":${reads},"reduced":${reads},"complete":${reads}}`;
    await using _spoilt = await shipped.edit(
      DEFINITIONS,
      (text) => text.replace(DEFINED_READS, `$1${inEach}`),
    );
    // Every command runs the same check, so test only the first mistake with all commands.
    for (const args of Object.values(commands).slice(0, at === 0 ? undefined : 1)) {
      await using server = new RawServer(fromSource(args, { root: shipped.root }));
      const { code, lines, stderr } = await server.ended();
      assertEquals({ args, code, lines }, { args, code: 1, lines: [] });
      assertMatch(stderr, sentence);
    }
  });
}

Deno.test("the call command fails if a tool's declaration differs from its definition", async () => {
  const reads = `export const reads = ["getAccounts", "getPayees"] as const;`;
  await using _spoilt = await shipped.edit(TOOL, (text) => text.replace(READS, reads));
  const args = ["call", "list_accounts", "--demo"];
  await using server = new RawServer(fromSource(args, { root: shipped.root }));
  const { code, lines } = await server.ended();
  assertEquals({ code, lines }, { code: 1, lines: [] });
});

Deno.test("the server starts from an unchanged copy", async () => {
  await using server = new RawServer(fromSource(["serve", "--demo"], { root: shipped.root }));
  await server.initialize();
  const { code, stderr } = await server.end();
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
});
