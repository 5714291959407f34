/**
 * The local copy against the embedded upstream, through the real client: whatever
 * happens to a plan, and whenever it is read, the copy ends up as a full read is.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import type { RequestLedger } from "../../client/request_budget.ts";
import { createUpstreamClient, type UpstreamClient } from "../../client/upstream_client.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { LocalCopy } from "../../sync/local_copy.ts";
import { createMemoryStore } from "../../sync/memory_store.ts";
import type { PlanCopy } from "../../sync/plan_copy.ts";
import type { ReadOptions } from "../../sync/synced_collection.ts";
import { type Api, openApi } from "../demo/_api.ts";
import { type Step, steps, take } from "../demo/_random_life.ts";
import { aRow, ids, uuid } from "../demo/_tiny_plan.ts";
import { aClock, DAY_MS, MAX_AGE_MS, type TestClock } from "./_copy.ts";

const MONTHS = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
const READS = ["transactions", "accounts", "categories", "scheduled", "months", "month"] as const;
const plan = { planId: ids.plan };

type Read = (typeof READS)[number];

/** The upstream, and a copy of its plan that can be started anew on the same store. */
interface World {
  readonly api: Api;
  readonly clock: TestClock;
  readonly client: UpstreamClient;
  copy: PlanCopy;
  readonly restart: () => void;
  /** Puts the plan back to where it was when this was last called with `null`. */
  readonly restore: (backup: DemoUpstream | null) => void;
}

/** Requests are not what this is about. */
const boundless: RequestLedger = {
  tryTake: () => Promise.resolve({ ok: true }),
  close: () => Promise.resolve(),
  use: () => Promise.resolve({ used: 0, closedUntil: 0 }),
};

function aWorld(): World {
  const clock = aClock("2026-03-15T12:00:00Z");
  const now = (): Date => new Date(clock.now());
  const old = ["2023-05-01", "2024-02-29"].map((date, at) =>
    aRow({ id: uuid(1_000 + at), date, amount: -5_000, payee_id: ids.shop })
  );
  const api = openApi({ transactions: old }, { now });
  const store = createMemoryStore();
  let current: DemoUpstream = api.upstream;
  const client = createUpstreamClient({
    baseUrl: "https://upstream.test/v1",
    token: "demo-token",
    fetch: (input, init) => current.fetch(input, init),
    now: clock.now,
    ledger: boundless,
    delay: () => Promise.resolve(),
    random: () => 0,
  });
  const openCopy = (): PlanCopy =>
    new LocalCopy({
      client,
      store,
      maxAgeMs: MAX_AGE_MS,
      now: clock.now,
      utcDay: clock.utcDay,
    }).plan(ids.plan);
  const world: World = {
    api,
    clock,
    client,
    copy: openCopy(),
    restart: () => {
      world.copy = openCopy();
    },
    restore: (backup) => {
      current = backup ?? api.upstream;
    },
  };
  return world;
}

function read(copy: PlanCopy, what: Read, options: ReadOptions = {}): Promise<unknown> {
  switch (what) {
    case "transactions":
      return copy.transactions(options);
    case "accounts":
      return copy.accounts(options);
    case "categories":
      return copy.categories(options);
    case "scheduled":
      return copy.scheduledTransactions(options);
    case "months":
      return copy.monthSummaries(options);
    case "month":
      return Promise.all(MONTHS.map((month) => copy.month(month, options)));
  }
}

type Event =
  | { readonly kind: "life"; readonly step: Step }
  | {
    readonly kind: "read";
    readonly what: readonly Read[];
    readonly isFreshOnly: boolean;
    readonly isFailing: boolean;
  }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restart" };

const oneStep = steps(1).map(([step]) => step as Step);
const someEvents: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("life" as const), step: oneStep }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("read" as const),
        what: fc.subarray([...READS], { minLength: 1 }),
        isFreshOnly: fc.boolean(),
        isFailing: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        ms: fc.constantFrom(1, MAX_AGE_MS - 1, MAX_AGE_MS, DAY_MS / 2, DAY_MS, 8 * DAY_MS, -5_000),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  ),
  { minLength: 1, maxLength: 30, size: "max" },
);

