import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT: URL = new URL("../", import.meta.url);

/** How a program is run. */
export interface RunOptions {
  /** Working folder; the repository when absent. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 *
 * @throws {Error} With all that it wrote, when it ends with another status than 0.
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd = fileURLToPath(ROOT), env = {} }: RunOptions = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { ...env },
    stdin: "null",
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (!success) throw new Error(`${command} ${args[0]} failed:\n${out}${err}`);
  return out ?? "";
}
