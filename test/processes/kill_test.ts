// deno-lint-ignore-file no-console
import { assertEquals } from "@std/assert";
import { memoryFolder } from "../_memory_folder.ts";
import { times } from "../_runs.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { type Manner, untruthsAfter } from "./_aftermath.ts";
import { Danger } from "./_danger.ts";
import { type KillPoint, killPoints } from "./_kill_points.ts";
import { aServerStarter, type ServerProcess } from "./_server_process.ts";

/** A sample is enough, because `crash_test.ts` covers every write, in a single process. */
const KILLS = times(40);

/** State left by a killed server. */
interface Wreck extends KillPoint {
  readonly danger: Danger;
  readonly call: ToolCall;
  readonly manner: Manner;
}

Deno.test(`tool answers are accurate after a server is killed (${KILLS} times)`, async () => {
  const below = await memoryFolder();
  const starter = await aServerStarter();
  const points = await killPoints(KILLS, starter.runtimes);
  const untruths: string[] = [];
  let wreck: Wreck | null = null;
  for (const point of [...points, null]) {
    const server = starter.start(point?.runtime ?? "Deno");
    if (wreck !== null) untruths.push(...await found(wreck, server));
    await wreck?.danger[Symbol.asyncDispose]();
    wreck = point === null ? null : await killed(point, { server, below });
    if (point === null) await server[Symbol.asyncDispose]();
  }
  await removeFolder(below);
  const places = Object.entries(Object.groupBy(points, ({ place }) => place));
  console.log(places.map(([place, { length }]) => `${length} ${place}`).join(", "));
  assertEquals(untruths, []);
});

/**
 * Has a server apply a change, and kills the server when one of the change's writes reaches the
 * given point.
 */
async function killed(
  point: KillPoint,
  { server, below }: { readonly server: ServerProcess; readonly below: string },
): Promise<Wreck> {
  const { faultCase, nth, place } = point;
  const danger = await Danger.open(faultCase, below);
  const ask = danger.asking(server);
  const call = await danger.prepare(ask);
  const isUpstream = place === "applied" || place === "answered";
  const waiting = danger.upstream.keepWrite(nth, isUpstream ? "applied" : "before");
  if (place === "reported") void waiting.release();
  const reply = ask(call);
  reply.catch(() => {});
  await (place === "reported" ? reply : waiting.reached);
  if (place === "answered") await waiting.release();
  await server.kill();
  danger.restart();
  const arriveLate = place === "late" ? waiting.release : undefined;
  return { ...point, danger, call, manner: { first: point.first, arriveLate } };
}

/** Continues the test with a new server. */
async function found(wreck: Wreck, server: ServerProcess): Promise<readonly string[]> {
  const { danger, call, manner, faultCase, nth, place, runtime } = wreck;
  const untruths = await untruthsAfter(danger, { call, ask: danger.asking(server), manner });
  const name = `${faultCase.name}, killed on ${runtime} at write ${nth}, ${place}, ${manner.first}`;
  return untruths.map((untruth) => `${name}: ${untruth}`);
}
