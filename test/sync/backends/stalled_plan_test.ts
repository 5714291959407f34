import { assertEquals } from "@std/assert";
import type { MonthDetail } from "../../../client/wire/plan.ts";
import { aMonth, anAccount } from "../../_builders.ts";
import { aCopy, beginChange, intercepted, type TestCopy } from "../_copy.ts";
import { BACKENDS, type TestedBackend } from "./_backends.ts";

const MONTH = "2026-03-01";

/** Creates a cache whose polls of the store take half a second. */
async function reader(backend: TestedBackend): Promise<TestCopy> {
  const { store } = await backend.connect();
  const slow = intercepted(store, { poll: () => backend.time.skip(500) });
  const clock = {
    now: backend.time.now,
    utcDay: () => "2026-03-15",
    advance: (ms: number) => backend.time.skip(ms),
  };
  return aCopy({ store: slow, clock });
}

function accounts({ upstream }: TestCopy, knowledge: number, ...names: readonly string[]): void {
  const listed = names.map((name) => anAccount({ id: name, name }));
  upstream.accounts(knowledge, ...listed);
}

/** A process that reads, and another process that has begun a change but hasn't finished it. */
interface Stalled {
  readonly one: TestCopy;
  readonly read: () => Promise<{ readonly names: readonly string[]; readonly isStalled: boolean }>;
  /** Returns how long a function takes, in milliseconds. */
  readonly timed: (run: () => Promise<unknown>) => Promise<number>;
  readonly end: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

async function stalled(backend: TestedBackend): Promise<Stalled> {
  const one = await reader(backend);
  accounts(one, 5, "Cash");
  one.upstream.month(aMonth({ month: MONTH, note: "as it was" }));
  await one.plan.accounts();
  await one.plan.month(MONTH);
  await one.copy.written();
  const { store, kill } = await backend.connect();
  const { copy, plan } = aCopy({ store });
  const endChange = await beginChange(plan);
  return {
    one,
    read: async () => {
      await one.plan.noticeChanges();
      let isStalled = false;
      const { live } = await one.plan.accounts({ onStalled: () => void (isStalled = true) });
      return { names: live.map(({ name }) => name), isStalled };
    },
    timed: async (run) => {
      const began = backend.time.now();
      await run();
      return backend.time.now() - began;
    },
    end: async () => {
      await endChange();
      await copy.written();
    },
    kill,
  };
}

Deno.test("reads use the cache while another process's change takes a long time", async () => {
  await using backend = await BACKENDS.memory!();
  const { one, read, timed, end } = await stalled(backend);
  const asked = one.upstream.calls.length;
  const ms = await timed(async () => {
    assertEquals(await read(), { names: ["Cash"], isStalled: true });
  });
  assertEquals(ms >= 4_000 && ms <= 5_500, true, String(ms));
  // The next read doesn't wait, even if it reads a month instead of the accounts.
  const nextMs = await timed(async () => {
    assertEquals(await read(), { names: ["Cash"], isStalled: true });
    const month: MonthDetail = await one.plan.month(MONTH);
    assertEquals(month.note, "as it was");
  });
  assertEquals(nextMs <= 500, true, String(nextMs));
  assertEquals(one.upstream.calls.length, asked);
  await end();
  accounts(one, 6, "Bank");
  assertEquals(await read(), { names: ["Cash", "Bank"], isStalled: false });
});

Deno.test("a read that accepts no cached data waits until another process's change has finished", async () => {
  await using backend = await BACKENDS.memory!();
  const { one, read, end } = await stalled(backend);
  let isFreshDone = false;
  const fresh = one.plan.accounts({ isFreshOnly: true }).then(({ live }) => {
    isFreshDone = true;
    return live.length;
  });
  // Meanwhile, a read that accepts cached data doesn't wait.
  assertEquals(await read(), { names: ["Cash"], isStalled: true });
  assertEquals(isFreshDone, false);
  accounts(one, 6, "Bank");
  await end();
  assertEquals(await fresh, 2);
});

Deno.test("a read that gives up waiting for one change doesn't stop later reads from waiting for the next change", async () => {
  await using backend = await BACKENDS.memory!();
  const { one, read, timed, end } = await stalled(backend);
  assertEquals((await read()).isStalled, true);
  await end();
  const { store } = await backend.connect();
  const later = aCopy({ store }).plan;
  const endLater = await beginChange(later);
  const ms = await timed(async () => assertEquals((await read()).isStalled, true));
  assertEquals(ms >= 4_000, true, String(ms));
  await endLater();
  accounts(one, 6);
  assertEquals((await read()).isStalled, false);
});

Deno.test("a read of uncached data waits for another process's change", async () => {
  await using backend = await BACKENDS.memory!();
  const { one, read, end } = await stalled(backend);
  one.upstream.payees(6);
  let isDone = false;
  const payees = one.plan.payees().then(() => void (isDone = true));
  assertEquals((await read()).isStalled, true);
  assertEquals(isDone, false);
  await end();
  await payees;
});

Deno.test("after a process is killed during a change, its lease expires and others can read the plan", async () => {
  await using backend = await BACKENDS.memory!();
  const { one, read, kill } = await stalled(backend);
  await kill();
  accounts(one, 6, "Bank");
  backend.time.skip(60_000);
  assertEquals(await read(), { names: ["Cash", "Bank"], isStalled: false });
});
