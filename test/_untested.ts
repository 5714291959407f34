// deno-lint-ignore-file no-console

/**
 * Prints a warning about a test that can't run on this machine. At the end of the run,
 * `scripts/test.ts` lists all such tests.
 */
export function sayUntested(what: string, why: string): void {
  const line = `${what}: ${why}`;
  console.error(`\n!!!!! NOT TESTED: ${line} !!!!!\n`);
  const folder = Deno.env.get("BUDGET_TEST_FOLDER");
  if (folder === undefined) return;
  Deno.writeTextFileSync(`${folder}/untested`, `${line}\n`, { append: true });
}

/** Whether skipping a test is an error; true in continuous integration. */
export const isEverythingNeeded: boolean = Deno.env.get("CI") === "true";
