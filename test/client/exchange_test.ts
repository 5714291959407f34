import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { type CoveredOperation, createUpstreamClient } from "../../client/upstream_client.ts";
import type { UpstreamError } from "../../client/upstream_error.ts";
import {
  boundless,
  callSome,
  cutConnection,
  dataOf,
  errorReply,
  failureOf,
  type Reply,
  type ScriptedClient,
  scriptedClient,
} from "./_scripted_client.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";

/** Starts a real server, which the test must stop. */
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

for (const status of [302, 307]) {
  Deno.test(`the client doesn't follow a redirect with status ${status} from a real server`, async () => {
    const paths: string[] = [];
    const { baseUrl, stop } = serve(({ url }) => {
      paths.push(new URL(url).pathname);
      return new Response(null, { status, headers: { Location: "/elsewhere" } });
    });
    const client = createUpstreamClient({ baseUrl, token: "a-token", ledger: boundless });

    const error = await failureOf(client.getPlans());
    const uncertain = await failureOf(callSome(client, "createTransaction"));

    assertEquals([error.code, error.status], ["unavailable", status]);
    assertEquals([uncertain.code, uncertain.uncertain], ["unavailable", true]);
    assertEquals(paths, ["/plans", "/plans/p1/transactions"]);
    await stop();
  });
}

Deno.test("a call times out when the body of a response from a real server stalls", async () => {
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
  const client = createUpstreamClient({ baseUrl, token: "a-token", ledger: boundless, after });

  assertEquals((await failureOf(client.getPlans())).code, "unavailable");
  await isLeft.promise;
  await stop();
});

Deno.test("without network permission, the error says how to grant it", async () => {
  const cause = Object.assign(new Error("Requires net access"), { name: "NotCapable" });
  const { client } = scriptedClient({ fetch: () => Promise.reject(cause) });

  const error = await failureOf(client.getPlans());

  assertStringIncludes(error.message, "start the server with --allow-net=upstream.example");
  assertEquals([error.code, error.cause], ["unavailable", cause]);
});

const never = new Promise<never>(() => {});

const stalls: Readonly<Record<string, Reply>> = {
  "before the response": () => never,
  "in the middle of the body": () => new Response(stallingBody()),
};

for (const [name, reply] of Object.entries(stalls)) {
  for (const operation of ["getAccounts", "updateCategory"] as const) {
    Deno.test(`${operation}() times out and can be canceled if the server stalls ${name}`, async () => {
      const isWrite = operation === "updateCategory";
      const late = await stalled(operation, reply, ({ runOutOfTime }) => runOutOfTime());
      assertEquals([late.code, late.uncertain], ["unavailable", isWrite]);
      assertStringIncludes(late.message, "30 seconds");
      const canceled = await stalled(operation, reply, (_, stop) => stop());
      assertEquals([canceled.code, canceled.uncertain], ["aborted", isWrite]);
      assertEquals((canceled.cause as Error).message, "Enough");
    });
  }
}

/** Sends a request whose response stalls, ends the request with `end`, and returns the error. */
async function stalled(
  operation: CoveredOperation,
  reply: Reply,
  end: (script: ScriptedClient, stop: () => void) => void,
): Promise<UpstreamError> {
  const started = Promise.withResolvers<void>();
  const script = scriptedClient({
    replies: [(request) => {
      started.resolve();
      return typeof reply === "function" ? reply(request) : reply;
    }],
  });
  const controller = new AbortController();
  const call = failureOf(callSome(script.client, operation, { signal: controller.signal }));
  await started.promise;
  end(script, () => controller.abort(new Error("Enough")));
  const error = await call;
  assertEquals([script.sent.length, script.limits], [1, []]);
  return error;
}

Deno.test("a call that is canceled before it starts neither sends nor counts a request", async () => {
  const { ledger } = createMemoryStore(Date.now);
  const { client, limits } = scriptedClient({ ledger });

  const error = await failureOf(
    callSome(client, "createTransaction", { signal: AbortSignal.abort() }),
  );

  assertEquals([error.code, error.uncertain], ["aborted", false]);
  assertEquals((await ledger.use()).used, 0);
  assertEquals(limits, []);
});

Deno.test("a write isn't sent if it is canceled while its request is being counted against the rate limit", async () => {
  const controller = new AbortController();
  const { client, sent } = scriptedClient({
    ledger: {
      ...boundless,
      tryTake: () => {
        controller.abort();
        return Promise.resolve(null);
      },
    },
  });

  const error = await failureOf(
    callSome(client, "importTransactions", { signal: controller.signal }),
  );

  assertEquals([error.code, error.uncertain, sent.length], ["aborted", false, 0]);
});

Deno.test("a write is reported as not applied if it is canceled before the runtime reads its body", async () => {
  const controller = new AbortController();
  const bodies: ReadableStream[] = [];
  const { client } = scriptedClient({
    fetch: (_, init) => {
      bodies.push(init?.body as ReadableStream);
      return never;
    },
  });
  const call = failureOf(callSome(client, "createTransaction", { signal: controller.signal }));
  while (bodies.length === 0) await Promise.resolve();

  controller.abort();

  const error = await call;
  assertEquals([error.code, error.uncertain], ["aborted", false]);
  const late = await new Response(bodies[0]!).text().catch((reason: Error) => reason.message);
  assertEquals(late, "The request was abandoned");
});

Deno.test("a call that is canceled between retries fails", async () => {
  const controller = new AbortController();
  const { client, sent } = scriptedClient({
    replies: [() => errorReply("503")],
    delay: () => {
      controller.abort();
      return never;
    },
  });

  const error = await failureOf(
    callSome(client, "updateCategory", { signal: controller.signal }),
  );

  assertEquals([error.code, error.uncertain, sent.length], ["aborted", true, 1]);
});

Deno.test("a call that times out between retries reports the previous failure", async () => {
  const script = scriptedClient({
    replies: [() => errorReply("503")],
    delay: () => {
      script.runOutOfTime();
      return never;
    },
  });

  const error = await failureOf(callSome(script.client, "getAccounts"));

  assertEquals([error.code, error.status, script.sent.length], ["unavailable", 503, 1]);
});

for (const [operation, limitMs] of [["getPlans", 30_000], ["getTransactions", 120_000]] as const) {
  Deno.test(`${operation}() takes at most ${limitMs} ms including retries`, async () => {
    const seen: (readonly number[])[] = [];
    const script = scriptedClient({
      replies: [cutConnection, dataOf(operation)].map((reply) => () => {
        seen.push(script.limits);
        return typeof reply === "function" ? reply() : reply;
      }),
    });
    await callSome(script.client, operation);
    assertEquals([seen, script.limits], [[[limitMs], [limitMs]], []]);
  });
}

function stallingBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller): void {
      controller.enqueue(new TextEncoder().encode(`{"data":{"accounts":[`));
    },
  });
}
