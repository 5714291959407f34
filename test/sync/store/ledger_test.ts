import { assertEquals } from "@std/assert";
import type { RequestLedger } from "../../../client/request_budget.ts";
import { sharedLedger } from "../../../sync/store/ledger.ts";
import type { SqlDatabase } from "../../../sync/store/sql.ts";
import { createMemoryDatabase } from "../../../sync/store/sqlite_backend.ts";

const WINDOW = 1_000;

interface Fallible {
  readonly ledger: RequestLedger;
  readonly clock: { at: number };
  /** Makes the backend fail (`true`) or work again (`false`). */
  readonly breakDown: (isBroken: boolean) => void;
}

/** @param isReadable Whether a failing backend can still be read, like a locked file. */
function aLedger(isReadable = false): Fallible {
  const clock = { at: 10_000 };
  const { journal, owner } = createMemoryDatabase(() => clock.at).connect().of("own");
  let broken = false;
  const all: SqlDatabase["all"] = (statement) => {
    const isRead = /^\s*SELECT/u.test(statement.texts[0] ?? "");
    return broken && !(isReadable && isRead)
      ? Promise.reject(new Error("database is locked"))
      : journal.all(statement);
  };
  const fallible: SqlDatabase = Object.create(journal, { all: { value: all } });
  const ledger = sharedLedger(
    () => Promise.resolve({ journal: fallible, owner }),
    () => clock.at,
  );
  return { ledger, clock, breakDown: (isBroken) => void (broken = isBroken) };
}

const taking = { windowMs: WINDOW, limit: 3 };

Deno.test("a ledger whose store fails continues from the last known count", async () => {
  const { ledger, clock, breakDown } = aLedger();
  await ledger.tryTake(taking);
  await ledger.tryTake(taking);
  clock.at += 100;
  breakDown(true);
  assertEquals((await ledger.use(WINDOW)).used, 2);
  assertEquals((await ledger.tryTake(taking)).ok, true);
  assertEquals((await ledger.use(WINDOW)).used, 3);
  const refused = await ledger.tryTake(taking);
  assertEquals(refused.ok, false);
});

Deno.test("a ledger that can't be written continues from the last known count", async () => {
  const { ledger, breakDown } = aLedger(true);
  await ledger.tryTake(taking);
  await ledger.tryTake(taking);
  breakDown(true);
  assertEquals((await ledger.tryTake(taking)).ok, true);
  assertEquals((await ledger.tryTake(taking)).ok, false);
});

Deno.test("the requests in the last known count expire all at once", async () => {
  const { ledger, clock, breakDown } = aLedger();
  for (let n = 0; n < 3; n++) await ledger.tryTake(taking);
  breakDown(true);
  clock.at += 400;
  assertEquals(await ledger.tryTake(taking), {
    ok: false,
    used: 3,
    freeInMs: 600,
    isClosed: false,
  });
  clock.at += 599;
  assertEquals((await ledger.use(WINDOW)).used, 3);
  clock.at += 1;
  assertEquals(await ledger.use(WINDOW), { used: 0, closedForMs: 0 });
  assertEquals((await ledger.tryTake(taking)).ok, true);
});

Deno.test("a count from before the clock was set back is ignored", async () => {
  const { ledger, clock, breakDown } = aLedger();
  for (let n = 0; n < 3; n++) await ledger.tryTake(taking);
  breakDown(true);
  clock.at -= 1;
  assertEquals((await ledger.use(WINDOW)).used, 0);
  assertEquals((await ledger.tryTake(taking)).ok, true);
});

Deno.test("requests counted in memory still count when the store works again", async () => {
  const { ledger, clock, breakDown } = aLedger(true);
  await ledger.tryTake(taking);
  breakDown(true);
  await ledger.tryTake(taking);
  assertEquals((await ledger.use(WINDOW)).used, 2);
  breakDown(false);
  assertEquals(await ledger.tryTake(taking), { ok: true, used: 3 });
  assertEquals((await ledger.tryTake(taking)).ok, false);
  assertEquals((await ledger.use(WINDOW)).used, 3);
  clock.at += WINDOW;
  assertEquals(await ledger.tryTake(taking), { ok: true, used: 1 });
});

Deno.test("a refusal waits for the oldest request, in memory or stored", async () => {
  const { ledger, clock, breakDown } = aLedger();
  breakDown(true);
  await ledger.tryTake(taking);
  clock.at += 400;
  breakDown(false);
  for (let n = 0; n < 2; n++) assertEquals((await ledger.tryTake(taking)).ok, true);
  const refused = { ok: false, used: 3, isClosed: false } as const;
  assertEquals(await ledger.tryTake(taking), { ...refused, freeInMs: 600 });
  clock.at += 600;
  assertEquals(await ledger.tryTake(taking), { ok: true, used: 3 });
  assertEquals(await ledger.tryTake(taking), { ...refused, freeInMs: 400 });
});

Deno.test("a rate-limit pause stays in memory if it can't be stored", async () => {
  const { ledger, breakDown } = aLedger();
  breakDown(true);
  await ledger.close(300, WINDOW);
  assertEquals(await ledger.use(WINDOW), { used: 0, closedForMs: 300 });
  assertEquals(await ledger.tryTake(taking), {
    ok: false,
    used: 0,
    freeInMs: 300,
    isClosed: true,
  });
  breakDown(false);
  assertEquals((await ledger.tryTake(taking)).ok, false);
  assertEquals(await ledger.use(WINDOW), { used: 0, closedForMs: 300 });
});
