import { assertEquals } from "@std/assert";
import { demoFetch } from "../../demo/demo_fetch.ts";
import { serveHttp } from "../../remote/http/node_server.ts";
import { runAt } from "./_a_terminal.ts";

const TODAY = "2026-11-20";

/** Starts a server, calls `check` with the server's port, and stops the server. */
async function withServer(
  given: { readonly host: string; readonly token: string | null },
  check: (port: number) => Promise<void>,
): Promise<void> {
  const server = await serveHttp({
    token: given.token,
    httpToken: "the-owner-of-this-household-alone-knows-it",
    fetch: demoFetch({ today: TODAY }),
    today: TODAY,
  }, { host: given.host, port: 0 });
  try {
    await check(Number(new URL(server.url).port));
  } finally {
    await server.close();
  }
}

const good = { host: "127.0.0.1", token: "demo-token" } as const;

Deno.test("the ready command takes the server's address from a flag or the environment, and exits with 0 when the server is ready", () =>
  withServer(good, async (port) => {
    const expected = { status: 0, out: "ready\n", err: "" };
    assertEquals(await runAt(["ready", "--http", `127.0.0.1:${port}`]), expected);
    assertEquals(await runAt(["ready"], { env: { BUDGET_HTTP: `127.0.0.1:${port}` } }), expected);
    // A server that listens on all interfaces is checked through loopback.
    assertEquals(await runAt(["ready"], { env: { BUDGET_HTTP: `0.0.0.0:${port}` } }), expected);
  }));

Deno.test("the ready command exits with 1 when a server isn't ready", () =>
  withServer({ ...good, token: null }, async (port) => {
    assertEquals(await runAt(["ready", "--http", `127.0.0.1:${port}`]), {
      status: 1,
      out: "",
      err: `budget-tool-server: the server at http://127.0.0.1:${port}/readyz is not ready (503)\n`,
    });
  }));

Deno.test("the ready command bypasses proxies, and exits with 1 when no server is listening", async () => {
  const set: Record<string, string> = {};
  const setEnv = (name: string, value: string): void => void (set[name] = value);
  const env = { NO_PROXY: "example.com", no_proxy: "example.org" };
  // Nothing listens on this port.
  assertEquals(await runAt(["ready", "--http", "127.0.0.1:9"], { env, setEnv }), {
    status: 1,
    out: "",
    err: "budget-tool-server: no server responded at http://127.0.0.1:9/readyz\n",
  });
  assertEquals(set, { NO_PROXY: "example.com,127.0.0.1", no_proxy: "example.org,127.0.0.1" });
});

Deno.test("the ready command rejects an invalid address and accepts no other arguments", async () => {
  assertEquals((await runAt(["ready", "http://127.0.0.1"])).status, 2);
  for (const address of ["nowhere", "999.1.1.1:80", "[::::]:80"]) {
    assertEquals((await runAt(["ready", `--http=${address}`])).status, 2, address);
  }
  assertEquals((await runAt(["ready", "--write"])).status, 2);
});
