import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { toolsOf } from "../../server/offered_tools.ts";
import { findNode } from "../_node.ts";
import { installNpmPackage } from "../../scripts/_run.ts";
import { fromSource, SERVE_DEMO } from "./_server_command.ts";
import { outputOf } from "../_output_of.ts";

const PACKAGE = "@modelcontextprotocol/inspector";
const VERSION = "2.12.0";
const LAUNCHER = "clients/launcher/build/index.js";

const node = await findNode();
const inspector = node === null ? null : await installNpmPackage(PACKAGE, VERSION);

Deno.test({
  name: "the MCP Inspector lists the tools and finds their schemas suitable for every host",
  ignore: node === null || inspector === null,
  fn: async () => {
    if (node === null || inspector === null) return;
    // A separate home folder with a settings file like an MCP host's.
    const home = await Deno.makeTempDir();
    try {
      const settings = `${home}/mcp.json`;
      const budget = fromSource(SERVE_DEMO);
      await Deno.writeTextFile(settings, JSON.stringify({ mcpServers: { budget } }));
      const launcher = fileURLToPath(new URL(LAUNCHER, inspector));
      const fixed = ["--cli", "--config", settings, "--server=budget", "--format=json"];
      // With --strict, the Inspector exits with code 6 if a host can't use one of the schemas.
      const asked = ["--protocol-era=modern", "--method=tools/list", "--strict"];
      const { code, out } = await outputOf(node, [launcher, ...fixed, ...asked], {
        env: { HOME: home, USERPROFILE: home, MCP_INSPECTOR_SECRET_STORE: "memory" },
        signal: AbortSignal.timeout(60_000),
      });
      assertEquals(code, 0);
      const { tools } = JSON.parse(out).result;
      assertEquals(
        tools.map(({ name }: { readonly name: string }) => name),
        toolsOf("fuller", false).map(({ name }) => name),
      );
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  },
});
