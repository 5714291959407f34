import { assertEquals } from "@std/assert";
import { CallsUnderWay } from "../../../sync/plan/plan_context.ts";
import { CollectionWriter } from "../../../sync/plan/collection_writer.ts";
import type { CollectionChange, StoredCollection } from "../../../sync/store/store.ts";

interface Written {
  readonly keeper: CollectionWriter;
  readonly applied: CollectionChange[];
  /** Which parts it has asked for. */
  readonly asked: (readonly string[] | "all")[];
  readonly failures: unknown[];
  /** What was moved in the store, as it was heard of. */
  readonly moved: string[];
  /** What the store answers next: a version, another process's work, or a failure. */
  readonly next: ("conflict" | "fail")[];
}

const state = { knowledge: 1, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };

function aWriter(
  { size = 3, theirs = null, outcome = "replaced", calls = new CallsUnderWay() }: {
    readonly size?: number;
    readonly calls?: CallsUnderWay;
    readonly theirs?: StoredCollection | null;
    readonly outcome?: "replaced" | "merged" | "stale";
  } = {},
): Written {
  const [applied, failures, moved]: [CollectionChange[], unknown[], string[]] = [[], [], []];
  const asked: (readonly string[] | "all")[] = [];
  const next: ("conflict" | "fail")[] = [];
  const keeper = new CollectionWriter({
    of: { planId: "p", name: "accounts" },
    store: {
      loadCollection: () => Promise.resolve(theirs),
      applyChange: (_, change) => {
        applied.push(change);
        const now = next.shift();
        if (now === "fail") return Promise.reject(new Error("disk full"));
        return Promise.resolve(now === "conflict" ? null : { epoch: "e", version: applied.length });
      },
    },
    size: () => size,
    calls,
    source: () => ({
      state,
      parts: (names) => {
        asked.push(names === "all" ? names : [...names]);
        const wanted = names === "all" ? ["0", "1"] : [...names];
        return wanted.map((part) => ({ part, keys: [part], records: [part] }));
      },
      deletedKeys: new Set(["gone"]),
    }),
    onMoved: ({ mark, isOtherEpoch }) => {
      moved.push(`${mark.epoch}${mark.version}${isOtherEpoch ? " other" : ""}`);
      return outcome;
    },
    onFailure: (error) => failures.push((error as Error).message),
  });
  return { keeper, applied, asked, failures, moved, next };
}

function stored(version: number, epoch = "e", isWhole = true): StoredCollection {
  return {
    mark: { epoch, version },
    name: "accounts",
    state,
    isWhole,
    parts: [{ part: "7", keys: ["7"], records: ["7"] }],
    deletedKeys: null,
  } as unknown as StoredCollection;
}

const told = ({ applied }: Written): unknown =>
  applied.map(({ isWhole, parts, deletedKeys }) => [
    isWhole ? "whole" : parts.map(({ part }) => part).join(),
    deletedKeys,
  ]);

Deno.test("note() has the parts that were noted asked for once, and no others", async () => {
  const { keeper, applied, asked, failures } = aWriter();
  keeper.note("all", false);
  await keeper.written();
  keeper.note(["0"], false);
  keeper.note(["2"], false);
  await keeper.written();
  assertEquals(asked, ["all", ["0", "2"]]);
  const parts = applied.map(({ parts }) => parts.map(({ part }) => part));
  assertEquals(parts, [["0", "1"], ["0", "2"]]);
  assertEquals(applied.map(({ isWhole }) => isWhole), [true, false]);
  assertEquals(failures, []);
});

Deno.test("note() of a large collection is written behind the answer, at once where it is waited for", async () => {
  const { keeper, applied, failures } = aWriter({ size: 100_000 });
  keeper.note("all", false);
  await Promise.resolve();
  await Promise.resolve();
  assertEquals(applied.length, 0);
  keeper.note(["0"], false);
  await keeper.written();
  assertEquals(applied.length, 1);
  assertEquals(failures, []);
});

Deno.test("what is noted during a call is written after it, unless it is waited for", async () => {
  for (const isWaitedFor of [false, true]) {
    const calls = new CallsUnderWay();
    const { keeper, applied, failures } = aWriter({ calls });
    await calls.during(async () => {
      keeper.note("all", false);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      assertEquals(applied.length, 0);
      if (isWaitedFor) await keeper.written();
      assertEquals(applied.length, isWaitedFor ? 1 : 0);
    });
    await keeper.writtenBehind();
    assertEquals(applied.length, 1);
    assertEquals(failures, []);
  }
});

