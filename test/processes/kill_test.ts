/**
 * Processes that are killed at random moments of reads, writes and confirmations.
 *
 * Set KILLS to kill more often.
 *
 * @module
 */

// deno-lint-ignore-file no-console
import { assert, assertEquals } from "@std/assert";
import type { EntryState, JournalEntry } from "../../changes/journal.ts";
import { openSqliteStore, type SetAside } from "../../sync/sqlite/sqlite_store.ts";
import { openSession } from "../../tools/_open_session.ts";
import { aSharedUpstream, type SharedUpstream, TODAY, TOKEN } from "./_upstream_process.ts";

const KILLS = Number(Deno.env.get("KILLS") ?? 8);
/** So long a process may work before it is killed, in milliseconds. */
const MOST_MS = 700;

/** Lets a process work for a while, kills it, and gives the lines that it has printed. */
async function killOne(shared: SharedUpstream, hour: number): Promise<readonly string[]> {
  const process = shared.start("test/processes/_busy_process.ts", String(hour));
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
    }
  })();
  while (!text.startsWith("ready")) await pause(5);
  await pause(Math.random() * MOST_MS);
  process.kill("SIGKILL");
  await Promise.all([reading, process.status, process.stderr.cancel()]);
  return text.split("\n");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

Deno.test(`after ${KILLS} kills the store opens, nothing is lost and nothing applied twice`, async () => {
  await using shared = await aSharedUpstream();
  const lines: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) lines.push(...await killOne(shared, kill));
  const memos = lines.flatMap((line) => line.startsWith("create ") ? [line.slice(7)] : []);
  const stored = shared.upstream.snapshot()[0]?.transactions ?? [];
  const timesOf = (memo: string): number => stored.filter((row) => row.memo === memo).length;

  const later = (): number => Date.now() + KILLS * 3_600_000;
  const session = openSession({
    token: TOKEN,
    apiUrl: shared.url,
    planId: shared.planId,
    storeFolder: shared.folder,
    today: TODAY,
    now: later,
    maxAgeMs: 0,
  });
  const copy = session.copy?.plan(shared.planId);
  const afresh = openSession({ token: TOKEN, apiUrl: shared.url, today: TODAY }).copy;
  const byId = (rows: readonly { readonly id: string }[] = []): unknown =>
    Object.fromEntries(rows.map((row) => [row.id, { ...row, ...withoutDisplay }]));
  assertEquals(
    byId((await copy?.transactions())?.live),
    byId((await afresh?.plan(shared.planId).transactions())?.live),
  );
  assertEquals(
    (await copy?.categories())?.live,
    (await afresh?.plan(shared.planId).categories())?.live,
  );
  // A read of the rows settles what the kills have left open.
  await session.copy?.changes.withPlanLock(shared.planId, () => Promise.resolve());
  await session.copy?.written();

  const setAside: SetAside[] = [];
  const store = await openSqliteStore({
    folder: shared.folder,
    token: TOKEN,
    baseUrl: shared.url,
    now: later,
    onSetAside: (what) => setAside.push(what),
  });
  const kept = await store.changes.entries(shared.planId);
  store.close();
  const entries = kept.map(({ body }) => body as JournalEntry);
  assertEquals(setAside, []);

  for (const memo of memos) assert(timesOf(memo) <= 1, `${memo} was created twice`);
  const created = new Map(entries.flatMap(memoAndState));
  for (const memo of memos.filter((one) => timesOf(one) === 1)) {
    assert(created.has(memo), `${memo} is in no entry`);
    assert(created.get(memo) !== "failed", `${memo} is there, but was told not to be`);
  }
  for (const [memo, state] of created) {
    if (state === "applied") assertEquals(timesOf(memo), 1, `${memo} was told to be there`);
  }
  const states = Object.entries(Object.groupBy(entries, ({ state }) => state));
  const words = states.map(([state, some = []]) => `${some.length} ${state}`).join(", ");
  console.log(`${KILLS} kills, ${memos.length} rows created, ${entries.length} changes: ${words}`);
  assert(entries.length >= KILLS / 2, "hardly anything was changed");
});

/** Amounts in display form are kept for few rows: the copy makes its own. */
const withoutDisplay = { amount_formatted: null, amount_currency: null };

function memoAndState({ kind, steps, state }: JournalEntry): readonly [string, EntryState][] {
  if (kind !== "create_transactions") return [];
  return steps.flatMap(({ targets }) =>
    targets.map(({ after }): [string, EntryState] => [String(after?.["memo"]), state])
  );
}
