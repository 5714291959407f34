import fc from "fast-check";
import { type RequestLedger, takeRequest, WINDOW_MS } from "../../client/request_budget.ts";
import { UpstreamError, waitWords } from "../../client/upstream_error.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import {
  callSome,
  dataOf,
  errorReply,
  failureOf,
  type Reply,
  type ScriptedClient,
  scriptedClient,
} from "./_scripted_client.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A clock that stands still until a test sets it. */
interface Clock {
  at: number;
}

async function aLedger(used: number, clock: Clock = { at: HOUR }): Promise<RequestLedger> {
  const { ledger } = createMemoryStore(() => clock.at);
  for (let n = 0; n < used; n++) await ledger.tryTake(200);
  return ledger;
}

Deno.test("an ordinary read is rejected after 190 requests, because 10 are reserved", async () => {
  const ledger = await aLedger(189);
  await takeRequest(ledger, false);
  await assertRejects(() => takeRequest(ledger, false), UpstreamError, "60 minutes");
  for (let n = 0; n < 10; n++) await takeRequest(ledger, true);
  await assertRejects(() => takeRequest(ledger, true), UpstreamError, "60 minutes");
});

Deno.test("a request ledger never allows more requests than the limit in any time window", async () => {
  const steps = fc.array(fc.tuple(fc.nat(WINDOW_MS / 2), fc.boolean()), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), async (moves, limit) => {
      let now = WINDOW_MS;
      const { ledger } = createMemoryStore(() => now);
      const taken: number[] = [];
      for (const [ms, waitsForFree] of moves) {
        now += ms;
        const refusal = await ledger.tryTake(limit);
        if (refusal === null) taken.push(now);
        else if (waitsForFree) {
          now += refusal.freeInMs;
          assertEquals(await ledger.tryTake(limit), null);
          taken.push(now);
        }
        assert(taken.filter((at) => at > now - WINDOW_MS).length <= limit);
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("after 190 requests, only writes and reserved reads are sent", async () => {
  const { client, sent } = scriptedClient({
    ledger: await aLedger(190),
    now: () => HOUR,
    replies: [dataOf("getAccounts"), dataOf("updateCategory")],
  });

  const error = await failureOf(callSome(client, "getAccounts"));
  assertEquals([error.code, error.status, sent.length], ["rate_limited", null, 0]);
  assertMatch(error.message, /limit of 200 requests an hour/);
  await callSome(client, "getAccounts", { reserve: true });
  await callSome(client, "updateCategory");
  assertEquals(sent.length, 2);
});

interface Closed {
  readonly retryAfter: string | null;
  readonly closedMs: number;
}

const closings: Readonly<Record<string, Closed>> = {
  "seconds": { retryAfter: "90", closedMs: 90_000 },
  "no time at all": { retryAfter: "0", closedMs: 1_000 },
  "a date": { retryAfter: "Thu, 01 Jan 1970 01:02:00 GMT", closedMs: 2 * MINUTE },
  "a past date": { retryAfter: "Thu, 01 Jan 1970 00:00:00 GMT", closedMs: 10 * MINUTE },
  "nonsense": { retryAfter: "soon", closedMs: 10 * MINUTE },
  "nothing": { retryAfter: null, closedMs: 10 * MINUTE },
  "a week": { retryAfter: "604800", closedMs: HOUR },
};

for (const [name, { retryAfter, closedMs }] of Object.entries(closings)) {
  Deno.test(`a 429 whose Retry-After is ${name} pauses requests for ${closedMs} ms`, async () => {
    const clock: Clock = { at: HOUR };
    const { client, sent } = afterTooMany(retryAfter, clock);

    const error = await failureOf(callSome(client, "getAccounts"));
    assertEquals([error.code, error.retryAfterMs, error.status], ["rate_limited", closedMs, 429]);

    clock.at += closedMs - 1;
    const refused = await failureOf(callSome(client, "getAccounts", { reserve: true }));
    assertEquals([refused.code, refused.retryAfterMs, refused.status], ["rate_limited", 1, null]);
    assertMatch(
      refused.message,
      /isn't accepting requests right now: try again in/,
    );
    assertEquals(sent.length, 1);

    clock.at += 1;
    await callSome(client, "getAccounts");
    assertEquals(sent.length, 2);
  });
}

function afterTooMany(retryAfter: string | null, clock: Clock): ScriptedClient {
  const headers: HeadersInit = retryAfter === null ? {} : { "Retry-After": retryAfter };
  const tooMany: Reply = errorReply("429", "Too many requests", { headers });
  const now = (): number => clock.at;
  const { ledger } = createMemoryStore(now);
  return scriptedClient({ replies: [tooMany, dataOf("getAccounts")], now, ledger });
}

Deno.test("a request ledger keeps its entries when the clock goes back a minute, and drops them when it goes back further", async () => {
  const clock: Clock = { at: 10 * HOUR };
  const ledger = await aLedger(1, clock);
  await ledger.close(HOUR);

  clock.at -= MINUTE;
  assertEquals(await ledger.use(), { used: 1, closedForMs: HOUR + MINUTE });
  clock.at -= 1;
  assertEquals(await ledger.use(), { used: 0, closedForMs: 0 });
});

const words: readonly (readonly [ms: number, words: string])[] = [
  [0, "1 second"],
  [1_000, "1 second"],
  [1_001, "2 seconds"],
  [119_000, "119 seconds"],
  [119_001, "2 minutes"],
  [120_001, "3 minutes"],
  [3_600_000, "60 minutes"],
];
Deno.test("waitWords() rounds waiting times up", () => {
  assertEquals(words.map(([ms]) => waitWords(ms)), words.map(([, said]) => said));
});
