import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { bundled } from "../_bundle.ts";
import { findNode } from "../_node.ts";

const node = await findNode();

/**
 * Makes a tool call with a proxy set. Returns the output and the requests that the proxy received.
 */
async function callUnderProxy(
  command: readonly string[],
  hostname: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly printed: string; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const proxy = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    seen.push(request.headers.get("authorization") ?? "");
    return Response.json({ data: { plans: [] } });
  });
  const plans = [{ id: "p1", name: "Household" }];
  const origin = Deno.serve(
    { hostname: hostname === "localhost" ? "127.0.0.1" : hostname, port: 0, onListen: () => {} },
    () => Response.json({ data: { plans } }),
  );
  try {
    const [program = "", ...args] = command;
    const through = `http://127.0.0.1:${proxy.addr.port}`;
    const host = hostname.includes(":") ? `[${hostname}]` : hostname;
    const { stdout } = await new Deno.Command(program, {
      args: [...args, "call", "list_plans", "--store", "memory"],
      env: {
        BUDGET_ACCESS_TOKEN: "a-token",
        BUDGET_API_URL: `http://${host}:${origin.addr.port}/v1`,
        HTTP_PROXY: through,
        http_proxy: through,
        NODE_USE_ENV_PROXY: "1",
        ...env,
      },
      stdin: "null",
    }).output();
    return { printed: new TextDecoder().decode(stdout).trim(), seen };
  } finally {
    await Promise.all([proxy.shutdown(), origin.shutdown()]);
  }
}

const direct = { printed: "plans: plan_id|name\np1|Household", seen: [] };
const program = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const onDeno = [Deno.execPath(), "run", "-A", "--no-check", program];

Deno.test("on Deno, requests to this machine bypass the proxy", async () => {
  const others = { NO_PROXY: "example.com", no_proxy: "example.org" };
  assertEquals(await callUnderProxy(onDeno, "localhost", others), direct);
});

Deno.test({
  name: "on Node, requests to this machine bypass the proxy",
  ignore: node === null,
  async fn(): Promise<void> {
    const bundle = await bundled("scripts/_program.ts");
    assertEquals(await callUnderProxy([node ?? "", bundle], "127.0.0.1"), direct);
  },
});
