import { assertEquals } from "@std/assert";
import { type Manner, untruthsAfter } from "../processes/_aftermath.ts";
import { type KillPlace, type OneWrite, writesPerOperation } from "../processes/_kill_points.ts";
import { aMortalServer, type Deaths, deathsOf, openedAfter } from "../processes/_deaths.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { memoryFolder } from "../_memory_folder.ts";

/** How far the write got before the crash, and what the user does first after the crash. */
type Death = readonly [place: KillPlace, first: Manner["first"]];

const LATE: Death = ["late", "reads"];

/**
 * Crash scenarios, in two groups. Each write is tested in every scenario of the group it's assigned
 * to, with a new server for each scenario. Consecutive writes alternate between the two groups.
 */
const DEATHS: readonly (readonly Death[])[] = [
  [["before", "undoes"], ["applied", "reads"]],
  [LATE, ["applied", "undoes"]],
];

for (const [at, write] of (await writesPerOperation()).entries()) {
  const name = `write ${write.nth} of ${write.faultCase.name}`;
  Deno.test(`the server reports the actual outcome after a crash during ${name}`, async () => {
    const pair = DEATHS[at % DEATHS.length] ?? [];
    // For a change's first write, always add the scenario in which the write reaches YNAB after the
    // crash.
    const ways = [...new Set([...pair, ...write.nth === 1 ? [LATE] : []])];
    await inFolder(async (below) => assertEquals(await deaths(write, ways, below), []));
  });
}

/** Folder for server states, which are saved because several tests start from the same state. */
const kept = await memoryFolder();
const known = new Map<string, Promise<Deaths>>();
Deno.test.afterAll(() => removeFolder(kept));

async function deaths(
  { faultCase, nth }: OneWrite,
  ways: readonly Death[],
  below: string,
): Promise<readonly string[]> {
  const lived = known.get(faultCase.name) ?? deathsOf(faultCase, kept);
  known.set(faultCase.name, lived);
  const states = await lived;
  const untruths: string[] = [];
  for (const [place, first] of ways) {
    const death = states[place === "applied" ? place : "before"][nth - 1];
    if (death === undefined) throw new Error(`There is no write ${nth} of ${faultCase.name}`);
    await using danger = await openedAfter(death, { faultCase, below });
    assertEquals(danger.stage(), place === "applied" ? nth : nth - 1);
    const { upstream } = danger;
    const arriveLate = async (): Promise<void> => void await upstream.respond(death.write);
    const manner = { first, arriveLate: place === "late" ? arriveLate : undefined };
    const ask = danger.asking(aMortalServer(upstream));
    const found = await untruthsAfter(danger, { call: death.call, ask, manner });
    untruths.push(...found.map((untruth) => `${place}, ${first}: ${untruth}`));
  }
  return untruths;
}

async function inFolder(run: (below: string) => Promise<void>): Promise<void> {
  const below = await memoryFolder();
  try {
    await run(below);
  } finally {
    await removeFolder(below);
  }
}
