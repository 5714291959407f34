import fc from "fast-check";
import {
  memoryLedger,
  RequestBudget,
  type RequestLedger,
  withOneMore,
} from "../../client/request_budget.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
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

function aBudget(used = 0, clock: Clock = { at: HOUR }): {
  readonly ledger: RequestLedger;
  readonly budget: RequestBudget;
  readonly clock: Clock;
  readonly ready: Promise<unknown>;
} {
  const ledger = memoryLedger(() => clock.at);
  const budget = new RequestBudget(ledger);
  const ready = Promise.all(Array.from({ length: used }, () => budget.take(true)));
  return { ledger, budget, clock, ready };
}

Deno.test("take() rejects an ordinary read after 190 requests, because 10 are reserved", async () => {
  const { budget, ready } = aBudget(189);
  await ready;

  await budget.take(false);
  await assertRejects(() => budget.take(false), UpstreamError, "60 minutes");
  for (let n = 0; n < 10; n++) await budget.take(true);
  await assertRejects(() => budget.take(true), UpstreamError, "60 minutes");
});

Deno.test("free() returns how many requests a change may still send", async () => {
  const { budget, clock, ready } = aBudget(193);
  await ready;

  assertEquals(await budget.free(), 7);
  clock.at += HOUR;
  assertEquals(await budget.free(), 200);
});

Deno.test("memoryLedger() never exceeds the limit in any window", async () => {
  const steps = fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 120 });
  await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), async (moves, limit) => {
    let now = 1_000;
    const ledger = memoryLedger(() => now);
    const windowMs = 100;
    const taken: number[] = [];
    for (const [ms, waitsForFree] of moves) {
      now += ms;
      const first = await ledger.tryTake({ windowMs, limit });
      if (first.ok) taken.push(now);
      else if (waitsForFree) {
        now += first.freeInMs;
        assert((await ledger.tryTake({ windowMs, limit })).ok);
        taken.push(now);
      }
      assert(taken.filter((at) => at > now - windowMs).length <= limit);
    }
  }));
});

Deno.test("after 190 requests, a read isn't sent, but a reserved read and a write are", async () => {
  const { ledger, ready } = aBudget(190);
  await ready;
  const { client, sent } = scriptedClient({
    ledger,
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
  Deno.test(`a 429 with ${name} pauses requests for ${closedMs} ms`, async () => {
    const clock: Clock = { at: HOUR };
    const { client, sent } = afterTooMany(retryAfter, clock);

    const told = await failureOf(callSome(client, "getAccounts"));
    assertEquals([told.code, told.retryAfterMs, told.status], ["rate_limited", closedMs, 429]);

    clock.at += closedMs - 1;
    const refused = await failureOf(callSome(client, "getAccounts", { reserve: true }));
    assertEquals([refused.code, refused.retryAfterMs, refused.status], ["rate_limited", 1, null]);
    assertMatch(
      refused.message,
      /accepts no more requests for now: the next request may be sent in/,
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
  return scriptedClient({ replies: [tooMany, dataOf("getAccounts")], now: () => clock.at });
}

Deno.test("a pause continues if the clock is set back slightly, but not if it is set back far", async () => {
  let now = 10 * HOUR;
  const ledger = memoryLedger(() => now);
  await ledger.close(HOUR, HOUR);

  now -= MINUTE;
  assertEquals((await ledger.use(HOUR)).closedForMs, HOUR + MINUTE);
  now -= 1;
  assertEquals((await ledger.use(HOUR)).closedForMs, 0);
});

Deno.test("requests still count if the clock is set back slightly, but not if it is set back far", async () => {
  let now = 10 * HOUR;
  const ledger = memoryLedger(() => now);
  await ledger.tryTake({ windowMs: HOUR, limit: 1 });

  now -= MINUTE;
  assertEquals((await ledger.use(HOUR)).used, 1);
  now -= 1;
  assertEquals((await ledger.use(HOUR)).used, 0);
});

Deno.test("a request counts for exactly one hour", async () => {
  let now = 10 * HOUR;
  const ledger = memoryLedger(() => now);
  assertEquals(await ledger.use(HOUR), { used: 0, closedForMs: 0 });
  await ledger.tryTake({ windowMs: HOUR, limit: 1 });

  now += HOUR - 1;
  assertEquals(await ledger.tryTake({ windowMs: HOUR, limit: 1 }), {
    ok: false,
    used: 1,
    freeInMs: 1,
    isClosed: false,
  });
  now += 1;
  assertEquals(await ledger.tryTake({ windowMs: HOUR, limit: 1 }), { ok: true, used: 1 });
});

Deno.test("the next request may be sent when the oldest leaves the window, even if the times are unsorted", () => {
  const sent = [4_900, 4_200, 4_600];
  const taking = { now: 5_000, windowMs: 1_000, limit: 3 };

  const { reservation } = withOneMore({ sent, closedUntil: 0 }, taking);

  assertEquals(reservation, { ok: false, used: 3, freeInMs: 200, isClosed: false });
});
