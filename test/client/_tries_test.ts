import { assertEquals, assertStringIncludes } from "@std/assert";
import { memoryLedger } from "../../client/request_budget.ts";
import {
  callSome,
  cutConnection,
  dataOf,
  errorReply,
  failureOf,
  refuseConnection,
  scriptedClient,
  someData,
} from "./_scripted_client.ts";

Deno.test("the waits have full jitter and double", async () => {
  const replies = [cutConnection, cutConnection, dataOf("getPlans")];
  const { client, waits } = scriptedClient({ replies, random: () => 0.25 });

  await client.getPlans();

  assertEquals(waits, [250, 500]);
});

Deno.test("a write is uncertain when any of its tries was", async () => {
  const replies = [() => errorReply("503"), () => errorReply("400")];
  const { client } = scriptedClient({ replies });

  const error = await failureOf(callSome(client, "updateMonthCategory"));

  assertEquals([error.code, error.uncertain], ["rejected", true]);
  assertStringIncludes(error.message, "may have been applied");
});

Deno.test("a write that succeeds in the end is no error", async () => {
  const replies = [() => errorReply("503"), cutConnection, dataOf("updateCategory")];
  const { client } = scriptedClient({ replies });

  assertEquals(await callSome(client, "updateCategory"), someData.updateCategory);
});

Deno.test("deleteTransaction() is done when a repeated request finds nothing", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });

  assertEquals(await client.deleteTransaction({ planId: "p1", transactionId: "t1" }), {
    transaction: null,
    server_knowledge: null,
  });
});

Deno.test("deleteTransaction() fails when the first request finds nothing", async () => {
  const { client } = scriptedClient({ replies: [errorReply("404.2")] });

  assertEquals((await failureOf(callSome(client, "deleteTransaction"))).code, "not_found");
});

Deno.test("deleteScheduledTransaction() is done when a repeated request finds nothing", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });

  assertEquals(await callSome(client, "deleteScheduledTransaction"), {
    scheduled_transaction: null,
  });
});

Deno.test("deleteScheduledTransaction() fails when the first request finds nothing", async () => {
  const { client } = scriptedClient({ replies: [errorReply("404.2")] });

  const failure = await failureOf(callSome(client, "deleteScheduledTransaction"));

  assertEquals(failure.code, "not_found");
});

Deno.test("a change of a record that is gone fails, also when it is repeated", async () => {
  const { client } = scriptedClient({ replies: [cutConnection, errorReply("404.2")] });

  const error = await failureOf(callSome(client, "updateCategory"));

  assertEquals([error.code, error.uncertain], ["not_found", true]);
});

Deno.test("deleteTransaction() fails when only the connection had failed before", async () => {
  const { client } = scriptedClient({ replies: [refuseConnection, errorReply("404.2")] });

  const error = await failureOf(callSome(client, "deleteTransaction"));

  assertEquals([error.code, error.uncertain], ["not_found", false]);
});

Deno.test("each try takes one request from the budget", async () => {
  const ledger = memoryLedger();
  const { client } = scriptedClient({ replies: [cutConnection, dataOf("getPlans")], ledger });

  await client.getPlans();

  assertEquals((await ledger.use(3_600_000)).used, 2);
});

Deno.test("when no request is left to repeat, the failure before it stands", async () => {
  const ledger = memoryLedger();
  for (let n = 0; n < 199; n++) {
    await ledger.tryTake({ windowMs: 3_600_000, limit: 200 });
  }
  const { client, sent } = scriptedClient({ replies: [() => errorReply("503")], ledger });

  const error = await failureOf(callSome(client, "updateCategory"));

  assertEquals([error.status, error.uncertain, sent.length], [503, true, 1]);
});
