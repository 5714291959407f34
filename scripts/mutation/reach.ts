/**
 * Which tests reach which mutants: recorded once, as the instrumented source counts what runs.
 *
 * @module
 */

import { distancesTo, type Importers } from "./import_distance.ts";
import type { Mutant } from "./mutant.ts";
import { type Answer, WorkerProcess } from "./worker_process.ts";
import type { RecordedFile, TestPlace } from "./worker_protocol.ts";

/** A test and how often it comes by which mutants. */
export interface ReachingTest extends TestPlace {
  readonly hits: ReadonlyMap<string, number>;
}

/** A test file, its tests, and the mutants that loading it comes by. */
export interface ReachingFile {
  readonly file: string;
  readonly whileLoading: ReadonlySet<string>;
  readonly tests: readonly ReachingTest[];
}

/** What was recorded. */
export interface Reach {
  readonly files: readonly ReachingFile[];
  /** Mutants that run while the files they are in are loaded. */
  readonly whileLoading: ReadonlySet<string>;
  /** Tests that fail in a process with others, and files that can't be loaded there. */
  readonly leftOut: readonly string[];
}

/** How a mutant is tried. */
export interface TrialPlan {
  readonly mutant: Mutant;
  /** The tests that reach it, those first that are near and quick. */
  readonly tests: readonly TestPlace[];
  /** All tests of the files that could notice it, for a process of its own. */
  readonly wholeFiles: readonly TestPlace[];
  /** Whether it must be active while files are loaded. */
  readonly fromTheStart: boolean;
  /** How often it may be come by in one test before that counts as endless. */
  readonly mostHits: number;
}

/** Far above what a test of other data would do. */
const HITS_FACTOR = 100;

/** What is recorded, and how. */
export interface RecordOptions {
  /** The instrumented checkout. */
  readonly folder: string;
  /** The files of it that have mutants. */
  readonly mutated: readonly string[];
  /** Paths of the test files. */
  readonly tests: readonly string[];
  /** How many processes. */
  readonly atOnce: number;
}

/** Runs tests without a mutant, and writes down what they come by. */
export async function recordedReach(
  { folder, mutated, tests, atOnce }: RecordOptions,
): Promise<Reach> {
  const waiting = [...tests];
  const files: ReachingFile[] = [];
  const leftOut: string[] = [];
  const whileLoading = new Set<string>();
  const work = async (): Promise<void> => {
    const worker = new WorkerProcess(folder);
    const answer = await worker.ask({ does: "load", files: mutated });
    if (answer.says !== "loaded") throw new Error(`The source can't be loaded: ${answer.says}`);
    for (const mutant of answer.mutants) whileLoading.add(mutant);
    while (worker.isAlive && waiting.length > 0) {
      const file = waiting.shift() ?? "";
      const record = await worker.ask({ does: "record", file });
      if (record.says === "recorded") files.push(reachingFile(file, record));
      leftOut.push(...leftOutOf(file, record));
    }
    worker.end();
    if (waiting.length > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { files, whileLoading, leftOut };
}

/** Plans how a mutant is tried. */
export function trialPlan(mutant: Mutant, reach: Reach, importers: Importers): TrialPlan {
  const fromTheStart = reach.whileLoading.has(mutant.id);
  const distances = distancesTo(mutant.file, importers);
  const own = `test/${mutant.file.replace(/\.ts$/u, "_test.ts")}`;
  const cost = ({ file, ms }: TestPlace): number =>
    (ms + 10) * (file === own ? 1 : 1 + (distances.get(file) ?? 99));
  const reaching = reach.files.flatMap(({ tests }) =>
    tests.filter(({ hits }) => hits.has(mutant.id))
  );
  const files = reach.files.filter(({ file, whileLoading, tests }) =>
    whileLoading.has(mutant.id) || tests.some(({ hits }) => hits.has(mutant.id)) ||
    (fromTheStart && distances.has(file))
  );
  return {
    mutant,
    tests: places(reaching, cost),
    wholeFiles: places(files.flatMap(({ tests }) => tests), cost),
    fromTheStart,
    mostHits: HITS_FACTOR * Math.max(0, ...reaching.map(({ hits }) => hits.get(mutant.id) ?? 0)),
  };
}

function places(
  tests: readonly TestPlace[],
  cost: (place: TestPlace) => number,
): readonly TestPlace[] {
  return tests.map(({ file, nth, ms }) => ({ file, nth, ms }))
    .toSorted((one, other) => cost(one) - cost(other));
}

function reachingFile(file: string, { whileLoading, tests }: RecordedFile): ReachingFile {
  return {
    file,
    whileLoading: new Set(whileLoading),
    tests: tests.flatMap(({ ms, hasPassed, hits }, nth) =>
      hasPassed ? [{ file, nth, ms, hits: new Map(Object.entries(hits)) }] : []
    ),
  };
}

function leftOutOf(file: string, record: Answer): readonly string[] {
  if (record.says !== "recorded") return [`${file} (${record.says})`];
  if (!record.isLoaded) return [file];
  return record.tests.filter(({ hasPassed }) => !hasPassed).map(({ name }) => `${file} ${name}`);
}
