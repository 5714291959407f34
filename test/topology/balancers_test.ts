import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { delay } from "../../client/timers.ts";
import { withinDeadline } from "../protocol/_deadline.ts";
import { type Caddy, freeHost, startCaddy } from "./_caddy.ts";
import { startBalancer } from "./_nginx.ts";
import { isInstalled } from "./_programs.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A replica that can report that it isn't ready, or close each connection without a response. */
class Replica implements AsyncDisposable {
  isReady = true;
  isBreaking = false;
  /** Addresses of the clients whose requests arrived. */
  readonly clients: unknown[] = [];
  readonly #server = createServer((request, response) => {
    if (request.url === "/readyz") {
      response.writeHead(this.isReady ? 200 : 503).end();
      return;
    }
    this.clients.push(request.headers["x-forwarded-for"]);
    if (this.isBreaking) request.socket.destroy();
    else response.end("answered");
  });

  async listen(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/mcp`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

const isCaddyThere = await isInstalled("caddy", "version", "what Caddy does when a replica fails");
/** An address that no server is listening on. */
const nowhere = new URL("http://127.0.0.1:9/mcp");

async function post(caddy: Caddy, host: string, headers: HeadersInit = {}): Promise<number> {
  const answer = await caddy.fetch(`https://${host}/mcp?code=a-secret`, {
    method: "POST",
    body: "{}",
    headers,
  });
  await answer.body?.cancel();
  return answer.status;
}

async function untilSaid(caddy: Caddy, text: string): Promise<void> {
  const poll = async (): Promise<void> => {
    while (!caddy.said().includes(text)) await delay(20);
  };
  await withinDeadline(poll(), text, 10_000);
}

Deno.test({
  name:
    "Caddy answers the health check without TLS, and closes connections whose TLS handshake isn't completed",
  ignore: !isCaddyThere,
  fn: async () => {
    const host = await freeHost();
    await using caddy = await startCaddy(host, [nowhere, nowhere]);
    const { status, redirected } = await fetch(`${caddy.health}/`);
    assertEquals([status, redirected], [200, false]);
    const { hostname, port } = new URL(`https://${host}`);
    using connection = await Deno.connect({ hostname, port: Number(port) });
    // The beginning of a TLS handshake.
    await connection.write(Uint8Array.of(0x16, 0x03, 0x01));
    const read = connection.read(new Uint8Array(1));
    assertEquals(await withinDeadline(read, "the end of the connection"), null);
  },
});

Deno.test({
  name: "when one of two replicas is gone, Caddy still sends changes to the remaining replica",
  ignore: !isCaddyThere,
  fn: async () => {
    await using replica = new Replica();
    const gone = new Replica();
    const host = await freeHost();
    await using caddy = await startCaddy(host, [await gone.listen(), await replica.listen()]);
    while (gone.clients.length === 0) assertEquals(await post(caddy, host), 200);
    await gone[Symbol.asyncDispose]();
    const statuses: number[] = [];
    // Until the next health check, Caddy may try the replica that is gone, in which case older
    // versions of Caddy return 502. Caddy must not also treat the remaining replica as broken,
    // because then every request would get a 503.
    for (let inARow = 0; inARow < 20; inARow = statuses.at(-1) === 200 ? inARow + 1 : 0) {
      statuses.push(await post(caddy, host));
      assert(statuses.length < 500, `no end of failures: ${statuses}`);
      await delay(20);
    }
    assertEquals(statuses.filter((status) => status !== 200 && status !== 502), []);
  },
});

Deno.test({
  name: "Caddy doesn't resend a change that a replica received, and logs nothing secret about it",
  ignore: !isCaddyThere,
  fn: async () => {
    await using first = new Replica();
    await using second = new Replica();
    first.isBreaking = second.isBreaking = true;
    const host = await freeHost();
    await using caddy = await startCaddy(host, [await first.listen(), await second.listen()]);
    assertEquals(await post(caddy, host, { authorization: "Bearer a-secret" }), 502);
    assertEquals(first.clients.length + second.clients.length, 1);
    await untilSaid(caddy, "http.log.error");
    assertStringIncludes(caddy.said(), '"status":502');
    assert(!caddy.said().includes("a-secret"), caddy.said());
  },
});

Deno.test({
  name: "Caddy overwrites X-Forwarded-For, requires TLS, and avoids a replica that isn't ready",
  ignore: !isCaddyThere,
  fn: async () => {
    await using first = new Replica();
    await using second = new Replica();
    const host = await freeHost();
    first.isReady = false;
    await using caddy = await startCaddy(host, [await first.listen(), await second.listen()]);
    await untilSaid(caddy, "status code");
    for (let nth = 1; nth <= 4; nth++) {
      assertEquals(await post(caddy, host, { "x-forwarded-for": "203.0.113.9" }), 200);
    }
    const { headers } = await caddy.fetch(`https://${host}/privacy`, { method: "HEAD" });
    assertEquals(headers.get("strict-transport-security"), "max-age=31536000");
    assertEquals([first.clients.length, second.clients.length], [0, 5]);
    assertEquals(new Set(second.clients), new Set(["127.0.0.1"]));
  },
});

const isNginxThere = await isInstalled(
  "nginx",
  "-v",
  "what the balancer does when a replica fails",
);
Deno.test({
  name: "the load balancer logs unavailable servers but not sign-in query strings",
  ignore: !isNginxThere,
  fn: async () => {
    const balancer = await startBalancer([nowhere, nowhere]);
    const asked = async (path: string): Promise<void> => {
      const answer = await fetch(new URL(path, balancer.url));
      await answer.body?.cancel();
      assertEquals(answer.status, 502);
    };
    try {
      await asked("/healthz");
      await asked("/authorize?state=a-secret");
      await asked("/sign-in/a-secret");
    } finally {
      await balancer[Symbol.asyncDispose]();
    }
    const said = balancer.said();
    assertStringIncludes(said, "connect() failed");
    assert(!said.includes("a-secret"), said);
  },
});

async function postTo(url: URL): Promise<number> {
  const answer = await fetch(url, { method: "POST", body: "{}" });
  await answer.body?.cancel();
  return answer.status;
}

Deno.test({
  name: "the load balancer resends a change only if the change reached no replica",
  ignore: !isNginxThere,
  fn: async () => {
    const first = new Replica();
    await using second = new Replica();
    first.isBreaking = second.isBreaking = true;
    await using balancer = await startBalancer([await first.listen(), await second.listen()]);
    assertEquals(await postTo(balancer.url), 502);
    assertEquals(first.clients.length + second.clients.length, 1);
    // A change that reached no replica is sent again.
    await first[Symbol.asyncDispose]();
    second.isBreaking = false;
    for (let nth = 1; nth <= 3; nth++) assertEquals(await postTo(balancer.url), 200);
  },
});
