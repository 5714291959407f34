import { assertEquals } from "@std/assert";
import type { Fields } from "../../../changes/change.ts";
import { followerReads, withFollowers } from "../../../changes/followers.ts";
import { UpstreamError } from "../../../client/upstream_error.ts";
import { aTransaction } from "../../_builders.ts";
import { aTarget } from "../_journal_entry.ts";

const side = aTarget({
  id: "other",
  label: "the other side",
  isFollower: true,
  before: { amount: 5_000 },
  after: { amount: 7_000 },
  outcome: "unknown",
});
const leader = aTarget({ after: { flag_color: "red" } });
const verified = { targets: [leader, side], deviations: ["said before"] };

function reading(
  found: Readonly<Record<string, Fields | null>>,
): () => Promise<Map<string, Fields | null>> {
  return () => Promise.resolve(new Map(Object.entries(found)));
}

Deno.test("followerReads() asks for what has moved since the plan was read last", async () => {
  const asked: unknown[] = [];
  const moved = aTransaction({ id: "moved", memo: "new" });
  const read = (knowledge: number | null): ReturnType<typeof followerReads> =>
    followerReads({
      planId: "p",
      knowledge: () => knowledge,
      uncached: {
        getTransactions: (args) => {
          asked.push(args);
          return Promise.resolve({ live: [moved], deletedIds: new Set(["gone"]) } as never);
        },
      },
    });
  const targets = ["moved", "gone", "still"].map((id) => ({ ...side, id }));

  const found = await read(7)([...targets, { ...side, id: "new", before: null }]);
  await read(null)(targets);

  assertEquals(asked, [{ planId: "p", knowledge: 7 }, { planId: "p" }]);
  assertEquals([...found.keys()], ["moved", "gone", "still"]);
  assertEquals([found.get("gone"), found.get("still")], [null, { amount: 5_000 }]);
  assertEquals(found.get("moved")?.["memo"], "new");
  assertEquals(found.get("moved")?.["payee_id"], null);
  const lists = Object.entries(found.get("moved") ?? {})
    .filter(([, value]) => typeof value === "object" && value !== null);
  assertEquals(lists.map(([name]) => name), ["subtransactions"]);
});

Deno.test("withFollowers() tells what came of the other side", async () => {
  const outcome = async (found: Readonly<Record<string, Fields>>): Promise<unknown> => {
    const { targets, deviations } = await withFollowers(verified, {
      readFollowers: reading(found),
    });
    return [targets[1]?.outcome, deviations];
  };
  assertEquals(await outcome({ other: { amount: 7_000 } }), ["done", ["said before"]]);
  assertEquals(await outcome({ other: { amount: 5_000 } }), ["not_done", [
    "said before",
    "the other side: YNAB left this side of the transfer as it was",
  ]]);
  assertEquals(await outcome({ other: { amount: 6_000 } }), ["unknown", ["said before"]]);
  assertEquals(await outcome({}), ["unknown", ["said before"]]);
});

Deno.test("withFollowers() takes what a new side was entered with from the one that was named", async () => {
  const created = { ...side, before: null, outcome: "done" as const };
  const found = { other: { id: "other", amount: 7_000, flag_color: "blue", memo: "x" } };
  const { targets, deviations } = await withFollowers(
    { targets: [leader, created], deviations: [] },
    { readFollowers: reading(found) },
  );
  assertEquals([targets[1]?.after, deviations], [{ flag_color: "blue", amount: 7_000 }, []]);
});

Deno.test("withFollowers() says what YNAB did not take of a new side", async () => {
  const created = { ...side, before: null, outcome: "done" as const };
  const { targets, deviations } = await withFollowers(
    { targets: [leader, created], deviations: [] },
    { readFollowers: reading({ other: { amount: 1 } }) },
  );
  assertEquals(deviations, ["the other side: YNAB did not take amount"]);
  assertEquals(targets[1]?.after, { flag_color: null, amount: 1 });
});

Deno.test("withFollowers() keeps a new side that can't be found as it was named", async () => {
  const created = { ...side, before: null, outcome: "done" as const };
  const step = { targets: [leader, created], deviations: [] };
  for (const found of [{}, { other: null }]) {
    assertEquals(await withFollowers(step, { readFollowers: reading(found) }), step);
  }
});

Deno.test("withFollowers() reads nothing where there is nothing to learn", async () => {
  const readFollowers = (): never => {
    throw new Error("read");
  };
  const alone = { targets: [leader], deviations: [] };
  const gone = { targets: [{ ...leader, after: null }, { ...side, after: null }], deviations: [] };
  assertEquals(await withFollowers(alone, { readFollowers }), alone);
  assertEquals(await withFollowers(gone, { readFollowers }), gone);
  assertEquals(await withFollowers(verified, {}), verified);
});

Deno.test("withFollowers() knows nothing of the other side when the read fails, and says why", async () => {
  const faults: unknown[] = [];
  const fault = new Error("read");
  const { targets } = await withFollowers(verified, {
    readFollowers: () => Promise.reject(fault),
    onFault: (error) => faults.push(error),
  });
  assertEquals([targets[1]?.outcome, faults], ["unknown", [fault]]);
  const unheard = await withFollowers(verified, {
    readFollowers: () => Promise.reject(new UpstreamError("Later", { code: "rate_limited" })),
    onFault: (error) => faults.push(error),
  });
  assertEquals([unheard.targets[1]?.outcome, faults.length], ["unknown", 1]);
});

Deno.test("withFollowers() says of nothing but the other side that it was left as it was", async () => {
  const step = { targets: [{ ...leader, outcome: "not_done" as const }, side], deviations: [] };
  const readFollowers = reading({ other: { amount: 7_000 } });
  assertEquals((await withFollowers(step, { readFollowers })).deviations, []);
});

Deno.test("withFollowers() reads where one side is gone and another is not", async () => {
  const gone = { ...side, id: "gone", after: null };
  const step = { targets: [leader, gone, side], deviations: [] };
  const { targets } = await withFollowers(step, {
    readFollowers: reading({ other: { amount: 7_000 }, gone: null }),
  });
  assertEquals(targets.map(({ outcome }) => outcome), ["done", "done", "done"]);
});

Deno.test("withFollowers() needs nobody to hear of a read that fails", async () => {
  const { targets } = await withFollowers(verified, {
    readFollowers: () => Promise.reject(new Error("read")),
  });
  assertEquals(targets.map(({ outcome }) => outcome), ["done", "unknown"]);
});

Deno.test("withFollowers() names each field that YNAB did not take of a new side", async () => {
  const created = { ...side, before: null, after: { amount: 7_000, date: "2026-03-01" } };
  const { deviations } = await withFollowers(
    { targets: [leader, created], deviations: [] },
    { readFollowers: reading({ other: { amount: 1, date: "2026-03-02" } }) },
  );
  assertEquals(deviations, ["the other side: YNAB did not take amount, date"]);
});

Deno.test("withFollowers() says of no new side that it was left as it was", async () => {
  const created = { ...side, before: null, outcome: "not_done" as const };
  const step = { targets: [leader, created], deviations: [] };
  assertEquals((await withFollowers(step, { readFollowers: reading({}) })).deviations, []);
});
