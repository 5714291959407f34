import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hasNginx, startBalancer } from "./_nginx.ts";
import { Replica } from "./_replica.ts";

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
    await using replica = new Replica();
    await using balancer = await startBalancer([nowhere, await replica.listen()]);
    for (let nth = 1; nth <= 3; nth++) {
      assertEquals([await post(balancer.url), replica.clients.length], [200, nth]);
    }
  },
});

Deno.test({
  name: "the load balancer doesn't resend a change that a replica received",
  ignore: !isThere,
  fn: async () => {
    await using first = new Replica();
    await using second = new Replica();
    first.isBreaking = second.isBreaking = true;
    await using balancer = await startBalancer([await first.listen(), await second.listen()]);
    assertEquals(await post(balancer.url), 502);
    assertEquals(first.clients.length + second.clients.length, 1);
  },
});
