import { assert, assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import type { StoredEntry } from "../../../sync/store/change_records.ts";
import type { Lease } from "../../../sync/store/lease.ts";
import type { CollectionOf, Store } from "../../../sync/store/store.ts";
import { aMonth, aPlan } from "../../_builders.ts";
import { DAY_MS } from "../_copy.ts";
import { aChange, aPart, textsIn } from "../_sqlite_store.ts";
import type { Handle, TestedBackend } from "./_backends.ts";

const accounts: CollectionOf = { planId: "p", name: "accounts" };
/** Number of milliseconds after which any lease that isn't renewed has expired. */
const LONG_MS = 91_000;
const MARCH = "2026-03-01";

function anEntry(operationId: string): StoredEntry {
  return { operationId, planId: "p", at: 1, body: "begun" };
}

/** Takes a plan's lock and holds the lock until the test releases it. */
async function held(store: Store, planId = "p"): Promise<{
  readonly lease: Lease;
  readonly release: () => Promise<void>;
}> {
  const taken = Promise.withResolvers<Lease>();
  const over = Promise.withResolvers<void>();
  const running = store.changes.withPlanLock(planId, async (lease) => {
    taken.resolve(lease);
    await over.promise;
  });
  running.catch(taken.reject);
  return {
    lease: await taken.promise,
    release: async () => {
      over.resolve();
      await running;
    },
  };
}

async function isWriting({ store }: Handle): Promise<boolean> {
  return (await store.poll("p", {})).isWriting;
}

/** Registers the tests in which several processes use one backend. */
export function testReplicas(kind: string, open: () => Promise<TestedBackend>): void {
  const check = (name: string, run: (backend: TestedBackend) => Promise<void>): void => {
    Deno.test(`${kind}, several handles: ${name}`, async () => {
      await using backend = await open();
      await run(backend);
    });
  };

  check("each handle sees the other's writes since its own mark", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const parts = [aPart("x", "a"), aPart("y", "b")];
    const first = await one.store.applyChange(accounts, aChange({ parts }));
    assertEquals((await other.store.loadCollection(accounts, null))?.mark, first);
    const more = { mark: first, isWhole: false, parts: [aPart("y", "c")] };
    const second = await other.store.applyChange(accounts, aChange(more));
    assertEquals(await one.store.applyChange(accounts, aChange({ mark: first })), null);
    const { moved } = await one.store.poll("p", { accounts: first });
    assertEquals(moved.map((one) => [one.mark, textsIn(one)]), [[second, [["y", "c"]]]]);
  });

  check("one of many concurrent writers succeeds, and data is never mixed", async (backend) => {
    const all = await Promise.all([1, 2, 3, 4].map(() => backend.connect()));
    const marks = await Promise.all(all.map(({ store }, nth) => {
      const parts = [aPart("x", `${nth}`), aPart("y", `${nth}`)];
      return store.applyChange(accounts, aChange({ parts }));
    }));
    assertEquals(marks.filter((mark) => mark !== null).length, 1);
    const winner = marks.findIndex((mark) => mark !== null);
    const kept = await all[0]?.store.loadCollection(accounts, null);
    assertEquals(textsIn(kept), [["x", `${winner}`], ["y", `${winner}`]]);
  });

  check("a handle detects that another one changed a plan", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const before = await one.store.touch("p");
    assertEquals(await other.store.touch("p"), before + 1);
    assertEquals((await one.store.poll("p", {})).touches, before + 1);
    await Promise.all([one, other, one, other].map(({ store }) => store.touch("p")));
    assertEquals((await one.store.poll("p", {})).touches, before + 5);
    assertEquals((await one.store.poll("q", {})).touches, 0);
  });

  check("a store uses the backend's clock, not the machine's", async (backend) => {
    for (const skewMs of [0, 30_000, -30_000]) {
      const { store } = await backend.connect({ skewMs });
      assertEquals(store.now(), backend.time.now() + skewMs);
      await store.poll("p", {});
      assertEquals(store.now(), backend.time.now());
      await backend.time.pass(5_000);
      assertEquals(store.now(), backend.time.now());
      const code = `code ${skewMs}`;
      await store.changes.saveConfirmation({ code, planId: "p", body: "" }, 10_000);
      await backend.time.pass(9_999);
      assertEquals((await store.changes.findConfirmation(code))?.isExpired, false);
      await backend.time.pass(1);
      assertEquals((await store.changes.findConfirmation(code))?.isExpired, true);
    }
  });

  check("four concurrent uses of a code spend it only once", async (backend) => {
    const all = await Promise.all([1, 2, 3, 4].map(() => backend.connect()));
    await all[0]?.store.changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
    const spent = await Promise.all(
      all.map(({ store }, nth) =>
        nth === 3
          ? store.changes.spendConfirmation("c")
          : store.changes.begin({ code: "c", entry: anEntry(`o${nth}`) })
      ),
    );
    assertEquals(spent.filter(Boolean).length, 1);
    const entries = await all[0]?.store.changes.entries("p") ?? [];
    const isDeclined = spent[3] === true;
    assertEquals(entries.length, isDeclined ? 0 : 1);
    const found = await all[1]?.store.changes.findConfirmation("c");
    assertEquals(found?.spentBy, isDeclined ? "declined" : entries[0]?.operationId);
  });

  check("all concurrently created entries are kept", async (backend) => {
    const all = await Promise.all([1, 2, 3, 4].map(() => backend.connect()));
    await Promise.all(
      all.map(({ store }, nth) => store.changes.begin({ code: null, entry: anEntry(`o${nth}`) })),
    );
    const ids = (await all[0]?.store.changes.entries("p"))?.map(({ operationId }) => operationId);
    assertEquals(ids?.toSorted(), ["o0", "o1", "o2", "o3"]);
    assertEquals((await all[1]?.store.changes.openEntries("p"))?.length, 4);
  });

  check("requests from several handles are counted together", async (backend) => {
    const all = await Promise.all([1, 2, 3, 4].map(() => backend.connect()));
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => all[nth % 4]?.store.ledger.tryTake(10)),
    );
    assertEquals(taken.filter((one) => one === null).length, 10);
    for (const { store } of all) assertEquals((await store.ledger.use()).used, 10);
    await all[0]?.store.ledger.close(5_000);
    assertEquals((await all[3]?.store.ledger.use())?.closedForMs, 5_000);
  });

  check("another owner's data isn't visible", async (backend) => {
    const [one, sameHandle] = await backend.owners("one", "another");
    const otherHandle = (await backend.connect({ owner: "a third" })).store;
    await one.applyChange(accounts, aChange({ parts: [aPart("x", "a")] }));
    await one.changes.begin({ code: null, entry: anEntry("o") });
    await one.touch("p");
    await one.ledger.tryTake(5);
    const mine = await held(one);
    for (const other of [sameHandle, otherHandle]) {
      const theirs = await held(other);
      assertEquals(await other.loadCollection(accounts, null), null);
      assertEquals(await other.changes.entries("p"), []);
      assertEquals((await other.poll("p", {})).touches, 0);
      assertEquals((await other.ledger.use()).used, 0);
      await theirs.release();
    }
    await mine.release();
  });

  check("a change waits for another handle's change and then runs", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const first = await held(one.store);
    const order: string[] = [];
    const second = other.store.changes.withPlanLock("p", (lease) => {
      order.push("second");
      assert(lease.token > first.lease.token);
      return Promise.resolve();
    });
    await backend.time.pass(40_000);
    order.push("first");
    await first.release();
    await second;
    assertEquals(order, ["first", "second"]);
  });

  check("a renewed lease outlives its original time and excludes others", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const mine = await held(one.store);
    for (let nth = 0; nth < 10; nth++) await backend.time.pass(30_000);
    assertEquals(await mine.lease.holdsFor(35_000), true);
    const refused = other.store.changes.withPlanLock("p", () => Promise.resolve());
    await assertRejects(() => refused, ToolError, "another change to this plan");
    await mine.release();
  });

  check("the lock of a dead handle becomes free", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const { lease } = await held(one.store);
    const from = backend.time.now();
    await one.kill();
    const token = await other.store.changes.withPlanLock(
      "p",
      (next) => Promise.resolve(next.token),
    );
    assert(token > lease.token);
    const waitedMs = backend.time.now() - from;
    assert(waitedMs <= LONG_MS, `it was waited for ${waitedMs} ms`);
    if (backend.seesDeath) assertEquals(waitedMs, 0);
  });

  check("a lost lease is reported, and its holder's writes are rejected", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    await one.store.changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
    const mine = await held(one.store);
    const entry = anEntry("before");
    assertEquals(await one.store.changes.begin({ code: null, entry }), true);
    one.freeze();
    await backend.time.pass(LONG_MS);
    const theirs = await held(other.store);
    // The previous holder hasn't noticed yet that it lost the lease, but its writes are already
    // rejected.
    const changes = one.store.changes;
    await assertRejects(() => changes.begin({ code: "c", entry: anEntry("late") }), ToolError);
    await assertRejects(() => changes.saveEntry({ ...entry, body: "late" }, true), ToolError);
    assertEquals((await changes.findConfirmation("c"))?.isSpent, false);
    assertEquals(await changes.entries("p"), [entry]);
    one.thaw();
    assertEquals(await mine.lease.holdsFor(1), false);
    // Releasing a lost lease doesn't block its new holder.
    await mine.release();
    assertEquals(await other.store.changes.begin({ code: "c", entry: anEntry("next") }), true);
    assertEquals(await theirs.lease.holdsFor(35_000), true);
    await theirs.release();
    // Releasing a lost lease doesn't block later holders either.
    await (await held((await backend.connect()).store)).release();
  });

  check(
    "an expired lease that no one else took can be resumed",
    async (backend) => {
      const one = await backend.connect();
      const mine = await held(one.store);
      one.freeze();
      await backend.time.pass(LONG_MS);
      one.thaw();
      assertEquals(await mine.lease.holdsFor(35_000), true);
      assertEquals(await one.store.changes.begin({ code: null, entry: anEntry("o") }), true);
      await mine.release();
    },
  );

  check(
    "a full read waits for another process's full read while that process lives",
    async (backend) => {
      const [one, other] = [await backend.connect(), await backend.connect()];
      const [first, again] = [
        await one.store.lockLoad(accounts),
        await one.store.lockLoad(accounts),
      ];
      const order: string[] = [];
      const waiting = other.store.lockLoad(accounts).then((release) => {
        order.push("other");
        return release;
      });
      await backend.time.pass(20_000);
      await first();
      await backend.time.pass(20_000);
      order.push("one");
      await again();
      await (await waiting)();
      assertEquals(order, ["one", "other"]);
      await one.store.lockLoad(accounts);
      const from = backend.time.now();
      await one.kill();
      await (await other.store.lockLoad(accounts))();
      assert(backend.time.now() - from <= LONG_MS);
    },
  );

  check(
    "readers in one process wait together for another process's full read",
    async (backend) => {
      const [one, other] = [await backend.connect(), await backend.connect()];
      const release = await one.store.lockLoad(accounts);
      let given = 0;
      const waiting = [1, 2, 3].map(() =>
        other.store.lockLoad(accounts).then((back) => {
          given += 1;
          return back;
        })
      );
      await backend.time.pass(1_000);
      assertEquals(given, 0);
      await release();
      for (const back of await Promise.all(waiting)) await back();
      assertEquals(given, 3);
      await (await one.store.lockLoad(accounts))();
    },
  );

  check("a canceled full read stops waiting", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    const release = await one.store.lockLoad(accounts);
    const gone = new AbortController();
    const waiting = other.store.lockLoad(accounts, gone.signal);
    gone.abort(new Error("given up"));
    await assertRejects(() => waiting, Error, "given up");
    await release();
  });

  check(
    "the steps of a change are visible to others until the change ends or its process dies",
    async (backend) => {
      const [one, other] = [await backend.connect(), await backend.connect()];
      const over = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const writing = one.store.whileWriting("p", () => {
        begun.resolve();
        return over.promise;
      });
      await begun.promise;
      assertEquals([await isWriting(other), await isWriting(one)], [true, false]);
      assertEquals((await other.store.poll("q", {})).isWriting, false);
      over.resolve();
      await writing;
      assertEquals(await isWriting(other), false);
      const dying = Promise.withResolvers<void>();
      one.store.whileWriting("p", () => {
        dying.resolve();
        return new Promise(() => {});
      }).catch(() => {});
      await dying.promise;
      await one.kill();
      if (!backend.seesDeath) await backend.time.pass(LONG_MS);
      assertEquals(await isWriting(other), false);
    },
  );

  check("a closed handle releases its locks", async (backend) => {
    const [one, other] = [await backend.connect(), await backend.connect()];
    await one.store.lockLoad(accounts);
    await one.store.close();
    const from = backend.time.now();
    await (await other.store.lockLoad(accounts))();
    assertEquals(backend.time.now(), from);
  });

  check("a cache is deleted after its owner hasn't used it for three months", async (backend) => {
    const start = async (owner: string): Promise<Store> => (await backend.connect({ owner })).store;
    const [gone, used] = [await start("gone"), await start("used")];
    for (const store of [gone, used]) {
      await store.applyChange(accounts, aChange({ parts: [aPart("x", "a")] }));
      await store.savePlans({ plans: [aPlan()], readAt: 1 });
      const detail = aMonth({ month: MARCH });
      await store.saveMonth("p", { detail, knowledge: 5, readAt: 1, utcDay: "2026-03-15" });
      await store.touch("p");
      await store.changes.begin({ code: null, entry: anEntry("o") });
    }
    /** Starts a server, waits until it has deleted unused caches, and stops the server. */
    const visit = async (owner: string): Promise<void> => {
      const { store, kill } = await backend.connect({ owner });
      for (let nth = 0; nth < 3; nth++) await store.loadPlans();
      await kill();
    };
    const left = async (store: Store): Promise<readonly unknown[]> => [
      (await store.loadPlans())?.plans.length,
      (await store.loadCollection(accounts, null))?.parts.length,
      await store.loadMonth({ planId: "p", month: MARCH }, 0) === null ? 0 : 1,
      (await store.poll("p", {})).touches,
    ];
    const [all, nothing] = [[1, 1, 1, 1], [undefined, undefined, 0, 0]];
    backend.time.skip(60 * DAY_MS);
    await visit("used");
    backend.time.skip(30 * DAY_MS);
    await visit("another");
    assertEquals([await left(gone), await left(used)], [all, all]);
    backend.time.skip(DAY_MS + 1);
    await visit("another");
    assertEquals([await left(gone), await left(used)], [nothing, all]);
    // The journal isn't a cache and must not be deleted.
    assertEquals(await gone.changes.entries("p"), [anEntry("o")]);
  });
}
