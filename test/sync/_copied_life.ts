import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { createUpstreamClient, type UpstreamClient } from "../../client/upstream_client.ts";
import type { DemoUpstream } from "../../demo/upstream.ts";
import { LocalCopy } from "../../sync/plan/local_copy.ts";
import type { Store } from "../../sync/store/store.ts";
import type { PlanCopy } from "../../sync/plan/plan_copy.ts";
import type { ReadOptions } from "../../sync/plan/plan_context.ts";
import { boundless } from "../client/_scripted_client.ts";
import { type Api, openApi } from "../demo/_api.ts";
import { type Step, steps, take } from "../demo/_random_life.ts";
import { aRow, ids, uuid } from "../demo/_tiny_plan.ts";
import { DAY_MS, MAX_AGE_MS, type TestClock } from "./_copy.ts";

const MONTHS = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
const plan = { planId: ids.plan };

/** How to read one part of the plan, and how to prepare the result for a comparison. */
interface Reader {
  readonly read: (copy: PlanCopy, options: ReadOptions) => Promise<unknown>;
  readonly comparable: (result: Fields) => unknown;
}

const records = ({ live }: Fields): readonly Fields[] => byId(live);
const nameless = ({ live }: Fields): readonly Fields[] => byId(live).map(withoutNames);
const READERS = {
  transactions: {
    read: (copy, options) => copy.transactions(options),
    comparable: nameless,
  },
  accounts: { read: (copy, options) => copy.accounts(options), comparable: records },
  categories: {
    read: (copy, options) => copy.categories(options),
    comparable: ({ groups }) =>
      byId(groups).map((group) => ({ ...group, categories: byId(group["categories"]) })),
  },
  scheduled: {
    read: (copy, options) => copy.scheduledTransactions(options),
    comparable: nameless,
  },
  payees: { read: (copy, options) => copy.payees(options), comparable: records },
  months: {
    read: (copy, options) => copy.monthSummaries(options),
    comparable: (months) => byMonth(months as readonly Fields[]),
  },
  month: {
    read: (copy, options) => Promise.all(MONTHS.map((month) => copy.month(month, options))),
    comparable: (details) => details,
  },
} as const satisfies Readonly<Record<string, Reader>>;

type Read = keyof typeof READERS;

/** Names of all parts of a plan that a process can read. */
export const READS = Object.keys(READERS) as readonly Read[];

export interface Process {
  readonly whole: LocalCopy;
  readonly copy: PlanCopy;
}

/** A test's upstream, and the processes that cache the upstream's plan in a shared store. */
export interface World {
  readonly api: Api;
  readonly clock: TestClock;
  readonly client: UpstreamClient;
  now: Process;
  /** Switches to another process, starting it if necessary. */
  readonly turnTo: (nth: number) => Promise<void>;
  /** Makes the current process's next write to the store fail. */
  readonly failNextWrite: () => void;
  /** Whether the current process's last write of transactions failed or is in progress. */
  readonly isUnsaved: () => boolean;
  /** Delays the current process's delta writes until `turnTo` is next called for that process. */
  readonly delayWrites: () => void;
  /**
   * Restarts the current process. If `isClean`, the process first completes its pending writes;
   * otherwise, they are lost.
   */
  readonly restart: (isClean: boolean) => Promise<void>;
  /**
   * Reads the whole plan from the upstream, or returns the last result if the plan hasn't changed
   * since then.
   */
  readonly readFully: () => Promise<FullReads>;
  /** Replaces the upstream with a backup, or with the original upstream if called with `null`. */
  readonly restore: (backup: DemoUpstream | null) => void;
}

/** What a client without a cache reads from the upstream. */
type FullReads = Readonly<Record<Read, Fields>>;

