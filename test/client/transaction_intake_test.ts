import { assert, assertEquals } from "@std/assert";
import type { TransactionIntake } from "../../client/wire/transaction_intake.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { failureOf, htmlReply, leastTransaction, scriptedClient } from "./_scripted_client.ts";

const ASKED = { planId: "p1", sinceDate: "1990-01-01" };

/** What an intake was given; a new answer takes the place of the one before. */
class Taken implements TransactionIntake {
  begun = 0;
  /** How many were handed out since others had their turn. */
  sinceTurn = 0;
  most = 0;
  ids: string[] = [];

  begin(): void {
    this.begun += 1;
    this.ids = [];
  }

  take(transactions: readonly Transaction[]): void {
    this.ids.push(...transactions.map(({ id }) => id));
    this.sinceTurn += transactions.length;
    this.most = Math.max(this.most, this.sinceTurn);
  }
}

function rowsOf(count: number): readonly unknown[] {
  const memo = "x".repeat(500);
  return Array.from({ length: count }, (_, at) => ({ ...leastTransaction, memo, id: `t${at}` }));
}

function textOf(count: number): string {
  return JSON.stringify({ data: { transactions: rowsOf(count), server_knowledge: 7 } });
}

Deno.test("a long list is handed out in batches, and others have their turn between them", async () => {
  const taken = new Taken();
  let turns = 0;
  const { client } = scriptedClient({
    replies: [new Response(textOf(5_000))],
    nextTurn: () => {
      turns += 1;
      taken.sinceTurn = 0;
      return Promise.resolve();
    },
  });
  const { transactions, server_knowledge } = await client.getTransactions(ASKED, { intake: taken });
  const last = transactions.map(({ id }) => id);
  assertEquals([...taken.ids, ...last], Array.from({ length: 5_000 }, (_, at) => `t${at}`));
  assertEquals([server_knowledge, taken.begun], [7, 1]);
  assert(taken.most < 1_500 && last.length < 1_500, `${taken.most} and ${last.length} at once`);
  assert(turns >= 4, `${turns} turns`);
});

Deno.test("a try that breaks half way is begun anew", async () => {
  const taken = new Taken();
  const text = new TextEncoder().encode(textOf(9_000));
  let pulled = 0;
  const broken = new ReadableStream<Uint8Array>({
    pull(controller): void {
      if (pulled++ === 0) controller.enqueue(text.subarray(0, -400_000));
      else controller.error(new TypeError("connection reset"));
    },
  });
  const replies = [new Response(broken), new Response(text)];
  const { client, sent } = scriptedClient({ replies });
  const { transactions } = await client.getTransactions(ASKED, { intake: taken });
  assertEquals([sent.length, taken.begun], [2, 2]);
  assertEquals(taken.ids.length + transactions.length, 9_000);
});

Deno.test("a call that is given up while its list comes ends between two batches", async () => {
  const taken = new Taken();
  const stop = new AbortController();
  const { client } = scriptedClient({
    replies: [new Response(textOf(5_000))],
    nextTurn: () => {
      if (taken.ids.length > 0) stop.abort(new Error("Enough"));
      return Promise.resolve();
    },
  });
  const call = client.getTransactions(ASKED, { intake: taken, signal: stop.signal });
  assertEquals((await failureOf(call)).code, "aborted");
  const before = taken.ids.length;
  assert(before > 0 && before < 5_000, `${before}`);
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  assertEquals(taken.ids.length, before);
});

Deno.test("an answer that is refused is given to no intake", async () => {
  const taken = new Taken();
  const { client } = scriptedClient({ replies: [htmlReply(401)] });
  await failureOf(client.getTransactions(ASKED, { intake: taken }));
  assertEquals([taken.begun, taken.ids], [0, []]);
});

Deno.test("a list cut off behind sound records is unreadable, as it is in one piece", async () => {
  for (const intake of [new Taken(), undefined]) {
    const { client } = scriptedClient({ replies: [new Response(textOf(5_000).slice(0, -20))] });
    const error = await failureOf(
      client.getTransactions(ASKED, intake === undefined ? {} : { intake }),
    );
    assertEquals([error.code, /unreadable:/u.test(error.message)], ["unavailable", true]);
  }
});

Deno.test("the progress of a list that is handed out is told as it comes", async () => {
  const told: number[] = [];
  const { client } = scriptedClient({ replies: [new Response(textOf(15_000))] });
  await client.getTransactions(ASKED, {
    intake: new Taken(),
    onProgress: ({ bytes }) => told.push(bytes),
  });
  assert(told.length > 0 && told.every((bytes) => bytes >= 1_000_000), told.join());
});
