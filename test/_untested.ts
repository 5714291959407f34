// deno-lint-ignore-file no-console

/**
 * Prints a warning about something that can't be tested on this machine, and hands it to
 * `scripts/test.ts`, whose last line names everything that was left out.
 */
export function sayUntested(what: string, why: string): void {
  const line = `${what}: ${why}`;
  console.error(`\n!!!!! NOT TESTED: ${line} !!!!!\n`);
  const list = Deno.env.get("BUDGET_UNTESTED_LIST");
  if (list !== undefined) Deno.writeTextFileSync(list, `${line}\n`, { append: true });
}

/** Whether everything has to be tested, as in continuous integration. */
export const isEverythingNeeded: boolean = Deno.env.get("CI") === "true";