/** Creates a world with one process. */
export async function aWorld(
  openStore: () => Promise<Opened>,
  clock: TestClock,
): Promise<World> {
  const now = (): Date => new Date(clock.now());
  const old = ["2023-05-01", "2024-02-29"].map((date, at) =>
    aRow({ id: uuid(1_000 + at), date, amount: -5_000, payee_id: ids.shop })
  );
  const api = openApi({ transactions: old }, { now });
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
  const start = async (): Promise<Process & Pick<Opened, "close"> & Disturbance> => {
    const { store: opened, close } = await openStore();
    const { utcDay } = clock;
    const { now } = opened;
    const { store, ...disturbance } = disturbed(opened, () => {
      for (const process of processes.values()) process.endDelay();
    });
    const whole = new LocalCopy({ client, store, maxAgeMs: MAX_AGE_MS, now, utcDay });
    return { whole, copy: whole.plan(ids.plan), close, ...disturbance };
  };
  const processes = new Map([[0, await start()]]);
  /**
   * Identifies the plan's state. This includes the day, because figures may change from day to
   * day.
   */
  const state = (): readonly unknown[] => {
    const [stored] = current.stored;
    return [current, stored, stored?.knowledge, clock.utcDay(clock.now())];
  };
  let known: { readonly of: readonly unknown[]; readonly reads: FullReads } | null = null;
  let turn = 0;
  const world: World = {
    api,
    clock,
    client,
    now: processes.get(0) as Process,
    turnTo: async (nth) => {
      turn = nth;
      const process = processes.get(nth) ?? await start();
      processes.set(nth, process);
      process.endDelay();
      world.now = process;
    },
    failNextWrite: () => processes.get(turn)?.failNextWrite(),
    isUnsaved: () => processes.get(turn)?.isUnsaved() ?? false,
    delayWrites: () => processes.get(turn)?.delayWrites(),
    restart: async (isClean) => {
      const process = processes.get(turn);
      if (isClean) {
        process?.endDelay();
        await process?.whole.written();
      }
      process?.close();
      processes.delete(turn);
      await world.turnTo(turn);
    },
    readFully: async () => {
      const now = state();
      if (known?.of.every((part, at) => part === now[at]) === true) return known.reads;
      const reads = await fullReads(client);
      known = { of: state(), reads };
      return reads;
    },
    restore: (backup) => {
      current = backup ?? api.upstream;
    },
  };
  return world;
}

/** A store, as opened by one process. */
export interface Opened {
  readonly store: Store;
  readonly close: () => void;
}

interface Disturbance extends Pick<World, "failNextWrite" | "isUnsaved" | "delayWrites"> {
  readonly endDelay: () => void;
}

/** @param endDelays Ends the delays of all processes. */
function disturbed(
  store: Store,
  endDelays: () => void,
): Disturbance & { readonly store: Store } {
  let isFailing = false;
  let isUnsaved = false;
  let delayed: PromiseWithResolvers<void> | null = null;
  const applyChange: Store["applyChange"] = async (of, change) => {
    isUnsaved ||= of.name === "transactions";
    if (isFailing) {
      isFailing = false;
      throw new Error("The disk is full");
    }
    // A process that does a full read holds a lock until it has written the data.
    if (!change.isWhole) await delayed?.promise;
    const mark = await store.applyChange(of, change);
    if (mark !== null && of.name === "transactions") isUnsaved = false;
    return mark;
  };
  const lockLoad: Store["lockLoad"] = (...args) => {
    endDelays();
    return store.lockLoad(...args);
  };
  return {
    store: { ...store, applyChange, lockLoad },
    failNextWrite: () => void (isFailing = true),
    isUnsaved: () => isUnsaved,
    delayWrites: () => void (delayed ??= Promise.withResolvers()),
    endDelay: () => {
      delayed?.resolve();
      delayed = null;
    },
  };
}

/** Reads one part of a plan. */
export function read(copy: PlanCopy, what: Read, options: ReadOptions = {}): Promise<unknown> {
  return READERS[what].read(copy, options);
}

/** An event in a test run. */
export type Event =
  | { readonly kind: "life"; readonly step: Step }
  | {
    readonly kind: "read";
    readonly what: readonly Read[];
    readonly isFreshOnly: boolean;
    readonly isFailing: boolean;
  }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "write"; readonly nth: number }
  | { readonly kind: "outage" | "unconfirmed rename" | "late writes" }
  | { readonly kind: "turn"; readonly nth: number }
  | { readonly kind: "restart"; readonly isClean: boolean };

const oneStep = steps(1).map(([step]) => step as Step);
/** Generates sequences of events for the given number of processes. */
export const someEvents = (processes: number): fc.Arbitrary<readonly Event[]> =>
  fc.array(
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
          ms: fc.constantFrom(
            1,
            MAX_AGE_MS - 1,
            MAX_AGE_MS,
            DAY_MS / 2,
            DAY_MS,
            8 * DAY_MS,
            -5_000,
          ),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("restart" as const), isClean: fc.boolean() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("write" as const), nth: fc.nat(20) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constantFrom("outage", "unconfirmed rename") }),
      },
      {
        weight: processes > 1 ? 2 : 0,
        arbitrary: fc.record({ kind: fc.constant("late writes" as const) }),
      },
      {
        weight: processes > 1 ? 4 : 0,
        arbitrary: fc.record({ kind: fc.constant("turn" as const), nth: fc.nat(processes - 1) }),
      },
    ),
    { minLength: 1, maxLength: 30, size: "max" },
  );

