import { assertEquals } from "@std/assert";
import type { RequestLedger } from "../../../client/request_budget.ts";
import { sharedLedger } from "../../../sync/store/ledger.ts";
import type { SqlDatabase } from "../../../sync/store/sql.ts";
import { createMemoryDatabase } from "../../../sync/store/sqlite_backend.ts";

const WINDOW = 3_600_000;

interface Fallible {
  readonly ledger: RequestLedger;
  readonly clock: { at: number };
  /** Makes the backend fail (`true`) or work again (`false`). */
  readonly breakDown: (isBroken: boolean) => void;
}

/** @param isReadable Whether a failing backend can still be read, as a locked file can. */
function aLedger(isReadable = false): Fallible {
  const clock = { at: 10 * WINDOW };
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

/** Uses up the given number of requests in a ledger that allows three per window. */
async function take(ledger: RequestLedger, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) assertEquals(await ledger.tryTake(3), null);
}

for (const isReadable of [false, true]) {
  Deno.test(`if its store can't be ${isReadable ? "written to" : "opened"}, a ledger continues from the last known count`, async () => {
    const { ledger, clock, breakDown } = aLedger(isReadable);
    await take(ledger, 2);
    breakDown(true);
    assertEquals((await ledger.use()).used, 2);
    await take(ledger, 1);
    assertEquals((await ledger.use()).used, 3);
    assertEquals((await ledger.tryTake(3))?.isClosed, false);
    clock.at += WINDOW;
    assertEquals(await ledger.use(), { used: 0, closedForMs: 0 });
  });
}

Deno.test("requests that were counted in memory still count when the store works again", async () => {
  const { ledger, clock, breakDown } = aLedger(true);
  await take(ledger, 1);
  breakDown(true);
  await take(ledger, 1);
  breakDown(false);
  await take(ledger, 1);
  assertEquals(await ledger.tryTake(3), { freeInMs: WINDOW, isClosed: false });
  assertEquals((await ledger.use()).used, 3);
  clock.at += WINDOW;
  assertEquals((await ledger.use()).used, 0);
});

Deno.test("a refused request must wait until the oldest request no longer counts toward the limit, even if the oldest request wasn't stored", async () => {
  const { ledger, clock, breakDown } = aLedger();
  breakDown(true);
  await take(ledger, 1);
  clock.at += 400;
  breakDown(false);
  await take(ledger, 2);
  assertEquals(await ledger.tryTake(3), { freeInMs: WINDOW - 400, isClosed: false });
  clock.at += WINDOW - 400;
  await take(ledger, 1);
  assertEquals(await ledger.tryTake(3), { freeInMs: 400, isClosed: false });
});

Deno.test("a rate-limit pause stays in memory if it can't be stored", async () => {
  const { ledger, breakDown } = aLedger();
  breakDown(true);
  await ledger.close(300);
  assertEquals(await ledger.use(), { used: 0, closedForMs: 300 });
  assertEquals(await ledger.tryTake(3), { freeInMs: 300, isClosed: true });
  breakDown(false);
  assertEquals(await ledger.tryTake(3), { freeInMs: 300, isClosed: true });
  assertEquals(await ledger.use(), { used: 0, closedForMs: 300 });
});
