import { prepareRequest } from "../../client/_request.ts";
import type { CoveredOperation } from "../../client/calls.ts";
import { memoryLedger } from "../../client/request_budget.ts";
import type { UpstreamClient } from "../../client/upstream_client.ts";
import {
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
  someData,
} from "./_scripted_client.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";

Deno.test("retry delays double and have full jitter", async () => {
  const replies = [cutConnection, cutConnection, dataOf("getPlans")];
  const { client, waits } = scriptedClient({ replies, random: () => 0.25 });

  await client.getPlans();

  assertEquals(waits, [250, 500]);
});

Deno.test("a write is uncertain if any attempt was", async () => {
  const replies = [() => errorReply("503"), () => errorReply("400")];
  const { client } = scriptedClient({ replies });

  const error = await failureOf(callSome(client, "updateMonthCategory"));

  assertEquals([error.code, error.uncertain], ["rejected", true]);
  assertStringIncludes(error.message, "may have been applied");
});

Deno.test("deleteTransaction() succeeds if a retry returns 404", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });

  assertEquals(await client.deleteTransaction({ planId: "p1", transactionId: "t1" }), {
    transaction: null,
    server_knowledge: null,
  });
});

Deno.test("deleteTransaction() fails if the first request returns 404", async () => {
  const { client } = scriptedClient({ replies: [errorReply("404.2")] });

  assertEquals((await failureOf(callSome(client, "deleteTransaction"))).code, "not_found");
});

Deno.test("updateCategory() fails for a deleted record even when retried", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });

  const error = await failureOf(callSome(client, "updateCategory"));

  assertEquals([error.code, error.uncertain], ["not_found", true]);
});

Deno.test("deleteTransaction() fails with 404 if earlier attempts never connected", async () => {
  const { client } = scriptedClient({ replies: [refuseConnection, errorReply("404.2")] });

  const error = await failureOf(callSome(client, "deleteTransaction"));

  assertEquals([error.code, error.uncertain], ["not_found", false]);
});

Deno.test("a call without requests left for a retry reports the previous failure", async () => {
  const ledger = memoryLedger();
  for (let n = 0; n < 199; n++) {
    await ledger.tryTake({ windowMs: 3_600_000, limit: 200 });
  }
  const { client, sent } = scriptedClient({ replies: [() => errorReply("503")], ledger });

  const error = await failureOf(callSome(client, "updateCategory"));

  assertEquals([error.status, error.uncertain, sent.length], [503, true, 1]);
});

/**
 * Operations that create records, so that they must not be resent if YNAB may have received them.
 */
const creations: readonly CoveredOperation[] = [
  "createCategory",
  "createCategoryGroup",
  "createScheduledTransaction",
  "createTransaction",
  "importTransactions",
];

const transient: Readonly<Record<string, Reply>> = {
  "502": () => htmlReply(502),
  "503": () => errorReply("503"),
  "504": () => htmlReply(504),
  "a cut connection": cutConnection,
  "a truncated body": () => new Response(brokenBody()),
};

/** Replies that leave it uncertain whether a write was applied, and that make a read fail. */
const unclear: Readonly<Record<string, Reply>> = {
  "500": () => errorReply("500"),
  "an HTML page": () => htmlReply(200),
};

const lasting: Readonly<Record<string, Reply>> = {
  "400": () => errorReply("400"),
  "429": () => errorReply("429"),
  "501": () => htmlReply(501),
  "302": () => new Response(null, { status: 302 }),
};

