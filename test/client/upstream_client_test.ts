import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import type { CoveredOperation, RequestEvent } from "../../client/upstream_client.ts";
import fc from "fast-check";
import { operationIds, operationLine, operations } from "../../client/operations.ts";
import {
  callSome,
  coveredOperations,
  cutConnection,
  dataOf,
  errorReply,
  failureOf,
  leastTransaction,
  scriptedClient,
  someArgs,
  someData,
} from "./_scripted_client.ts";

/** Path and query that an operation sends for `someArgs`. */
function wanted(operation: CoveredOperation): string {
  const ids: Readonly<Record<string, string>> = {
    ...{ plan_id: "p1", category_id: "c1", category_group_id: "g1", payee_id: "y1" },
    ...{ transaction_id: "t1", scheduled_transaction_id: "s1", month: "2026-07-01" },
  };
  const path = operations[operation].path.replaceAll(/\{(\w+)\}/gu, (_, name) => ids[name] ?? "");
  return operation === "getTransactions" ? `${path}?since_date=1990-01-01` : path;
}

for (const operation of coveredOperations) {
  Deno.test(`${operation}() sends its request and returns the response's data`, async () => {
    const { client, sent } = scriptedClient({ replies: [dataOf(operation)] });

    assertEquals(await callSome(client, operation), someData[operation]);

    const fields = Object.entries(someArgs[operation]).filter(([, value]) =>
      value instanceof Object
    )
      .map((
        [name, value],
      ) => [name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), value]);
    const [request] = sent;
    assertEquals(request?.method, operations[operation].method);
    assertEquals(request?.url, `https://upstream.example/v1${wanted(operation)}`);
    const body = fields.length === 0 ? "" : JSON.stringify(Object.fromEntries(fields));
    assertEquals(request?.body, body);
    const isRead = operations[operation].method === "GET";
    assertEquals(request?.init.body instanceof ReadableStream, !isRead);
    assertEquals(request?.init.duplex, isRead ? undefined : "half");
  });
}

Deno.test("the list of operations contains each of the 44 operations once", () => {
  assertEquals([operationIds.length, new Set(operationIds.map(operationLine)).size], [44, 44]);
  const line = "DELETE /plans/{plan_id}/transactions/{transaction_id}";
  assertEquals(operationLine("deleteTransaction"), line);
});

Deno.test("getAccounts() sends YNAB the last known server knowledge, even if it is 0", async () => {
  const { client, sent } = scriptedClient({
    replies: [dataOf("getAccounts"), dataOf("getTransactions")],
  });

  await client.getAccounts({ planId: "p1", knowledge: 0 });
  await client.getTransactions({ planId: "p1", sinceDate: "1990-01-01", knowledge: 42 });

  const searches = sent.map(({ url }) => new URL(url).search);
  assertEquals(searches, [
    "?last_knowledge_of_server=0",
    "?since_date=1990-01-01&last_knowledge_of_server=42",
  ]);
});

Deno.test("a request sends the token, user agent and Accept header, and doesn't follow redirects", async () => {
  const { client, sent } = scriptedClient({ replies: [dataOf("getPlans")], version: "1.2.3" });

  await client.getPlans();

  const { headers, init } = sent[0]!;
  assertEquals(headers.get("authorization"), "Bearer a-token");
  assertEquals(headers.get("user-agent"), "budget-tool-server/1.2.3");
  assertEquals(headers.get("accept"), "application/json");
  assertFalse(headers.has("content-type"));
  assertEquals([init.redirect, init.credentials], ["manual", "omit"]);
});

for (const token of ["", " ", "a\r\nb", "t\u00f6ken"]) {
  Deno.test(`the client rejects the token ${JSON.stringify(token)} without sending a request`, async () => {
    const { client, sent } = scriptedClient({ token });

    const error = await failureOf(client.getPlans());

    assertEquals([error.code, sent.length], ["unauthorized", 0]);
  });
}

