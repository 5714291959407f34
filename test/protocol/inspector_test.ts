import { assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { toolsOf } from "../../server/offered_tools.ts";
import { findNode } from "../_node.ts";
import { installNpmPackage } from "../../scripts/_run.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";
import { outputOf } from "../_output_of.ts";

const PACKAGE = "@modelcontextprotocol/inspector";
const VERSION = "2.12.0";
const LAUNCHER = "clients/launcher/build/index.js";

interface Inspected {
  readonly code: number;
  readonly stdout: string;
}

type Inspector = (...args: readonly string[]) => Promise<Inspected>;

const node = await findNode();
const inspector = node === null ? null : await installNpmPackage(PACKAGE, VERSION);

testInspector(
  "lists the tools and finds their schemas suitable for every host",
  async (inspect) => {
    // With --strict, the Inspector exits with 6 if a host can't use one of the schemas.
    const { code, stdout } = await inspect(
      "--protocol-era=modern",
      "--method=tools/list",
      "--strict",
    );
    assertEquals(code, 0);
    const { tools } = JSON.parse(stdout).result;
    assertEquals(
      tools.map(({ name }: { readonly name: string }) => name),
      toolsOf("fuller", false).map(({ name }) => name),
    );
  },
);

testInspector("calls a tool", async (inspect) => {
  const { code, stdout } = await inspect(
    "--protocol-era=legacy",
    "--method=tools/call",
    "--tool-name=get_monthly_summary",
    `--tool-args-json=${JSON.stringify({ plan_id: demoPlanId })}`,
  );
  const { content, structuredContent } = JSON.parse(stdout).result;
  assertEquals([code, structuredContent.month], [0, "2026-11"]);
  assertMatch(content[0].text, /^month: 2026-11 \| income: /u);
});

function testInspector(what: string, check: (inspect: Inspector) => Promise<void>): void {
  Deno.test({
    name: `the MCP Inspector ${what}`,
    ignore: node === null || inspector === null,
    fn: () => withInspector(check),
  });
}

/** Configures the server for the Inspector as in a host's settings, in a separate home folder. */
async function withInspector(check: (inspect: Inspector) => Promise<void>): Promise<void> {
  if (node === null || inspector === null) return;
  const home = await Deno.makeTempDir();
  try {
    const settings = `${home}/mcp.json`;
    const budget = fromSource(SERVE_DEMO);
    await Deno.writeTextFile(settings, JSON.stringify({ mcpServers: { budget } }));
    const launcher = fileURLToPath(new URL(LAUNCHER, inspector));
    await check(async (...args) => {
      const fixed = [launcher, "--cli", "--config", settings, "--server=budget", "--format=json"];
      const { code, out } = await outputOf(node, [...fixed, ...args], {
        env: { HOME: home, USERPROFILE: home, MCP_INSPECTOR_SECRET_STORE: "memory" },
        signal: AbortSignal.timeout(60_000),
      });
      return { code, stdout: out };
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
