import { assertEquals } from "@std/assert";
import type { PlanLook, Store } from "../../../sync/store/store.ts";
import { anAccount } from "../../_builders.ts";
import { aClock, aCopy, MAX_AGE_MS, type TestClock, type TestCopy } from "../_copy.ts";
import { createMemoryStore } from "../../../sync/store/memory_store.ts";

/** A store that writes down what is asked of it. */
function aTalkativeStore(clock: TestClock): { readonly store: Store; readonly asked: string[] } {
  const asked: string[] = [];
  const { ledger, changes, now, ...methods } = createMemoryStore(clock.now);
  const told = Object.entries(methods as Readonly<Record<string, (...args: never[]) => unknown>>)
    .map(([name, method]) => [name, (...args: never[]) => {
      asked.push(name);
      return method(...args);
    }]);
  return { store: { ledger, changes, now, ...Object.fromEntries(told) }, asked };
}

function accounts({ upstream }: TestCopy, knowledge: number, ...named: readonly string[]): void {
  const listed = named.map((name) => anAccount({ id: name, name }));
  upstream.answer("getAccounts", { accounts: listed, server_knowledge: knowledge });
}

Deno.test("a call looks at the store once, whether it asks upstream or not", async () => {
  const clock = aClock();
  const { store, asked } = aTalkativeStore(clock);
  const process = aCopy({ store, clock });
  const { plan, copy } = process;
  accounts(process, 5, "Cash");
  await plan.noticeChanges();
  await plan.accounts();
  await copy.written();
  asked.length = 0;
  await plan.noticeChanges();
  await plan.accounts();
  assertEquals(asked, ["look"]);
  clock.advance(MAX_AGE_MS);
  asked.length = 0;
  accounts(process, 6, "Bank");
  await plan.noticeChanges();
  await plan.accounts();
  await copy.written();
  assertEquals(asked, ["look", "applyChange"]);
});

Deno.test("a read without a call of its own looks before it asks", async () => {
  const clock = aClock();
  const { store, asked } = aTalkativeStore(clock);
  const process = aCopy({ store, clock });
  accounts(process, 5, "Cash");
  await process.plan.accounts();
  await process.copy.written();
  clock.advance(MAX_AGE_MS);
  asked.length = 0;
  accounts(process, 6);
  await process.plan.accounts();
  assertEquals(asked.filter((name) => name === "look"), ["look"]);
});

Deno.test("a look stands for one question of a collection: before the next others are looked at", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  const [process, other] = [aCopy({ store, clock }), aCopy({ store, clock })];
  for (const knowledge of [5, 6]) accounts(process, knowledge, "Cash");
  await process.plan.accounts();
  await process.copy.written();
  await process.plan.noticeChanges();
  await process.plan.accounts({ isFreshOnly: true });
  await process.copy.written();
  accounts(other, 8, "Bank");
  await other.plan.accounts({ isFreshOnly: true });
  await other.copy.written();
  process.upstream.calls.length = 0;
  accounts(process, 9);
  await process.plan.accounts({ isFreshOnly: true });
  assertEquals(process.upstream.calls.map(({ args }) => args), [{
    planId: "plan-1",
    knowledge: 8,
  }]);
});

Deno.test("a call whose look is a while ago looks again before it asks", async () => {
  const clock = aClock();
  const { store, asked } = aTalkativeStore(clock);
  const process = aCopy({ store, clock });
  accounts(process, 5, "Cash");
  await process.plan.accounts();
  await process.copy.written();
  await process.plan.noticeChanges();
  clock.advance(MAX_AGE_MS);
  asked.length = 0;
  accounts(process, 6);
  await process.plan.accounts();
  assertEquals(asked.filter((name) => name === "look"), ["look"]);
});

Deno.test("what another process has read since comes with the look", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  const [one, other] = [aCopy({ store, clock }), aCopy({ store, clock })];
  accounts(one, 5, "Cash");
  await one.plan.accounts();
  await one.copy.written();
  await other.plan.accounts();
  clock.advance(MAX_AGE_MS);
  accounts(one, 6, "Bank");
  await one.plan.accounts();
  await one.copy.written();
  await other.plan.noticeChanges();
  const { live } = await other.plan.accounts();
  assertEquals(live.map(({ name }) => name), ["Cash", "Bank"]);
  assertEquals(other.upstream.calls, []);
});

Deno.test("a read waits while another process takes the steps of a change", async () => {
  const clock = aClock();
  const store = createMemoryStore(clock.now);
  const looks: boolean[] = [];
  const lookedAt: string[] = [];
  const busy: Store = {
    ...store,
    look: async (...args): Promise<PlanLook> => {
      lookedAt.push(...Object.keys(args[1]));
      const isWriting = looks.length < 3;
      looks.push(process.upstream.calls.length > 0);
      return { ...await store.look(...args), isWriting };
    },
  };
  const process = aCopy({ store: busy, clock });
  accounts(process, 5, "Cash");
  await process.plan.accounts();
  assertEquals(looks, [false, false, false, false]);
  // It asks whether it has to wait, and for nothing that has moved.
  assertEquals(lookedAt, []);
});

Deno.test("a store that can't be looked at holds no read up", async () => {
  const clock = aClock();
  const look = (): Promise<never> => Promise.reject(new Error("away"));
  const process = aCopy({ store: { ...createMemoryStore(clock.now), look }, clock });
  accounts(process, 5, "Cash");
  await process.plan.noticeChanges();
  assertEquals((await process.plan.accounts()).live.length, 1);
  assertEquals(process.failures.length, 2);
});
