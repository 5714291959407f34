/**
 * Groups test files, so that those of one folder share an isolate: each new one compiles the SDK,
 * zod and hundreds of modules again, which costs more than most files' tests.
 *
 * @module
 */

/** A part of the tests: with coverage, or apart from it. */
export type TestPart = "covered" | "apart";

/** Test files that run in one isolate. */
export interface TestGroup {
  readonly name: string;
  /** Paths below the repository. */
  readonly files: readonly string[];
}

/**
 * What runs without coverage, files or folders: it simulates much or starts processes, and
 * coverage would cost half as much again for lines that other tests reach. A process that a covered
 * test starts is covered too, and writes a file for each of its modules.
 */
export const APART: readonly string[] = [
  "test/built",
  "test/changes/faults",
  "test/changes/mishap_test.ts",
  "test/changes/random_changes_test.ts",
  "test/changes/reads_during_change_test.ts",
  "test/changes/round_trip_test.ts",
  "test/demo/balance_identity_test.ts",
  "test/demo/delta_replay_test.ts",
  "test/demo/fuzz_test.ts",
  "test/domain/forecast/forecast_backtest_test.ts",
  "test/domain/forecast/forecast_range_test.ts",
  "test/economy",
  "test/evals",
  "test/http",
  "test/processes",
  "test/protocol",
  "test/server/money_decimals_test.ts",
  "test/server/spoiled_answers_test.ts",
  "test/soak",
  "test/sync/shared_copy_property_test.ts",
  "test/tools/move_money_faults_test.ts",
  "test/topology",
  "test/views",
];

/**
 * Files or folders of which each file has an isolate of its own: they are so long that two
 * processors share them better, or keep something running until their isolate ends.
 */
export const ALONE: readonly string[] = [
  "test/changes/faults",
  "test/changes/mishap_test.ts",
  "test/changes/round_trip_test.ts",
  "test/http/replicas_test.ts",
  "test/processes",
  "test/scripts/demo_test.ts",
  "test/soak",
  "test/sync/postgres/tls_test.ts",
];

/** Names of groups that begin first, as the last one to end has a processor alone. */
const FIRST: readonly string[] = ["built", "http", "views", "sync", "commands", "changes"];

/**
 * Tells which part a test file is of.
 *
 * @param file Its path below the repository.
 * @returns The part.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(partOf("test/tools/list_accounts_test.ts"), "covered");
 * assertEquals(partOf("test/http/stop_test.ts"), "apart");
 * ```
 */
export function partOf(file: string): TestPart {
  return isAmong(file, APART) ? "apart" : "covered";
}

/**
 * Groups the files of a part by their folder below `test/`, but for those that stay alone.
 *
 * @param files All test files, as paths below the repository.
 * @param part Which of them.
 * @returns The groups, those that take long first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const files = ["test/tools/a_test.ts", "test/domain/money/b_test.ts", "test/domain/c_test.ts"];
 * assertEquals(groupsOf(files, "covered"), [
 *   { name: "domain", files: ["test/domain/c_test.ts", "test/domain/money/b_test.ts"] },
 *   { name: "tools", files: ["test/tools/a_test.ts"] },
 * ]);
 * ```
 */
export function groupsOf(files: readonly string[], part: TestPart): readonly TestGroup[] {
  const ofPart = files.filter((file) => partOf(file) === part).toSorted();
  const grouped = Map.groupBy(ofPart, nameOf);
  return [...grouped]
    .map(([name, ofGroup]) => ({ name, files: ofGroup }))
    .toSorted((a, b) => rankOf(a.name) - rankOf(b.name) || (a.name < b.name ? -1 : 1));
}

function isAmong(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** The folder below `test/`; the whole path of a file that stays alone. */
function nameOf(file: string): string {
  const [, folder = "", ...below] = file.split("/");
  if (isAmong(file, ALONE)) return file;
  return below.length === 0 ? "root" : folder;
}

function rankOf(name: string): number {
  const rank = FIRST.indexOf(name);
  return rank === -1 ? FIRST.length : rank;
}
