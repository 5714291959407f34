import { assertEquals } from "@std/assert";
import {
  type CoveredOperation,
  createUpstreamClient,
  type UpstreamClient,
} from "../../client/upstream_client.ts";
import {
  type CuttingServer,
  type CuttingServerOptions,
  deadPort,
  startCuttingServer,
} from "./_cutting_server.ts";
import { boundless, callSome, failureOf } from "./_scripted_client.ts";

/** Write operations and their HTTP methods: POST with and without a body, PATCH, DELETE and PUT. */
const writes = {
  createTransaction: "POST",
  importTransactions: "POST",
  updateTransactions: "PATCH",
  deleteTransaction: "DELETE",
  updateTransaction: "PUT",
} as const satisfies Partial<Record<CoveredOperation, string>>;

Deno.test("this runtime resends a plain POST when a keep-alive connection is cut", async () => {
  await using server = await startCuttingServer();
  await (await fetch(server.baseUrl)).text();

  const response = await fetch(server.baseUrl, { method: "POST", body: "{}" });

  // The server received the request twice, but the caller sees one success. The client streams its
  // request bodies, which the runtime can't resend.
  assertEquals(response.status, 200);
  await response.body?.cancel();
  assertEquals(server.arrivals.map(({ method }) => method), ["GET", "POST", "POST"]);
});

for (const [operation, method] of Object.entries(writes)) {
  Deno.test(`if the keep-alive connection is cut during ${operation}(), the server receives the request only once`, async () => {
    const { server, error } = await cutDuring(operation as CoveredOperation);

    assertEquals(server.arrivals, [
      { method: "GET", connection: 1 },
      { method, connection: 1 },
    ]);
    assertEquals([error.code, error.uncertain], ["unavailable", true]);
  });

  Deno.test(`${operation}() is reported as uncertain when the server cuts the connection and stops listening`, async () => {
    const { error } = await cutDuring(operation as CoveredOperation, { isLast: true });

    assertEquals([error.code, error.uncertain], ["unavailable", true]);
  });
}

Deno.test("createTransaction() is retried and reported as not applied when no server is listening", async () => {
  const waits: number[] = [];
  const client = createUpstreamClient({
    baseUrl: `http://127.0.0.1:${await deadPort()}`,
    token: "a-token",
    ledger: boundless,
    delay: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });

  const error = await failureOf(callSome(client, "createTransaction"));

  assertEquals([error.code, error.uncertain, waits.length], ["unavailable", false, 2]);
});

async function cutDuring(
  operation: CoveredOperation,
  options: CuttingServerOptions = {},
): Promise<
  { readonly server: CuttingServer; readonly error: Awaited<ReturnType<typeof failureOf>> }
> {
  await using server = await startCuttingServer(options);
  const client = oneTryClient(server.baseUrl);
  await client.getPlans();
  return { server, error: await failureOf(callSome(client, operation)) };
}

/** Disables the client's own retries, so that only the runtime can repeat a request. */
function oneTryClient(baseUrl: string): UpstreamClient {
  const delay = (): Promise<never> => Promise.reject(new Error("No further try"));
  return createUpstreamClient({ baseUrl, token: "a-token", ledger: boundless, delay });
}
