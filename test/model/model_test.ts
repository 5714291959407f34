import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { memoryFolder } from "../_memory_folder.ts";
import { ownDatabase } from "../_own_database.ts";
import { postgresForTests } from "../_postgres_server.ts";
import { keysOf, planDifference } from "../changes/plans/_plan_difference.ts";
import { assertRestored } from "../changes/plans/_restored_plan.ts";
import { moneyIn } from "./_money.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { ids } from "../tools/_plan.ts";
import { aLife, closed, type Life, live, type Start, takeBack } from "./_life.ts";
import { allSteps, calmSteps, CHANGES, dailySteps, MANNERS, MISHAPS, type Step } from "./_steps.ts";
import { assertCopyIsWhole } from "./_truth.ts";
import { runs as randomRuns, seedOr } from "../_runs.ts";

const SEED = 20_260_317;

/** A step as a fast-check command, so that fast-check can shrink a failing run. */
class Command implements fc.AsyncCommand<Life, Life> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  run(_: Life, life: Life): Promise<void> {
    return live(this.#step, life);
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

/** How to generate runs, and what to check at the end of each run. */
interface Lives {
  readonly steps: readonly fc.Arbitrary<Step>[];
  readonly runs: number;
  readonly length: number;
  readonly atEnd: (life: Life) => Promise<void>;
}

/** Runs random steps; returns how often each event occurred. */
async function assertLives(
  place: () => Start | Promise<Start>,
  { steps, runs, length, atEnd }: Lives,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const commands = steps.map((step) => step.map((one) => new Command(one)));
  await fc.assert(
    fc.asyncProperty(
      fc.commands(commands, { maxCommands: length, size: "max" }),
      async (commands) => {
        const life = aLife(await place(), count);
        await using _ = life.world;
        await fc.asyncModelRun(() => ({ model: life, real: life }), commands);
        await atEnd(life);
      },
    ),
    // If MODEL_WHOLE is set, a failing run isn't shortened.
    { ...randomRuns(runs, SEED), endOnFailure: Deno.env.has("MODEL_WHOLE") },
  );
  return counts;
}

/**
 * Undoes all changes, last to first. Afterward, only records that other clients touched may differ
 * from the original plan.
 */
async function assertWayBack(life: Life): Promise<void> {
  const { world, start } = life;
  await assertCopyIsWhole(world);
  const entries = await (await world.journal()).entries(ids.plan);
  for (const { state, isUndoable, operationId } of entries) {
    if (state === "applied" && isUndoable) await takeBack(operationId, life);
  }
  const touched = closed(life);
  const different = planDifference(start, world.records());
  assertEquals(keysOf(different).filter((key) => !touched.has(key)), []);
  await assertCopyIsWhole(world);
}

/** Undoes every change, and checks that everything reversible has its original value. */
async function assertAllUndone(life: Life): Promise<void> {
  const { world, start, lasting } = life;
  const entries = await (await world.journal()).entries(ids.plan);
  for (const { state, isUndoable, undoes, operationId } of entries) {
    if (state === "applied" && isUndoable && undoes === null) await takeBack(operationId, life);
  }
  // Also add the original ids of re-created records, because undoing a deletion gives a record a
  // new id.
  for (
    const { id, recreates } of entries.flatMap(({ steps }) => steps.flatMap((one) => one.targets))
  ) {
    if (recreates !== undefined && lasting.has(id)) lasting.add(recreates);
  }
  const [was, is] = [without(lasting, start), without(lasting, world.records())];
  const [now, then] = [moneyIn(is), moneyIn(was)];
  assertEquals([now.assigned, now.balances], [then.assigned, then.balances]);
  assertRestored(is, was, {
    payees: new Set(start.payees.map(({ id }) => id)),
    isTargetRenewed: true,
    isAnew: true,
    isFirstDateLost: true,
  });
}

/** Returns a plan without the given records and without pending imports. */
function without(keys: ReadonlySet<string>, records: PlanRecords): PlanRecords {
  const left = <Item extends { readonly id: string }>(items: readonly Item[]): Item[] =>
    items.filter(({ id }) => !keys.has(id));
  return {
    ...records,
    transactions: left(records.transactions),
    scheduled: left(records.scheduled),
    categories: left(records.categories),
    groups: left(records.groups),
    waiting_imports: [],
  };
}

/**
 * Fails if one of the events never occurred, because in that case the runs prove nothing about it.
 */
function assertMet(counts: ReadonlyMap<string, number>, whats: readonly string[]): void {
  // With so few runs, some seeds don't produce all events.
  if (seedOr(SEED) !== SEED) return;
  for (const what of whats) {
    assert([...counts.keys()].some((one) => one.startsWith(what)), `never met: ${what}`);
  }
}

Deno.test("answers are accurate and changes can be undone after any mix of changes, edits and faults", async () => {
  const lives = { steps: allSteps, runs: 12, length: 25, atEnd: assertWayBack };
  const counts = await assertLives(() => ({ kind: "memory" }), lives);
  const manners = MANNERS.filter((one) => one !== "no");
  assertMet(counts, [...CHANGES, ...manners, "moved refused", "bank", "put back"]);
});

Deno.test("servers that share a SQLite store answer accurately after crashes", async () => {
  const below = await memoryFolder();
  const lives = { steps: allSteps, runs: 20, length: 40, atEnd: assertWayBack };
  const counts = await assertLives(() => ({ kind: "sqlite", below }), lives);
  await removeFolder(below);
  assertMet(counts, [...MISHAPS, "mishap taken back", "turn", "restart", "put back"]);
});

/** The runs include the end of a month and, in Berlin, the switch to daylight saving time. */
const ZONES = ["Europe/Berlin", "America/New_York", "Pacific/Auckland"];

Deno.test("servers that share a SQLite store keep answering accurately for weeks", async () => {
  const below = await memoryFolder();
  let nth = 0;
  const start = (): Start => ({ kind: "sqlite", below, timeZone: ZONES[nth++ % ZONES.length] });
  const counts = await assertLives(start, {
    steps: dailySteps,
    runs: 9,
    length: 40,
    atEnd: assertWayBack,
  });
  await removeFolder(below);
  assertMet(counts, ["days", "read", "bank", "restart", "put back"]);
});

const server = await postgresForTests("the model on PostgreSQL");

Deno.test({
  name: "servers that share a PostgreSQL store answer accurately after crashes",
  ignore: server === null,
  fn: async () => {
    await using databases = new AsyncDisposableStack();
    const lives = { steps: allSteps, runs: 3, length: 40, atEnd: assertWayBack };
    await assertLives(async () => {
      const { url } = databases.use(await ownDatabase(server ?? ""));
      return { kind: "postgres", url };
    }, lives);
  },
});

Deno.test({
  name: "servers that share a PostgreSQL store answer accurately over several days",
  ignore: server === null,
  fn: async () => {
    await using databases = new AsyncDisposableStack();
    const lives = { steps: dailySteps, runs: 1, length: 30, atEnd: assertWayBack };
    const counts = await assertLives(async () => {
      const { url } = databases.use(await ownDatabase(server ?? ""));
      return { kind: "postgres", url, timeZone: "Europe/Berlin" };
    }, lives);
    assertMet(counts, ["days"]);
  },
});

for (const isUndoable of [true, false]) {
  Deno.test(`undoing all changes${isUndoable ? "" : " that can be undone"} restores the plan`, async () => {
    const lives = { steps: calmSteps(isUndoable), runs: 3, length: 80, atEnd: assertAllUndone };
    await assertLives(() => ({ kind: "memory" }), lives);
  });
}