Deno.test("each request is reported before and after it is sent, even if there is no response", async () => {
  const events: RequestEvent[] = [];
  let announced = 0;
  const { client } = scriptedClient({
    replies: [cutConnection, dataOf("getAccounts")],
    onRequest: (event) => events.push(event),
  });

  await client.getAccounts({ planId: "p1" }, { onRequest: () => announced++ });

  assertEquals(announced, 2);
  assertEquals(events, [
    { operation: "getAccounts", status: null, ms: 0, attempt: 1, cause: "CLOSED" },
    { operation: "getAccounts", status: 200, ms: 0, attempt: 2 },
  ]);
});

Deno.test("getTransactions() reports progress, even to a listener that throws", async () => {
  const transactions = [{ ...leastTransaction, memo: "x".repeat(1_100_000) }];
  const reply = (): Response => Response.json({ data: { transactions, server_knowledge: 7 } });
  const { client } = scriptedClient({ replies: [reply(), reply()] });
  const args = { planId: "p1", sinceDate: "1990-01-01" };
  const reported: number[] = [];

  await client.getTransactions(args, { onProgress: ({ bytes }) => reported.push(bytes) });
  const onProgress = (): never => {
    throw new Error("The listener failed");
  };
  const answer = await client.getTransactions(args, { onProgress });

  assert(reported.length > 0 && reported.every((bytes) => bytes >= 1_000_000), `${reported}`);
  assertEquals(answer.transactions.length, 1);
});

Deno.test("an observer that throws doesn't affect the call", async () => {
  const onRequest = (): never => {
    throw new Error("The log is full");
  };
  const { client } = scriptedClient({ replies: [dataOf("getPlans")], onRequest });

  assertEquals(await client.getPlans({}, { onRequest }), someData.getPlans as never);
});

Deno.test("errors never contain the token, even if the response quotes it", async () => {
  const tokens = fc.stringMatching(/^[!-~]{12,40}$/);
  const statuses = fc.constantFrom(200, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503);
  const shapes = fc.constantFrom(
    (token: string) => JSON.stringify({ error: { id: token, name: token, detail: token } }),
    (token: string) => JSON.stringify({ error: { id: "400", name: "x", detail: `a ${token}` } }),
    (token: string) => `<html>${token}</html>`,
    (token: string) => `{"data":{"plans":"${token.replace(/["\\]/g, "x")}"}`,
  );
  await fc.assert(fc.asyncProperty(tokens, statuses, shapes, async (token, status, shape) => {
    const replies = Array.from({ length: 3 }, () => () => new Response(shape(token), { status }));
    const { client } = scriptedClient({ replies, token });

    const error = await failureOf(client.getAccounts({ planId: "p1" }));

    const texts = [error, error.cause].map((part) =>
      part instanceof Error ? `${part.message} ${part.stack} ${JSON.stringify(part)}` : ""
    );
    assertFalse(texts.join(" ").includes(token));
  }));
});

Deno.test("the error for an unreadable response doesn't contain its text", async () => {
  const reply = new Response(`{"data":{"plans":[{"name":"Secret Payee"`);
  const { client } = scriptedClient({ replies: [reply] });

  const error = await failureOf(client.getPlans());

  assert(error.cause instanceof TypeError);
  assertFalse(`${error.stack} ${error.cause}`.includes("Secret"));
});

Deno.test("the client recognizes a web page even if it starts with non-ASCII white space", async () => {
  const reply = new Response("\u3000\u2028\n<html></html>");
  const { client } = scriptedClient({ replies: [reply] });
  assertMatch((await failureOf(client.getPlans())).message, /^A web page came back/);
});

Deno.test("a 404.2 error for the list of plans or schedules counts as an empty list", async () => {
  const { client } = scriptedClient({ replies: [errorReply("404.2"), errorReply("404.2")] });

  assertEquals(await client.getPlans(), { plans: [] });
  assertEquals(await client.getScheduledTransactions({ planId: "p1" }), {
    scheduled_transactions: [],
    server_knowledge: 0,
  });
});
