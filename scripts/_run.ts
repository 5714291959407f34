import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT: URL = new URL("../", import.meta.url);

/** Options of a run. */
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

const CACHE = new URL("../.cache/", import.meta.url);

/**
 * Installs a package once, without running its scripts; `null` without npm. Test files may ask for
 * the same one at the same time.
 */
export async function installNpmPackage(name: string, version: string): Promise<URL | null> {
  const folder = new URL(`${name.replaceAll("/", "-")}-${version}/`, CACHE);
  const installed = new URL(`node_modules/${name}/`, folder);
  if (existsSync(installed)) return installed;
  await Deno.mkdir(CACHE, { recursive: true });
  const draft = await Deno.makeTempDir({ dir: fileURLToPath(CACHE), prefix: "installing-" });
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  try {
    await run("npm", ["install", ...quiet, "--prefix", draft, `${name}@${version}`]);
    // Renaming is atomic, so a partial package is never visible.
    await Deno.rename(draft, folder);
  } catch {
    await Deno.remove(draft, { recursive: true });
  }
  return existsSync(installed) ? installed : null;
}