async function happen(event: Event, world: World): Promise<void> {
  switch (event.kind) {
    case "life":
      return await take(event.step, world.api);
    case "wait":
      return world.clock.advance(event.ms);
    case "restart":
      return world.restart();
    case "read": {
      const { what, isFreshOnly, isFailing } = event;
      if (isFailing) world.api.upstream.setFaults([{ method: "GET", then: { status: 503 } }]);
      const reads = what.map((one) => read(world.copy, one, { isFreshOnly }));
      const results = await Promise.allSettled(reads);
      world.api.upstream.setFaults([]);
      for (const result of results) {
        if (result.status === "rejected" && !isFailing) throw result.reason;
      }
    }
  }
}

// deno-lint-ignore no-explicit-any -- records of every kind
type Fields = Record<string, any>;

const byId = (records: readonly unknown[]): readonly Fields[] =>
  (records as readonly Fields[]).toSorted((a, b) => (a["id"] < b["id"] ? -1 : 1));

/** Names that a rename changes elsewhere do not show in the deltas of these rows. */
function withoutNames(record: Fields): Fields {
  const { payee_name: _, category_name: __, subtransactions, ...rest } = record;
  return { ...rest, subtransactions: (subtransactions ?? []).map(withoutNames) };
}

/** What a category is called belongs to the category, not to its months. */
function figuresOf({ categories, ...month }: Fields): Fields {
  const figures = categories.map(
    ({ name: _, note: __, hidden: ___, category_group_name: ____, ...category }: Fields) =>
      category,
  );
  return { ...month, categories: figures };
}

/** Compares what the copy gives with full reads, once nothing holds any more. */
async function assertCurrent({ copy, client, clock }: World): Promise<void> {
  // Longer than the window and all that the clock may have been set back.
  clock.advance(20 * MAX_AGE_MS);
  const transactions = await client.getTransactions({ ...plan, sinceDate: "1990-01-01" });
  const { live } = await copy.transactions();
  assertEquals(byId(live).map(withoutNames), byId(transactions.transactions).map(withoutNames));
  assertEquals(
    byId((await copy.accounts()).live),
    byId((await client.getAccounts(plan)).accounts),
  );
  const { groups } = await copy.categories();
  const full = await client.getCategories(plan);
  const sorted = (tree: readonly Fields[]): readonly Fields[] =>
    byId(tree).map((group) => ({ ...group, categories: byId(group["categories"]) }));
  assertEquals(sorted(groups), sorted(full.category_groups));
  const { scheduled_transactions } = await client.getScheduledTransactions(plan);
  assertEquals(
    byId((await copy.scheduledTransactions()).live).map(withoutNames),
    byId(scheduled_transactions).map(withoutNames),
  );
  const { months } = await client.getPlanMonths(plan);
  const byMonth = (all: readonly Fields[]): readonly Fields[] =>
    all.toSorted((a, b) => (a["month"] < b["month"] ? -1 : 1));
  assertEquals(byMonth(await copy.monthSummaries()), byMonth(months));
  for (const month of MONTHS) {
    const { month: detail } = await client.getPlanMonth({ ...plan, month });
    assertEquals(figuresOf(await copy.month(month)), figuresOf(detail));
  }
}

/** Ids of rows that upstream still has, and of those that it has deleted. */
function rowsOf(api: Api): { readonly live: Set<string>; readonly deleted: Set<string> } {
  const rows = api.upstream.snapshot().flatMap(({ transactions }) => transactions);
  return {
    live: new Set(rows.filter(({ deleted }) => !deleted).map(({ id }) => id)),
    deleted: new Set(rows.filter(({ deleted }) => deleted).map(({ id }) => id)),
  };
}