export async function happen(event: Event, world: World): Promise<void> {
  switch (event.kind) {
    case "life":
      return await take(event.step, world.api);
    case "wait":
      return world.clock.advance(event.ms);
    case "restart":
      return await world.restart(event.isClean);
    case "turn":
      return await world.turnTo(event.nth);
    case "outage":
      return world.failNextWrite();
    case "late writes":
      return world.delayWrites();
    case "unconfirmed rename":
      return await world.now.copy.takeWritten([], { areNamesOpen: true });
    case "write":
      return await write(event.nth, world);
    case "read": {
      const { what, isFreshOnly, isFailing } = event;
      if (isFailing) world.api.upstream.setFaults([{ method: "GET", then: { status: 503 } }]);
      // Poll the store, as every tool call does first.
      await world.now.copy.noticeChanges();
      const { copy } = world.now;
      // Concurrent callers that accept cached data and may share requests.
      const others = isFreshOnly ? what.map((one) => read(copy, one)) : [];
      const reads = what.map((one) => read(copy, one, { isFreshOnly }));
      const results = await Promise.allSettled([...reads, ...others]);
      world.api.upstream.setFaults([]);
      for (const result of results) {
        if (result.status === "rejected" && !isFailing) throw result.reason;
      }
      if (isFreshOnly && !isFailing) await assertFresh(what, await Promise.all(reads), world);
    }
  }
}

/** Edits a transaction in YNAB the way a tool does. Picks a transaction that the process cached. */
async function write(nth: number, { client, now: { copy } }: World): Promise<void> {
  const rows = (await copy.knownTransactions())?.live ?? [];
  const row = rows[nth % Math.max(1, rows.length)];
  if (row === undefined) return;
  const answers = await copy.holdingReads(async () => {
    const transactions = [{ id: row.id, memo: `written ${nth}` }];
    // If the upstream has deleted the transaction, nothing is written.
    return await client.updateTransactions({ ...plan, transactions }).then(
      (one) => [one],
      () => [],
    );
  });
  await copy.takeWritten(answers);
}

// deno-lint-ignore no-explicit-any -- records of every kind
type Fields = Record<string, any>;

const byId = (records: readonly unknown[]): readonly Fields[] =>
  (records as readonly Fields[]).toSorted((a, b) => (a["id"] < b["id"] ? -1 : 1));

/**
 * Removes category names, which may be outdated because deltas omit transactions whose category
 * was renamed. Also removes formatted amounts, because the cache keeps only some of them.
 */
function withoutNames(record: Fields): Fields {
  const {
    category_name: __,
    amount_formatted: ___,
    amount_currency: ____,
    subtransactions,
    ...rest
  } = record;
  return { ...rest, subtransactions: (subtransactions ?? []).map(withoutNames) };
}

async function fullReads(client: UpstreamClient): Promise<FullReads> {
  const { payees } = await client.getPayees(plan);
  const { transactions } = await client.getTransactions({ ...plan, sinceDate: "1990-01-01" });
  const { accounts } = await client.getAccounts(plan);
  const { category_groups: groups } = await client.getCategories(plan);
  const { scheduled_transactions: scheduled } = await client.getScheduledTransactions(plan);
  const { months } = await client.getPlanMonths(plan);
  const details: Fields[] = [];
  for (const month of MONTHS) details.push((await client.getPlanMonth({ ...plan, month })).month);
  return {
    transactions: { live: transactions },
    accounts: { live: accounts },
    categories: { groups },
    scheduled: { live: scheduled },
    payees: { live: payees },
    months,
    month: details,
  };
}

const byMonth = (all: readonly Fields[]): readonly Fields[] =>
  all.toSorted((a, b) => (a["month"] < b["month"] ? -1 : 1));

/**
 * Asserts that fresh reads through the cache return the same data as full reads from the upstream.
 * Ignores payee names, which may be outdated in the cache because deltas omit the transactions of a
 * renamed payee.
 */
async function assertFresh(
  what: readonly Read[],
  results: readonly unknown[],
  { readFully }: World,
): Promise<void> {
  const full = await readFully();
  const compared = (records: unknown): unknown =>
    JSON.parse(JSON.stringify(records, (name, value) => name === "payee_name" ? null : value));
  for (const [at, one] of what.entries()) {
    const { comparable } = READERS[one];
    const result = comparable(results[at] as Fields);
    assertEquals(compared(result), compared(comparable(full[one])), one);
  }
}

/** Compares the current process's reads with full reads, after all cached data has expired. */
export async function assertCurrent(
  { now: { copy }, readFully, clock }: Pick<World, "now" | "readFully" | "clock">,
): Promise<void> {
  // Events may have set the clock back several times, so advance the clock by much more than the
  // freshness window.
  clock.advance(20 * MAX_AGE_MS);
  const full = await readFully();
  // Read payees first, because reading payees updates the payee names in other cached records.
  for (const what of new Set(["payees", ...READS] as const)) {
    const { comparable } = READERS[what];
    assertEquals(comparable(await read(copy, what) as Fields), comparable(full[what]), what);
  }
}

export function rowsOf(api: Api): { readonly live: Set<string>; readonly deleted: Set<string> } {
  const rows = api.upstream.stored.flatMap(({ transactions }) => transactions);
  return {
    live: new Set(rows.filter(({ deleted }) => !deleted).map(({ id }) => id)),
    deleted: new Set(rows.filter(({ deleted }) => deleted).map(({ id }) => id)),
  };
}
