/**
 * The test files that can notice a mutant in the process in which they run.
 *
 * @module
 */

/**
 * Tests that start programs, which would not hear of the mutant or take too long, or that look
 * at the text of the source.
 */
const APART = [
  ...["architecture_test.ts", "built", "changes/faults", "changes/mishap_test.ts"],
  ...["changes/round_trip_test.ts", "commands", "domain/forecast/forecast_backtest_test.ts"],
  "domain/forecast/forecast_range_test.ts",
  ...["economy", "http", "processes", "protocol", "scripts", "soak", "views"],
].map((path) => `test/${path}`);

/**
 * Picks them out of all files. What is left out by its place is taken where it is named.
 *
 * @param files Paths.
 * @param folders Folders whose mirrored tests are wanted, or test files; `null` for all.
 */
export function testFiles(
  files: readonly string[],
  folders: readonly string[] | null,
): readonly string[] {
  const wanted = folders?.map((folder) => `test/${folder}`) ?? ["test"];
  const named = new Set(wanted);
  return files.filter((file) =>
    file.endsWith("_test.ts") && wanted.some((path) => isIn(file, path)) &&
    (named.has(file) || !APART.some((path) => isIn(file, path)))
  ).toSorted();
}

function isIn(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}
