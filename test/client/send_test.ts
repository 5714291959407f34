import type { Refusal } from "../../client/request_budget.ts";
import type { CoveredOperation } from "../../client/upstream_client.ts";
import {
  boundless,
  callSome,
  coveredOperations,
  cutConnection,
  dataOf,
  errorReply,
  failureOf,
  htmlReply,
  refuseConnection,
  type Reply,
  scriptedClient,
  type ScriptOptions,
  someData,
} from "./_scripted_client.ts";
import { assertEquals } from "@std/assert";

/** The error that a call failed with, and the number of requests that it sent. */
type End = readonly [code: string, isUncertain: boolean, requests: number];

async function endOf(operation: CoveredOperation, script: ScriptOptions): Promise<End> {
  const { client, sent } = scriptedClient(script);
  const { code, uncertain } = await failureOf(callSome(client, operation));
  return [code, uncertain, sent.length];
}

Deno.test("retry delays double and have full jitter", async () => {
  const replies = [cutConnection, cutConnection, dataOf("getPlans")];
  const { client, waits } = scriptedClient({ replies, random: () => 0.25 });
  await client.getPlans();
  assertEquals(waits, [250, 500]);
});

const ends: readonly (readonly [
  name: string,
  operation: CoveredOperation,
  replies: readonly Reply[],
  end: End,
])[] = [
  [
    "a write is uncertain if any attempt was",
    "updateMonthCategory",
    [() => errorReply("503"), () => errorReply("400")],
    ["rejected", true, 2],
  ],
  [
    "deleteTransaction() fails if the first request returns 404",
    "deleteTransaction",
    [errorReply("404.2")],
    ["not_found", false, 1],
  ],
  [
    "deleteTransaction() fails with 404 if earlier attempts never connected",
    "deleteTransaction",
    [refuseConnection, errorReply("404.2")],
    ["not_found", false, 2],
  ],
  [
    "updateCategory() fails for a deleted record even when retried",
    "updateCategory",
    [cutConnection, errorReply("404.2")],
    ["not_found", true, 2],
  ],
];
for (const [name, operation, replies, end] of ends) {
  Deno.test(name, async () => assertEquals(await endOf(operation, { replies }), end));
}

Deno.test("deleteTransaction() succeeds if a retry returns 404", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });
  const gone = { transaction: null, server_knowledge: null };
  assertEquals(await client.deleteTransaction({ planId: "p1", transactionId: "t1" }), gone);
});

Deno.test("a call reports the previous failure if the request budget doesn't allow a retry", async () => {
  let left = 1;
  const tryTake = (): Promise<Refusal | null> =>
    Promise.resolve(left-- > 0 ? null : { freeInMs: 1_000, isClosed: false });
  const ledger = { ...boundless, tryTake };
  const replies = [() => errorReply("503")];
  assertEquals(await endOf("updateCategory", { replies, ledger }), ["unavailable", true, 1]);
});

/** These operations create records, so a request that YNAB may have received must not be resent. */
const creations: readonly CoveredOperation[] = [
  "createCategory",
  "createCategoryGroup",
  "createScheduledTransaction",
  "createTransaction",
  "importTransactions",
];

const transient: readonly Reply[] = [
  () => htmlReply(502),
  () => errorReply("503"),
  () => htmlReply(504),
  cutConnection,
  () => new Response(brokenBody()),
];

/**
 * Replies that make a read fail; the same replies to a write leave the write's outcome uncertain.
 */
const unclear: readonly Reply[] = [() => errorReply("500"), () => htmlReply(200)];

for (const operation of coveredOperations) {
  const isRead = operation.startsWith("get");
  const tries = creations.includes(operation) ? 1 : 3;
  const thrice = (reply: Reply): Promise<End> =>
    endOf(operation, { replies: [reply, reply, reply] });

  Deno.test(`${operation}() is tried ${tries} times if the error may be temporary`, async () => {
    for (const [nth, reply] of transient.entries()) {
      assertEquals([nth, await thrice(reply)], [nth, ["unavailable", !isRead, tries]]);
    }
    for (const [nth, reply] of unclear.entries()) {
      const requests = isRead ? 1 : tries;
      assertEquals([nth, await thrice(reply)], [nth, ["unavailable", !isRead, requests]]);
    }
  });

  Deno.test(`${operation}() is tried only once if the error is permanent`, async () => {
    assertEquals(await thrice(() => errorReply("400")), ["rejected", false, 1]);
    assertEquals(await thrice(() => errorReply("429")), ["rate_limited", false, 1]);
    assertEquals(await thrice(() => htmlReply(501)), ["unavailable", !isRead, 1]);
    const redirect = (): Response => new Response(null, { status: 302 });
    assertEquals(await thrice(redirect), ["unavailable", !isRead, 1]);
  });

  Deno.test(`${operation}() is retried and reported as not applied if no connection was established`, async () => {
    const replies = [refuseConnection, refuseConnection, dataOf(operation)];
    const { client, sent } = scriptedClient({ replies });
    assertEquals(await callSome(client, operation), someData[operation]);
    assertEquals(sent.length, 3);
    assertEquals(await thrice(refuseConnection), ["unavailable", false, 3]);
  });
}

Deno.test("updateTransaction() and updateTransactions() aren't retried if the request contains split lines", async () => {
  const transaction = { subtransactions: [{ amount: -300 }, { amount: -200 }] };
  const one = { planId: "p1", transactionId: "t1", transaction };
  const several = {
    planId: "p1",
    transactions: [{ id: "t1", approved: true }, { id: "t2", ...transaction }],
  };
  const { client, sent } = scriptedClient({ replies: [cutConnection, cutConnection] });

  assertEquals((await failureOf(client.updateTransaction(one))).uncertain, true);
  assertEquals((await failureOf(client.updateTransactions(several))).uncertain, true);
  assertEquals(sent.length, 2);
});

Deno.test("createTransaction() is retried if fetch() never read the request body", async () => {
  let requests = 0;
  const fetch = (): Promise<Response> =>
    ++requests === 1
      ? Promise.reject(new TypeError("fetch failed"))
      : Promise.resolve(dataOf("createTransaction"));
  await callSome(scriptedClient({ fetch }).client, "createTransaction");
  assertEquals(requests, 2);
});

Deno.test("a failed write that has no request body isn't retried, because it may have been sent", async () => {
  let requests = 0;
  const fetch = (): Promise<Response> => {
    requests++;
    return Promise.reject(new TypeError("fetch failed"));
  };
  const [, isUncertain] = await endOf("importTransactions", { fetch });
  assertEquals([isUncertain, requests], [true, 1]);
});

function brokenBody(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller): void {
      if (pulls++ === 0) return controller.enqueue(new TextEncoder().encode(`{"data":{`));
      controller.error(new TypeError("connection reset"));
    },
  });
}
