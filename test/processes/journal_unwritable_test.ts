// deno-lint-ignore-file no-console
import { assertEquals } from "@std/assert";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { untruthsAfter } from "./_aftermath.ts";
import { Danger } from "./_danger.ts";
import {
  fillDisk,
  hasSmallDisks,
  type Hindrance,
  holdJournal,
  withSmallDisk,
} from "./_held_file.ts";
import { type OneWrite, writesPerOperation } from "./_kill_points.ts";
import { aServerStarter, type ServerProcess } from "./_server_process.ts";
import { untrueStatus } from "./_claims.ts";
import { memoryFolder } from "../_memory_folder.ts";

/**
 * The last write of some changes and undos that have several writes, and of `create_transactions`,
 * which can't be repeated.
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

const hasDisks = await hasSmallDisks();
if (!hasDisks) console.warn("No disk can be mounted here: what a full one does is skipped");

Deno.test("tool answers are accurate while another program locks the journal", async () => {
  assertEquals(await untruths(({ folder }) => holdJournal(folder), []), []);
});

Deno.test({
  name: "tool answers are accurate while the disk is full",
  ignore: !hasDisks,
  fn: async () => {
    assertEquals(await untruths(({ folder }, { pid }) => fillDisk(pid, folder), withSmallDisk), []);
  },
});

type Hinder = (danger: Danger, server: ServerProcess) => Hindrance;
type Wrapper = readonly string[] | ((folder: string) => readonly string[]);

/** Runs the cases in parallel, because a server that can't write waits before it gives up. */
async function untruths(hinder: Hinder, wrapper: Wrapper): Promise<readonly string[]> {
  const below = await memoryFolder();
  await using starter = await aServerStarter();
  const runs = writes.map(async (write, at): Promise<readonly string[]> => {
    await using danger = await Danger.open(write.faultCase, below);
    const prefix = typeof wrapper === "function" ? wrapper(danger.folder) : wrapper;
    const runtime = starter.runtimes[at % starter.runtimes.length] ?? "Deno";
    await using server = starter.start(runtime, prefix);
    const found = await untruthsOf(write, { danger, server, hinder });
    return found.map((untruth) => `write ${write.nth} of ${write.faultCase.name}: ${untruth}`);
  });
  const found = await Promise.all(runs);
  await removeFolder(below);
  return found.flat();
}

async function untruthsOf(
  { nth }: OneWrite,
  { danger, server, hinder }: {
    readonly danger: Danger;
    readonly server: ServerProcess;
    readonly hinder: Hinder;
  },
): Promise<readonly string[]> {
  const ask = danger.asking(server);
  const call = await danger.prepare(ask);
  const waiting = danger.upstream.keepWrite(nth, "before");
  const answer = ask(call);
  await waiting.reached;
  const hindrance = hinder(danger, server);
  await waiting.release();
  const reply = await answer;
  hindrance[Symbol.dispose]();
  const said = untrueStatus(reply, danger.truth());
  danger.restart();
  const next = danger.asking(server);
  const manner = { first: "reads", isJournalUnreadable: hindrance.isServerOnly } as const;
  return [...said, ...await untruthsAfter(danger, { call, ask: next, manner })];
}
