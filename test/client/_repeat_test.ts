import { assertEquals } from "@std/assert";
import { prepareRequest } from "../../client/_request.ts";
import type { CoveredOperation } from "../../client/calls.ts";
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
  someArgs,
  someData,
} from "./_scripted_client.ts";

/** Whether a call may be sent again after upstream may have got it. */
const isRepeatable: Readonly<Record<CoveredOperation, boolean>> = {
  getPlans: true,
  getAccounts: true,
  getCategories: true,
  createCategory: false,
  updateCategory: true,
  getPlanMonths: true,
  getPlanMonth: true,
  updateMonthCategory: true,
  getScheduledTransactions: true,
  getTransactions: true,
  createTransaction: false,
  updateTransactions: true,
  importTransactions: false,
  deleteTransaction: true,
  updateTransaction: true,
  createScheduledTransaction: false,
  updateScheduledTransaction: true,
  deleteScheduledTransaction: true,
  createCategoryGroup: false,
  updateCategoryGroup: true,
  getPayees: true,
  updatePayee: true,
  getMoneyMovements: true,
  getMoneyMovementsByMonth: true,
  getMoneyMovementGroups: true,
  getMoneyMovementGroupsByMonth: true,
  getPlanSettingsById: true,
};

const transient: Readonly<Record<string, Reply>> = {
  "502": () => htmlReply(502),
  "503": () => errorReply("503"),
  "504": () => htmlReply(504),
  "a cut connection": cutConnection,
  "a body that breaks off": () => new Response(brokenBody()),
};

/** Replies that leave open whether a write was applied, and say little to a read. */
const unclear: Readonly<Record<string, Reply>> = {
  "500": () => errorReply("500"),
  "a page": () => htmlReply(200),
};

const lasting: Readonly<Record<string, Reply>> = {
  "400": () => errorReply("400"),
  "429": () => errorReply("429"),
  "501": () => htmlReply(501),
  "302": () => new Response(null, { status: 302 }),
};

for (const operation of coveredOperations) {
  Deno.test(`repeatOf() says when ${operation}() may be sent again`, () => {
    const rule = isRepeatable[operation] ? "always" : "unsent";

    assertEquals(prepareRequest(operation, someArgs[operation]).repeat, rule);
  });

  const tries = isRepeatable[operation] ? 3 : 1;

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

  Deno.test(`${operation}() is tried again when no connection was made`, async () => {
    const { client, sent } = scriptedClient({
      replies: [refuseConnection, refuseConnection, dataOf(operation)],
    });

    assertEquals(await callSome(client, operation), someData[operation]);
    assertEquals(sent.length, 3);
  });

  Deno.test(`${operation}() is certain when no connection could be made`, async () => {
    const replies = [refuseConnection, refuseConnection, refuseConnection];
    const { client } = scriptedClient({ replies });

    const error = await failureOf(callSome(client, operation));

    assertEquals([error.code, error.uncertain], ["unavailable", false]);
  });
}

Deno.test("a write with absolute values succeeds after a 500 and a page", async () => {
  const replies = [...Object.values(unclear), dataOf("updateMonthCategory")];
  const { client, sent } = scriptedClient({ replies });
  assertEquals(
    await callSome(client, "updateMonthCategory"),
    someData.updateMonthCategory,
  );
  assertEquals(sent.length, 3);
});

Deno.test("a PATCH with split lines is tried once after a 500 and after a page", async () => {
  for (const reply of Object.values(unclear)) {
    const { client, sent } = scriptedClient({ replies: [reply] });
    const error = await failureOf(split(client));
    assertEquals([error.uncertain, sent.length], [true, 1]);
  }
});

Deno.test("a PATCH with split lines is tried once", async () => {
  const { client, sent } = scriptedClient({ replies: [cutConnection] });
  const transactions = [{ id: "t1", subtransactions: [{ amount: -300 }] }];
  assertEquals(
    prepareRequest("updateTransactions", { planId: "p1", transactions }).repeat,
    "unsent",
  );

  const error = await failureOf(split(client));

  assertEquals([error.uncertain, sent.length], [true, 1]);
});

Deno.test("a PATCH with split lines is tried again when no connection was made", async () => {
  const replies = [refuseConnection, dataOf("updateTransactions")];
  const { client, sent } = scriptedClient({ replies });

  await split(client);

  assertEquals(sent.length, 2);
});

Deno.test("a PUT with split lines is tried once, one without is tried again", async () => {
  const transaction = { subtransactions: [{ amount: -300 }, { amount: -200 }] };
  const splitting = scriptedClient({ replies: [cutConnection] });
  const plain = scriptedClient({ replies: [cutConnection, dataOf("updateTransaction")] });

  const args = { planId: "p1", transactionId: "t1" };
  assertEquals(prepareRequest("updateTransaction", { ...args, transaction }).repeat, "unsent");
  await failureOf(splitting.client.updateTransaction({ ...args, transaction }));
  await plain.client.updateTransaction({ ...args, transaction: { memo: "x" } });

  assertEquals([splitting.sent.length, plain.sent.length], [1, 2]);
});

Deno.test("a create is tried again when its body was never read", async () => {
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

Deno.test("a write without a body is not tried again just because none was read", async () => {
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
