// deno-lint-ignore-file no-console
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

export const ROOT: URL = new URL("../", import.meta.url);

export interface RunOptions {
  /** Working directory; by default, the repository's root. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program until it exits.
 *
 * @throws {Error} With the program's output, if it fails.
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

export async function withFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await Deno.makeTempDir();
  try {
    return await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Builds an artifact in the `--out` folder and prints the size. `build` gets all other options. */
export async function buildFromCommandLine(
  build: (out: string, given: Readonly<Record<string, string | undefined>>) => Promise<string>,
  ...options: readonly string[]
): Promise<void> {
  const { values: { out = "dist", ...given } } = parseArgs({
    options: Object.fromEntries(["out", ...options].map((name) => [name, { type: "string" }])),
  });
  const path = await build(String(out), given as Readonly<Record<string, string>>);
  const { size } = await Deno.stat(path);
  console.log(`${path}: ${(size / 1024 ** 2).toFixed(1)} MiB`);
}

/** Returns the middle value, or the higher of two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;
}

/** Folders that couldn't be created. Don't try again, because npm takes minutes to give up. */
const failed = new Set<string>();

/**
 * Creates a folder if it doesn't already exist. Test files share no state, so several may request
 * the same folder at once: the first one to ask creates it while the others wait.
 */
export async function makeOnce(
  folder: string,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await Deno.mkdir(parent, { recursive: true });
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (existsSync(folder)) return;
  if (failed.has(folder)) throw new Error(`${folder} can't be made`);
  const draft = await Deno.makeTempDir({ dir: parent, prefix: "draft-" });
  try {
    await make(draft);
    // Renaming is atomic, so an incomplete folder is never visible.
    await Deno.rename(draft, folder);
  } catch (error) {
    failed.add(folder);
    await Deno.remove(draft, { recursive: true });
    throw error;
  }
}

/** Installs a package once, without running its scripts. Returns its folder, or `null` on error. */
export async function installNpmPackage(name: string, version: string): Promise<URL | null> {
  const folder = fileURLToPath(new URL(`.cache/${name.replaceAll("/", "-")}-${version}`, ROOT));
  const wanted = `${name}@${version}`;
  try {
    // Deno installs packages five times as fast as npm, but fails if an optional dependency doesn't
    // exist.
    await makeOnce(
      folder,
      (draft) => installWithDeno(wanted, draft).catch(() => installWithNpm(wanted, draft)),
    );
    return pathToFileURL(`${join(folder, "node_modules", name)}/`);
  } catch {
    return null;
  }
}

async function installWithDeno(wanted: string, folder: string): Promise<void> {
  const config = { imports: { wanted: `npm:${wanted}` }, nodeModulesDir: "auto", lock: false };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  await run(Deno.execPath(), ["install", "--quiet"], { cwd: folder });
}

async function installWithNpm(wanted: string, folder: string): Promise<void> {
  const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await run("npm", ["install", ...quiet, "--prefix", folder, wanted]);
}
