/**
 * The process in which mutants are tried: loads test files once and runs single tests of them,
 * with one mutant switched on after the other. Started by `WorkerProcess`, in the instrumented
 * checkout.
 *
 * @module
 */

import fc from "fast-check";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { type CollectedTest, collectTests, runTest, testsIn } from "./collected_tests.ts";
import {
  MARK,
  type Message,
  type RecordedFile,
  type Request,
  type TestPlace,
  type TrialRequest,
} from "./worker_protocol.ts";

/** What the instrumented source and this process tell each other. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    static: Record<string, number>;
    readonly perTest: Record<string, Record<string, number>>;
  };
}

/** A record tells processor time; by the clock it takes longer where much else runs. */
const LEAST_MS = 10_000;
const PATIENCE = 20;
const RECORD_MS = 600_000;
const LOAD_MS = 120_000;

const board: Switchboard = {};
const loaded = new Map<string, readonly CollectedTest[]>();
const output = Deno.stdout;

if (import.meta.main) {
  Object.assign(globalThis, { __stryker__: board });
  collectTests();
  // The same verdict every time, and no search for a smaller example of a failure.
  fc.configureGlobal({ seed: 1, endOnFailure: true });
  for await (const request of requests()) write(await answered(request));
  Deno.exit();
}

async function answered(request: Request): Promise<Message> {
  if (request.does === "record") return await recorded(request.file);
  if (request.does === "try") return await tried(request);
  write({ says: "busy", withinMs: LOAD_MS });
  for (const file of request.files) await import(pathToFileURL(file).href);
  return { says: "loaded", mutants: Object.keys(board.mutantCoverage?.static ?? {}) };
}

async function recorded(file: string): Promise<RecordedFile> {
  const whileLoading = `load ${file}`;
  board.currentTestId = whileLoading;
  const tests = await load(file).catch(() => null);
  const records: RecordedFile["tests"][number][] = [];
  for (const [nth, test] of (tests ?? []).entries()) {
    board.currentTestId = `${nth} ${file}`;
    write({ says: "busy", withinMs: RECORD_MS });
    const began = process.cpuUsage();
    const ending = await runTest(test, RECORD_MS);
    records.push({
      name: test.name,
      ms: busyMs(process.cpuUsage(began)),
      hasPassed: ending === "passed",
      hits: taken(board.currentTestId),
    });
  }
  board.currentTestId = undefined;
  return {
    says: "recorded",
    isLoaded: tests !== null,
    whileLoading: Object.keys(taken(whileLoading)),
    tests: records,
  };
}

async function tried(request: TrialRequest): Promise<Message> {
  const { mutant, fromTheStart, tests } = request;
  for (const place of tests) {
    board.activeMutant = fromTheStart ? mutant : undefined;
    const test = await load(place.file).then((all) => all[place.nth], () => undefined);
    board.activeMutant = mutant;
    board.hitCount = request.mostHits === null ? undefined : 0;
    board.hitLimit = request.mostHits ?? undefined;
    const ending = test === undefined ? "failed" : await runWithin(test, place);
    const isEndless = (board.hitCount ?? 0) > (board.hitLimit ?? Infinity);
    board.hitCount = undefined;
    if (ending === "timed out" || isEndless) return verdict("timed out", place);
    if (ending === "passed") continue;
    if (fromTheStart || test === undefined) return verdict("killed", place);
    board.activeMutant = undefined;
    return verdict(await runWithin(test, place) === "passed" ? "killed" : "unclear", place);
  }
  board.activeMutant = undefined;
  return verdict("survived", null);
}

function verdict(
  ending: (Message & { says: "tried" })["ending"],
  by: TestPlace | null,
): Message {
  return { says: "tried", ending, by };
}

function runWithin(test: CollectedTest, { ms }: TestPlace): ReturnType<typeof runTest> {
  const withinMs = LEAST_MS + PATIENCE * ms;
  write({ says: "busy", withinMs });
  return runTest(test, withinMs);
}

async function load(file: string): Promise<readonly CollectedTest[]> {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  write({ says: "busy", withinMs: LOAD_MS });
  const tests = await testsIn(pathToFileURL(file).href);
  loaded.set(file, tests);
  return tests;
}

/** Time of the processor, as that of the clock is also that of others. */
function busyMs({ user, system }: { readonly user: number; readonly system: number }): number {
  return Math.ceil((user + system) / 1_000);
}

function taken(test: string): Readonly<Record<string, number>> {
  const perTest = board.mutantCoverage?.perTest;
  const hits = perTest?.[test] ?? {};
  delete perTest?.[test];
  return hits;
}

function write(message: Message): void {
  const bytes = new TextEncoder().encode(`\n${MARK}${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += output.writeSync(bytes.subarray(at));
}

async function* requests(): AsyncIterable<Request> {
  let text = "";
  for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (text + part).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
