import { assertEquals, assertStringIncludes } from "@std/assert";
import { createUpstreamClient } from "../../client/upstream_client.ts";
import { callSome, dataOf, failureOf, scriptedClient } from "./_scripted_client.ts";

/** Starts a real server; the test ends it. */
function serve(handler: (request: Request) => Response): {
  readonly baseUrl: string;
  readonly stop: () => Promise<void>;
} {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    stop: () => server.shutdown(),
  };
}

for (const status of [301, 302, 303, 307, 308]) {
  Deno.test(`a real redirect with status ${status} is not followed`, async () => {
    const paths: string[] = [];
    const { baseUrl, stop } = serve(({ url }) => {
      paths.push(new URL(url).pathname);
      return new Response(null, { status, headers: { Location: "/elsewhere" } });
    });
    const client = createUpstreamClient({ baseUrl, token: "a-token" });

    const error = await failureOf(client.getPlans());
    const uncertain = await failureOf(callSome(client, "createTransaction"));

    assertEquals([error.code, error.status], ["unavailable", status]);
    assertEquals([uncertain.code, uncertain.uncertain], ["unavailable", true]);
    assertEquals(paths, ["/plans", "/plans/p1/transactions"]);
    await stop();
  });
}

Deno.test("a real connection that stalls in its body is left when the time is over", async () => {
  const isLeft = Promise.withResolvers<void>();
  let runOut = (): void => {};
  const { baseUrl, stop } = serve(() => {
    const body = new ReadableStream({
      pull(controller): void {
        controller.enqueue(new TextEncoder().encode(`{"data":`));
        runOut();
      },
      cancel: () => isLeft.resolve(),
    });
    return new Response(body);
  });
  const after = (_ms: number, run: () => void): () => void => {
    runOut = run;
    return () => {};
  };
  const client = createUpstreamClient({ baseUrl, token: "a-token", after });

  assertEquals((await failureOf(client.getPlans())).code, "unavailable");
  await isLeft.promise;
  await stop();
});

Deno.test("a real write without a body sends none", async () => {
  const bodies: string[] = [];
  const { baseUrl, stop } = serve((request) => {
    void request.text().then((text) => bodies.push(`${request.method} ${text}`));
    return Response.json({ data: { transaction_ids: [] } });
  });
  const client = createUpstreamClient({ baseUrl, token: "a-token" });

  await client.importTransactions({ planId: "p1" });
  await stop();

  assertEquals(bodies, ["POST "]);
});

Deno.test("data with a status that is no success is none", async () => {
  const { client } = scriptedClient({
    replies: [new Response(await dataOf("getPlans").text(), { status: 300 })],
  });

  const error = await failureOf(client.getPlans());

  assertEquals([error.code, error.status], ["unavailable", 300]);
});

Deno.test("a runtime that may not reach the network is told how it may", async () => {
  const cause = Object.assign(new Error("Requires net access"), { name: "NotCapable" });
  const { client } = scriptedClient({ fetch: () => Promise.reject(cause) });

  const error = await failureOf(client.getPlans());

  assertStringIncludes(error.message, "start it with --allow-net");
  assertEquals([error.code, error.cause], ["unavailable", cause]);
});

Deno.test("a connection that fails for another reason is said to have failed", async () => {
  const cause = new TypeError("something else");
  const { client } = scriptedClient({ fetch: () => Promise.reject(cause) });

  const error = await failureOf(client.getPlans());

  assertStringIncludes(error.message, "connection to YNAB failed: check the network");
  assertEquals([error.code, error.cause], ["unavailable", cause]);
});
