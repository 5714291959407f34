import { isEverythingNeeded, sayUntested } from "../_untested.ts";

/** If the tests run as root, balancers run as this user, which also owns their files. */
export const OTHER_USER = { uid: 65_532, gid: 65_532 } as const;

/**
 * Whether a program is installed. If not, reports what isn't tested.
 *
 * @throws {Error} In continuous integration on Linux, where no test may be skipped.
 */
export async function isInstalled(
  program: string,
  args: readonly string[],
  what: string,
): Promise<boolean> {
  try {
    const output = { stdout: "null", stderr: "null" } as const;
    const { success } = await new Deno.Command(program, { args: [...args], ...output }).output();
    if (success) return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const isNeeded = isEverythingNeeded && Deno.build.os === "linux";
  if (isNeeded) throw new Error(`${program} is needed here: ${what}`);
  sayUntested(what, `${program} isn't installed`);
  return false;
}
