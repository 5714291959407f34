import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { BreakingReplica } from "./_breaking_replica.ts";
import { hasNginx, startBalancer } from "./_nginx.ts";

const isThere = await hasNginx("what the balancer does when a replica fails");
/** An address at which no server listens. */
const nowhere = new URL("http://127.0.0.1:9/mcp");

Deno.test({
  name: "the load balancer logs unavailable servers without sign-in query strings",
  ignore: !isThere,
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

async function post(url: URL): Promise<number> {
  const answer = await fetch(url, { method: "POST", body: "{}" });
  await answer.body?.cancel();
  return answer.status;
}

Deno.test({
  name: "the load balancer resends a change that reached no replica",
  ignore: !isThere,
  fn: async () => {
    let taken = 0;
    await using replica = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
      taken += 1;
      return new Response("answered");
    });
    const there = new URL(`http://127.0.0.1:${replica.addr.port}/mcp`);
    await using balancer = await startBalancer([nowhere, there]);
    for (let nth = 1; nth <= 3; nth++) assertEquals([await post(balancer.url), taken], [200, nth]);
  },
});

Deno.test({
  name: "the load balancer doesn't resend a change that a replica received",
  ignore: !isThere,
  fn: async () => {
    using first = new BreakingReplica();
    using second = new BreakingReplica();
    await using balancer = await startBalancer([first.url, second.url]);
    assertEquals(await post(balancer.url), 502);
    assertEquals(first.taken + second.taken, 1);
  },
});