Deno.test("LocalCopy ends as a full read is after any edits, reads, failures and restarts", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, async (events) => {
      const world = aWorld();
      const everSeen = new Set<string>();
      for (const event of events) {
        await happen(event, world);
        if (event.kind !== "read" || !event.what.includes("transactions")) continue;
        const { live } = await world.copy.transactions().catch(() => ({ live: [] }));
        for (const { id } of live) everSeen.add(id);
      }
      await assertCurrent(world);
      const { live, deleted } = rowsOf(world.api);
      const { deletedIds } = await world.copy.transactions();
      for (const id of deletedIds) assert(deleted.has(id), "a row is taken for deleted");
      for (const id of everSeen) assert(live.has(id) || deletedIds.has(id), "a deletion is lost");
    }),
    { numRuns: 120 },
  );
});

Deno.test("LocalCopy ends as a full read is when every edit is read at once", async () => {
  await fc.assert(
    fc.asyncProperty(steps(12), async (life) => {
      const world = aWorld();
      for (const step of life) {
        await take(step, world.api);
        const [last = "month", ...first] = READS.toReversed();
        await Promise.all(first.map((what) => read(world.copy, what, { isFreshOnly: true })));
        await read(world.copy, last, { isFreshOnly: true });
      }
      const requests = world.api.upstream.requests.length;
      await Promise.all(READS.map((what) => read(world.copy, what)));
      assertEquals(world.api.upstream.requests.length, requests);
      await assertCurrent(world);
    }),
    { numRuns: 20 },
  );
});

Deno.test("LocalCopy ends as a full read is after the plan was restored from a backup", async () => {
  await fc.assert(
    fc.asyncProperty(steps(5), steps(5), async (before, after) => {
      const world = aWorld();
      for (const step of before) await take(step, world.api);
      const { api, clock } = world;
      const now = (): Date => new Date(clock.now());
      const backup = new DemoUpstream({ plans: api.upstream.snapshot(), now });
      for (const step of after) await take(step, api);
      await Promise.all(READS.map((what) => read(world.copy, what)));
      world.restore(backup);
      await assertCurrent(world);
    }),
    { numRuns: 20 },
  );
});

Deno.test("LocalCopy sees an edit of a row that is years old", async () => {
  const { copy, api, clock } = aWorld();
  await copy.transactions();
  await api.save("PUT", `/transactions/${uuid(1_000)}`, { transaction: { memo: "found" } });
  clock.advance(MAX_AGE_MS);
  const { live } = await copy.transactions();
  assertEquals(live.find(({ id }) => id === uuid(1_000))?.memo, "found");
});

Deno.test("LocalCopy gives all rows of a renamed payee the name that a new row brings", async () => {
  const { copy, api, clock } = aWorld();
  await copy.transactions();
  api.upstream.edit(({ payees }) => {
    const shop = payees.find(({ id }) => id === ids.shop);
    if (shop !== undefined) shop.name = "Renamed shop";
  });
  await api.save("POST", "/transactions", {
    transaction: {
      account_id: ids.checking,
      payee_id: ids.shop,
      date: "2026-03-14",
      amount: -1_000,
    },
  });
  clock.advance(MAX_AGE_MS);
  const { live } = await copy.transactions();
  const names = live.filter(({ payee_id }) => payee_id === ids.shop).map((row) => row.payee_name);
  assertEquals(names, ["Renamed shop", "Renamed shop", "Renamed shop"]);
});

Deno.test("LocalCopy gives all rows of a renamed payee its name after a week at the latest", async () => {
  const { copy, api, clock } = aWorld();
  await copy.transactions();
  api.upstream.edit(({ payees }) => {
    const shop = payees.find(({ id }) => id === ids.shop);
    if (shop !== undefined) shop.name = "Renamed shop";
  });
  clock.advance(7 * DAY_MS);
  const { live } = await copy.transactions();
  assertEquals(live.map((row) => row.payee_name), ["Renamed shop", "Renamed shop"]);
});

Deno.test("LocalCopy fails with the client's error and goes on afterwards", async () => {
  const world = aWorld();
  world.api.upstream.setFaults([{ method: "GET", then: { status: 503 } }]);
  await assertRejects(() => world.copy.transactions(), UpstreamError);
  world.api.upstream.setFaults([]);
  await assertCurrent(world);
});