for (const operation of coveredOperations) {
  const tries = creations.includes(operation) ? 1 : 3;

  for (const [name, reply] of Object.entries(transient)) {
    Deno.test(`${operation}() is tried ${tries} times on ${name}`, async () => {
      const { client, sent } = scriptedClient({ replies: [reply, reply, reply] });

      assertEquals((await failureOf(callSome(client, operation))).code, "unavailable");
      assertEquals(sent.length, tries);
    });
  }

  const isRead = operation.startsWith("get");

  for (const [name, reply] of Object.entries(unclear)) {
    Deno.test(`${operation}() is tried ${isRead ? 1 : tries} times on ${name}`, async () => {
      const { client, sent } = scriptedClient({ replies: [reply, reply, reply] });

      const error = await failureOf(callSome(client, operation));

      assertEquals([error.code, error.uncertain], ["unavailable", !isRead]);
      assertEquals(sent.length, isRead ? 1 : tries);
    });
  }

  for (const [name, reply] of Object.entries(lasting)) {
    Deno.test(`${operation}() is tried once on ${name}`, async () => {
      const { client, sent } = scriptedClient({ replies: [reply] });

      await failureOf(callSome(client, operation));

      assertEquals(sent.length, 1);
    });
  }

  Deno.test(`${operation}() is retried if no connection was established`, async () => {
    const { client, sent } = scriptedClient({
      replies: [refuseConnection, refuseConnection, dataOf(operation)],
    });

    assertEquals(await callSome(client, operation), someData[operation]);
    assertEquals(sent.length, 3);
  });

  Deno.test(`${operation}() definitely fails if no connection could be established`, async () => {
    const replies = [refuseConnection, refuseConnection, refuseConnection];
    const { client } = scriptedClient({ replies });

    const error = await failureOf(callSome(client, operation));

    assertEquals([error.code, error.uncertain], ["unavailable", false]);
  });
}

Deno.test("updateTransactions() with split lines is tried only once", async () => {
  const { client, sent } = scriptedClient({ replies: [cutConnection] });
  const transactions = [{ id: "t1", subtransactions: [{ amount: -300 }] }];
  assertEquals(
    prepareRequest("updateTransactions", { planId: "p1", transactions }).repeat,
    "unsent",
  );

  const error = await failureOf(split(client));

  assertEquals([error.uncertain, sent.length], [true, 1]);
});

Deno.test("updateTransaction() is tried once with split lines and retried without them", async () => {
  const transaction = { subtransactions: [{ amount: -300 }, { amount: -200 }] };
  const splitting = scriptedClient({ replies: [cutConnection] });
  const plain = scriptedClient({ replies: [cutConnection, dataOf("updateTransaction")] });

  const args = { planId: "p1", transactionId: "t1" };
  assertEquals(prepareRequest("updateTransaction", { ...args, transaction }).repeat, "unsent");
  await failureOf(splitting.client.updateTransaction({ ...args, transaction }));
  await plain.client.updateTransaction({ ...args, transaction: { memo: "x" } });

  assertEquals([splitting.sent.length, plain.sent.length], [1, 2]);
});

Deno.test("createTransaction() is retried if its body was never read", async () => {
  let requests = 0;
  const { client } = scriptedClient({
    fetch: () => {
      if (++requests === 1) return Promise.reject(new TypeError("fetch failed"));
      return Promise.resolve(dataOf("createTransaction"));
    },
  });

  await callSome(client, "createTransaction");

  assertEquals(requests, 2);
});

Deno.test("a write without a body isn't retried just because no body was read", async () => {
  let requests = 0;
  const { client } = scriptedClient({
    fetch: () => {
      requests++;
      return Promise.reject(new TypeError("fetch failed"));
    },
  });

  const error = await failureOf(callSome(client, "importTransactions"));

  assertEquals([error.uncertain, requests], [true, 1]);
});

function split(client: UpstreamClient): Promise<unknown> {
  return client.updateTransactions({
    planId: "p1",
    transactions: [{ id: "t1", approved: true }, {
      id: "t2",
      subtransactions: [{ amount: -300 }, { amount: -200 }],
    }],
  });
}

function brokenBody(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller): void {
      if (pulls++ === 0) return controller.enqueue(new TextEncoder().encode(`{"data":{`));
      controller.error(new TypeError("connection reset"));
    },
  });
}
