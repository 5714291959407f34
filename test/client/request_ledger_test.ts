import { assertEquals } from "@std/assert";
import { memoryLedger, withOneMore } from "../../client/request_budget.ts";

const HOUR = 3_600_000;
const MINUTE = 60_000;

Deno.test("a closing holds on a clock that is set back a little, and not by more", async () => {
  let now = 10 * HOUR;
  const ledger = memoryLedger(() => now);
  await ledger.close(HOUR, HOUR);

  now -= MINUTE;
  assertEquals((await ledger.use(HOUR)).closedForMs, HOUR + MINUTE);
  now -= 1;
  assertEquals((await ledger.use(HOUR)).closedForMs, 0);
});

Deno.test("requests count on a clock that is set back a little, and not by more", async () => {
  let now = 10 * HOUR;
  const ledger = memoryLedger(() => now);
  await ledger.tryTake({ windowMs: HOUR, limit: 1 });

  now -= MINUTE;
  assertEquals((await ledger.use(HOUR)).used, 1);
  now -= 1;
  assertEquals((await ledger.use(HOUR)).used, 0);
});

Deno.test("a request counts until its hour is over, not a moment longer", async () => {
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

Deno.test("the next request is free when the oldest leaves the window, in whatever order", () => {
  const sent = [4_900, 4_200, 4_600];
  const taking = { now: 5_000, windowMs: 1_000, limit: 3 };

  const { reservation } = withOneMore({ sent, closedUntil: 0 }, taking);

  assertEquals(reservation, { ok: false, used: 3, freeInMs: 200, isClosed: false });
});
