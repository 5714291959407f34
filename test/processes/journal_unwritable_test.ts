import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FILES } from "../../sync/store/store_folder.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { untruthsAfter } from "./_aftermath.ts";
import { Danger } from "./_danger.ts";
import { type OneWrite, writesPerOperation } from "./_kill_points.ts";
import { aServerStarter, type ServerProcess } from "./_server_process.ts";
import { untrueStatus } from "./_claims.ts";
import { memoryFolder } from "../_memory_folder.ts";

/**
 * The writes to test: the last write of some multi-write changes and undos, and the only write of
 * `create_transactions`, which can't be retried safely.
 */
const several = (await writesPerOperation()).filter(({ nth, isLast, faultCase: { name } }) =>
  isLast && (nth > 1 || name === "create_transactions")
);
const writes = [
  ...Map.groupBy(
    several,
    ({ nth, faultCase: { name } }) => `${nth === 1} ${name.startsWith("undo_operation")}`,
  ).values(),
].flatMap((same) => same.slice(0, 2));

/** Runs the cases in parallel, because a server that can't write waits before it gives up. */
Deno.test("tool answers are accurate while another program has the journal locked", async () => {
  const below = await memoryFolder();
  const starter = await aServerStarter();
  const runs = writes.map(async (write, at): Promise<readonly string[]> => {
    await using danger = await Danger.open(write.faultCase, below);
    await using server = starter.start(starter.runtimes[at % starter.runtimes.length] ?? "Deno");
    const found = await untruthsOf(write, danger, server);
    return found.map((untruth) => `write ${write.nth} of ${write.faultCase.name}: ${untruth}`);
  });
  const found = await Promise.all(runs);
  await removeFolder(below);
  assertEquals(found.flat(), []);
});

async function untruthsOf(
  { nth }: OneWrite,
  danger: Danger,
  server: ServerProcess,
): Promise<readonly string[]> {
  const ask = danger.asking(server);
  const call = await danger.prepare(ask);
  const waiting = danger.upstream.keepWrite(nth, "before");
  const answer = ask(call);
  await waiting.reached;
  const journal = new DatabaseSync(join(danger.folder, FILES.journal));
  journal.exec("BEGIN EXCLUSIVE");
  await waiting.release();
  const reply = await answer;
  journal.close();
  const said = untrueStatus(reply, danger.truth());
  danger.restart();
  const next = danger.asking(server);
  return [...said, ...await untruthsAfter(danger, { call, ask: next, manner: { first: "reads" } })];
}
