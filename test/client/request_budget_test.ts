import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import fc from "fast-check";
import { RequestBudget, type RequestLedger } from "../../client/request_budget.ts";
import { memoryLedger } from "../../client/request_budget.ts";
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A clock that stands still until it is moved. */
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
  const budget = new RequestBudget({ ledger });
  const ready = Promise.all(Array.from({ length: used }, () => budget.take(true)));
  return { ledger, budget, clock, ready };
}

Deno.test("take() refuses an ordinary read at 190 and leaves 10 to the rest", async () => {
  const { budget, ready } = aBudget(189);
  await ready;

  await budget.take(false);
  await assertRejects(() => budget.take(false), UpstreamError, "60 minutes");
  for (let n = 0; n < 10; n++) await budget.take(true);
  await assertRejects(() => budget.take(true), UpstreamError, "60 minutes");
});

Deno.test("take() says when the next request is free", async () => {
  const { budget, clock, ready } = aBudget(190);
  await ready;
  clock.at += 48 * MINUTE;

  const error = await failureOf(budget.take(false));

  assertEquals([error.code, error.retryAfterMs], ["rate_limited", 12 * MINUTE]);
  assertStringIncludes(error.message, "12 minutes");
  clock.at += 12 * MINUTE;
  await budget.take(false);
});

Deno.test("take() tells a read when the reserve is left too, not only the oldest request", async () => {
  const clock: Clock = { at: HOUR };
  const { budget } = aBudget(0, clock);
  for (let n = 0; n < 195; n++) {
    await budget.take(true);
    clock.at += 1_000;
  }

  const error = await failureOf(budget.take(false));

  // Six have to fall out of the hour before fewer than 190 are in it: the sixth of
  // them was sent 5 seconds after the first, and 190 seconds ago.
  assertEquals(error.retryAfterMs, HOUR - 190_000);
});

Deno.test("free() counts what a change may still send", async () => {
  const { budget, clock, ready } = aBudget(193);
  await ready;

  assertEquals(await budget.free(), 7);
  clock.at += HOUR;
  assertEquals(await budget.free(), 200);
});

Deno.test("free() is nothing while the budget is closed", async () => {
  const { budget, clock } = aBudget();

  await budget.close(MINUTE);
  assertEquals(await budget.free(), 0);
  clock.at += MINUTE;
  assertEquals(await budget.free(), 200);
});

Deno.test("close() never shortens an earlier closing and is never longer than the window", async () => {
  const { budget, ledger } = aBudget();

  assertEquals(await budget.close(null), 10 * MINUTE);
  assertEquals(await budget.close(5_000), 5_000);
  assertEquals((await ledger.use(HOUR)).closedForMs, 10 * MINUTE);
  assertEquals(await budget.close(1_000 * HOUR), HOUR);
});

Deno.test("two budgets over one ledger share it", async () => {
  const { ledger, ready } = aBudget(200);
  await ready;
  const other = new RequestBudget({ ledger });

  await assertRejects(() => other.take(true), UpstreamError);
});

Deno.test("memoryLedger() never lets more than the limit into any window", async () => {
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

Deno.test("a read past 190 makes no request, a reserved one and a write do", async () => {
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
  "a date that is over": { retryAfter: "Thu, 01 Jan 1970 00:00:00 GMT", closedMs: 10 * MINUTE },
  "nonsense": { retryAfter: "soon", closedMs: 10 * MINUTE },
  "nothing": { retryAfter: null, closedMs: 10 * MINUTE },
  "a week": { retryAfter: "604800", closedMs: HOUR },
};

for (const [name, { retryAfter, closedMs }] of Object.entries(closings)) {
  Deno.test(`a 429 that says ${name} closes the budget for ${closedMs} ms`, async () => {
    const clock: Clock = { at: HOUR };
    const { client, sent } = afterTooMany(retryAfter, clock);

    const told = await failureOf(callSome(client, "getAccounts"));
    assertEquals([told.code, told.retryAfterMs, told.status], ["rate_limited", closedMs, 429]);

    clock.at += closedMs - 1;
    const refused = await failureOf(callSome(client, "getAccounts", { reserve: true }));
    assertEquals([refused.code, refused.retryAfterMs, refused.status], ["rate_limited", 1, null]);
    assertMatch(refused.message, /wants no more requests for now: the next one may be sent in/);
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
