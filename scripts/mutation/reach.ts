/**
 * Which test files reach which mutants: recorded once, as the instrumented source counts what
 * runs.
 *
 * @module
 */

import { join, relative } from "node:path";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { runDeno } from "./command.ts";
import type { InstrumentedCheckout } from "./instrumented_checkout.ts";
import type { Mutant } from "./mutant.ts";

/** A test file and what it reaches. */
export interface TestReach {
  /** Path in the checkout. */
  readonly file: string;
  readonly ms: number;
  readonly mutants: ReadonlySet<string>;
}

/**
 * Tests that start programs, which would not hear of the mutant or take too long, or that look
 * at the text of the source.
 */
const APART = [
  ...["architecture_test.ts", "built", "changes/faults", "changes/mishap_test.ts"],
  ...["changes/round_trip_test.ts", "commands", "domain/forecast/forecast_backtest_test.ts"],
  ...["economy", "http", "processes", "protocol", "scripts", "soak", "views"],
].map((path) => `test/${path}`);
const MOST_MS = 1_800_000;

/**
 * Runs all tests that can notice a mutant, without one; those that fail are left out.
 *
 * @param checkout The instrumented checkout.
 * @param tests The folders of tests.
 */
export async function recordedReach(
  { folder }: InstrumentedCheckout,
  tests: readonly string[],
): Promise<readonly TestReach[]> {
  const [records, report] = [join(folder, ".reach"), join(folder, ".reach.xml")];
  await mkdir(records);
  await runDeno([
    ...["test", "-A", "--no-check", "--no-lock", "--parallel"],
    ...["--preload", "scripts/mutation/record_reach.ts"],
    ...[`--junit-path=${report}`, `--ignore=${APART.join()}`, ...tests],
  ], { folder, env: { MUTATION_REACH: records }, timeoutMs: MOST_MS });
  const failing = failingFiles(await readFile(report, "utf8"));
  const found: TestReach[] = [];
  for (const name of await readdir(records)) {
    const { file, ms, mutants } = JSON.parse(await readFile(join(records, name), "utf8"));
    const path = relative(folder, new URL(file).pathname);
    if (!failing.has(path)) found.push({ file: path, ms, mutants: new Set(mutants) });
  }
  return found;
}

/** Gives the test files that reach a mutant: its own first, then the near, then the quick. */
export function testsOf(mutant: Mutant, reach: readonly TestReach[]): readonly TestReach[] {
  const own = `test/${mutant.file.replace(/\.ts$/u, "_test.ts")}`;
  const folder = `test/${mutant.file.split("/").slice(0, -1).join("/")}/`;
  const distance = ({ file }: TestReach): number =>
    file === own ? 0 : file.startsWith(folder) ? 1 : 2;
  return reach.filter(({ mutants }) => mutants.has(mutant.id))
    .toSorted((one, other) => distance(one) - distance(other) || one.ms - other.ms);
}

function failingFiles(junit: string): ReadonlySet<string> {
  const suites = junit.matchAll(
    /<testsuite name="\.\/([^"]+)"[^>]* errors="(\d+)" failures="(\d+)"/gu,
  );
  return new Set(
    [...suites].filter(([, , errors, failures]) => errors !== "0" || failures !== "0")
      .map(([, file = ""]) => file),
  );
}