Deno.test("what is waited for as soon as it is noted is written during the call", async () => {
  const calls = new CallsUnderWay();
  const { keeper, applied } = aWriter({ calls });
  await calls.during(async () => {
    keeper.note("all", false);
    const written = keeper.written();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    assertEquals(applied.length, 1);
    await written;
  });
});

Deno.test("a large collection that was waited for once is written behind again", async () => {
  const written = aWriter({ size: 100_000 });
  const { keeper, applied } = written;
  keeper.note("all", false);
  await keeper.written();
  keeper.note(["0"], false);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assertEquals(applied.length, 1);
  await keeper.written();
  assertEquals(applied.length, 2);
});

Deno.test("ids that are gone are written where they have changed, and with the whole", async () => {
  const written = aWriter();
  const { keeper } = written;
  keeper.note("all", false);
  await keeper.written();
  keeper.note(["0"], false);
  await keeper.written();
  keeper.note([], true);
  await keeper.written();
  assertEquals(told(written), [["whole", ["gone"]], ["0", null], ["", ["gone"]]]);
});

Deno.test("what the store has missed goes with the next change, all of it", async () => {
  const written = aWriter();
  const { keeper, next, failures } = written;
  keeper.note("all", false);
  await keeper.written();
  next.push("fail");
  keeper.note(["0"], false);
  await keeper.written();
  assertEquals([failures, keeper.comparable], [["disk full"], null]);
  keeper.note(["1"], false);
  await keeper.written();
  assertEquals(told(written), [["whole", ["gone"]], ["0", null], ["whole", ["gone"]]]);
  assertEquals(keeper.comparable, { epoch: "e", version: 3 });
});

Deno.test("where another process was first its work is taken in, and ours is dropped", async () => {
  const written = aWriter({ theirs: stored(5) });
  const { keeper, next, moved } = written;
  next.push("conflict");
  keeper.note("all", false);
  await keeper.written();
  assertEquals([told(written), moved, keeper.comparable], [
    [["whole", ["gone"]]],
    ["e5"],
    { epoch: "e", version: 5 },
  ]);
});

Deno.test("where another process was first and ours goes with it, both are written", async () => {
  const written = aWriter({ theirs: stored(5), outcome: "merged" });
  const { keeper, next, applied } = written;
  keeper.note("all", false);
  await keeper.written();
  next.push("conflict");
  keeper.note(["0"], true);
  await keeper.written();
  assertEquals(told(written), [["whole", ["gone"]], ["0", ["gone"]], ["0", ["gone"]]]);
  assertEquals(applied[2]?.mark, { epoch: "e", version: 5 });
});

Deno.test("where another process wrote what is older, ours is written over it", async () => {
  for (const [isWhole, parts] of [[true, "whole"], [false, "0,7"]] as const) {
    const written = aWriter({ theirs: stored(5, "e", isWhole), outcome: "stale" });
    const { keeper, next } = written;
    keeper.note("all", false);
    await keeper.written();
    next.push("conflict");
    keeper.note(["0"], false);
    await keeper.written();
    assertEquals(told(written), [["whole", ["gone"]], ["0", null], [
      parts,
      isWhole ? ["gone"] : null,
    ]]);
  }
});

Deno.test("where another process has cleared the store, all is written anew", async () => {
  const written = aWriter();
  const { keeper, next } = written;
  keeper.note("all", false);
  await keeper.written();
  next.push("conflict");
  keeper.note(["0"], false);
  await keeper.written();
  assertEquals(told(written), [["whole", ["gone"]], ["0", null], ["whole", ["gone"]]]);
});

Deno.test("what has moved is taken once, unless it was seen or overtaken meanwhile", async () => {
  const { keeper, moved } = aWriter({ theirs: stored(5) });
  keeper.note("all", false);
  await keeper.written();
  const since = keeper.comparable;
  if (since === null) throw new Error("Nothing was written");
  keeper.takeMoved(stored(2), { epoch: "e", version: 1 });
  keeper.takeMoved(stored(1), since);
  assertEquals(moved, []);
  keeper.takeMoved(stored(2), since);
  keeper.takeMoved(stored(3), since);
  assertEquals(moved, ["e2"]);
  keeper.note(["0"], false);
  keeper.takeMoved(stored(9), { epoch: "e", version: 2 });
  assertEquals([moved, keeper.comparable], [["e2"], null]);
  await keeper.written();
});

Deno.test("a store that was cleared and filled again is told as another one", async () => {
  const { keeper, moved } = aWriter();
  keeper.note("all", false);
  await keeper.written();
  const since = keeper.comparable;
  if (since === null) throw new Error("Nothing was written");
  keeper.takeMoved(stored(1, "f"), since);
  assertEquals(moved, ["f1 other"]);
  keeper.forget();
  assertEquals(keeper.comparable, null);
});
