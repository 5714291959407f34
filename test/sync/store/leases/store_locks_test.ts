import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import type { Lease, Leases, LeaseWanted } from "../../../../sync/store/leases/lease.ts";
import { type AllLocks, createStoreLocks } from "../../../../sync/store/leases/store_locks.ts";

interface Taken {
  readonly locks: AllLocks;
  /** What was taken and given back, in order. */
  readonly done: string[];
  readonly wanted: LeaseWanted[];
}

/** Locks over leases that are free, held by others or out of reach. */
function locksOver(given: "free" | "held" | "broken" = "free"): Taken {
  const [done, wanted]: [string[], LeaseWanted[]] = [[], []];
  const take = (name: string, want: LeaseWanted): Promise<Lease | null> => {
    wanted.push(want);
    if (given === "broken") return Promise.reject(new Error("disk full"));
    if (given === "held") return Promise.resolve(null);
    done.push(`take ${name}`);
    return Promise.resolve({
      token: done.length,
      holdsFor: () => Promise.resolve(true),
      lose: () => void done.push(`lose ${name}`),
      release: () => {
        done.push(`release ${name}`);
        return Promise.resolve();
      },
    } as unknown as Lease);
  };
  const untilGiven = async (ask: () => Promise<unknown>): Promise<unknown> => await ask();
  const locks = createStoreLocks({ take, untilGiven } as unknown as Leases, {
    pseudonymOf: (what) => Promise.resolve(`<${what}>`),
    remedy: "make room",
  });
  return { locks, done, wanted };
}

Deno.test("a change holds its plan until it has ended, well or not", async () => {
  const { locks, done } = locksOver();
  assertEquals(locks.changing("p"), null);
  const result = await locks.withPlanLock("p", () => {
    const held = locks.changing("p");
    assertEquals([held?.name, held?.token], ["change-<change p>", 1]);
    assertEquals(locks.changing("q"), null);
    held?.lose();
    return Promise.resolve("done");
  });
  const failing = locks.withPlanLock("p", () => Promise.reject(new Error("refused")));
  await assertRejects(() => failing, Error, "refused");
  const name = "change-<change p>";
  assertEquals([result, locks.changing("p")], ["done", null]);
  assertEquals(done, [
    `take ${name}`,
    `lose ${name}`,
    `release ${name}`,
    `take ${name}`,
    `release ${name}`,
  ]);
});

Deno.test("changes of one plan queue, also behind one that fails; those of others do not", async () => {
  const { locks } = locksOver();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = [
    locks.withPlanLock("p", async () => {
      order.push("first begins");
      await first.promise;
      order.push("first ends");
      throw new Error("refused");
    }).catch(() => {}),
    locks.withPlanLock("p", () => Promise.resolve(order.push("second"))),
  ];
  await locks.withPlanLock("q", () => Promise.resolve(order.push("other plan")));
  first.resolve();
  await Promise.all(running);
  assertEquals(order.filter((one) => one !== "other plan"), [
    "first begins",
    "first ends",
    "second",
  ]);
  assertEquals(order.indexOf("other plan") < order.indexOf("first ends"), true);
});

Deno.test("a change that can't have its plan says why, and does nothing", async () => {
  const run = (): never => {
    throw new Error("ran");
  };
  const held = await assertRejects(() => locksOver("held").locks.withPlanLock("p", run), ToolError);
  assertEquals([held.code, held.message], [
    "unavailable",
    "another change of this plan has been running for minutes, nothing was written: call again " +
    "when it has ended",
  ]);
  await assertRejects(
    () => locksOver("broken").locks.withPlanLock("p", run),
    ToolError,
    "make room, then try again",
  );
});

Deno.test("whole reads of one process share a lock, which the last one gives back", async () => {
  const { locks, done } = locksOver();
  const of = { planId: "p", name: "accounts" } as const;
  const name = "load-<load p accounts>";
  const [one, other] = await Promise.all([locks.lockLoad(of), locks.lockLoad(of)]);
  assertEquals(done, [`take ${name}`]);
  await one?.();
  assertEquals(done, [`take ${name}`]);
  await other?.();
  assertEquals(done, [`take ${name}`, `release ${name}`]);
  await (await locks.lockLoad(of))();
  assertEquals(done.length, 4);
});

Deno.test("a whole read goes on without a lock that another process keeps", async () => {
  const { locks, done } = locksOver("held");
  const of = { planId: "p", name: "accounts" } as const;
  await (await locks.lockLoad(of))();
  await (await locks.lockLoad(of))();
  assertEquals(done, []);
});

for (const given of ["free", "held", "broken"] as const) {
  Deno.test(`the steps of a change are taken where their lock is ${given}`, async () => {
    const { locks, done } = locksOver(given);
    const name = await locks.writingName("p");
    assertEquals(name, "write-<write p>");
    assertEquals(await locks.whileWriting("p", () => Promise.resolve("done")), "done");
    const fault = new Error("refused");
    const failed = await locks.whileWriting("p", () => Promise.reject(fault)).catch((one) => one);
    assertStrictEquals(failed, fault);
    const once = [`take ${name}`, `release ${name}`];
    assertEquals(done, given === "free" ? [...once, ...once] : []);
  });
}

Deno.test("a change waits for minutes, a whole read asks at once, and steps wait a second", async () => {
  const { locks, wanted } = locksOver();
  await locks.withPlanLock("p", () => Promise.resolve());
  await locks.lockLoad({ planId: "p", name: "accounts" });
  await locks.whileWriting("p", () => Promise.resolve());
  assertEquals(wanted.map(({ mostMs }) => mostMs), [120_000, 0, 1_000]);
  assertEquals(wanted.every(({ ttlMs }) => ttlMs >= 60_000), true);
});
